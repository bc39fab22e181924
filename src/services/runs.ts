import type { Tx } from '../db/connection/client.ts';
import { findRows } from '../db/queries/rows/row.ts';
import { countUnfinished } from '../db/queries/rows/unfinished.ts';
import { findCaptures } from '../db/queries/runs/coverage.ts';
import { appendEvents } from '../db/queries/runs/event.ts';
import * as runs from '../db/queries/runs/run.ts';
import { listAnswers } from '../db/queries/runs/search.ts';
import { listColumns } from '../db/queries/websets/columns.ts';
import { type Coverage, coverageOf } from '../domain/coverage.ts';
import { Fault } from '../domain/errors.ts';
import {
  isAlive,
  type ProviderTally,
  type Run,
  type RunBudget,
  type RunMode,
  type RunScope,
  SCOPE_MAX,
  type StartMode,
} from '../domain/run-state.ts';
import type { OpenedWebset, Webset } from '../domain/webset-state.ts';
import { targetIn } from '../language/request/asked/read.ts';
import { removeRuns } from '../queue/run-jobs.ts';
import type { Call } from './call.ts';
import { spendWithin } from './limits.ts';
import { holdWebset, openWebset } from './open.ts';
import { budgetOf, ceilingsOf } from './run/budget.ts';
import { queueRun } from './run/queue-run.ts';

/**
 * Queues a run over the present criteria and columns. The target is the caller's, else the number in the request. CONFLICT while one is
 * alive; BAD_REQUEST for a budget above a ceiling, and for rows and columns of another webset.
 */
export async function startRun(
  call: Call,
  websetId: string,
  { mode = 'search', rowIds, columnIds, ...named }: Partial<RunBudget> & { mode?: RunMode } & RunScope = {},
): Promise<OpenedWebset> {
  checkScope(mode, { rowIds, columnIds });
  const budget = budgetOf(call, named);
  if (call.model && call.model.price === null && (named.maxCostNanoUsd ?? null) !== null)
    throw new Fault('BAD_REQUEST', 'A cap cannot be kept, since the price of the model is not known: leave maxCost out');
  return queueRun(call, websetId, async (tx, { originalQuery }, insert) => {
    await spendWithin(call, tx, 'run');
    const asked = named.target ?? targetIn(originalQuery);
    const target = asked === null ? budget.target : Math.min(asked, ceilingsOf(call).target.most);
    if (mode !== 'search') await checkMembers(tx, websetId, { rowIds, columnIds });
    return insert({ ...budget, target, mode, only: rowIds || columnIds ? { rowIds, columnIds } : null });
  });
}

/** BAD_REQUEST for a scope that a run of this mode cannot have. */
export function checkScope(mode: RunMode, { rowIds, columnIds }: RunScope): asserts mode is StartMode {
  if (mode === 'import') throw new Fault('BAD_REQUEST', 'A run that imports starts with its list: importRows');
  if (mode === 'search' && (rowIds || columnIds))
    throw new Fault('BAD_REQUEST', 'Rows, criteria and columns are named for a run that fills or judges again only');
  for (const ids of [rowIds, columnIds])
    if (ids && (ids.length === 0 || ids.length > SCOPE_MAX))
      throw new Fault(
        'BAD_REQUEST',
        `A run is about 1 to ${SCOPE_MAX} rows, criteria and columns, or about all of them when none is named`,
      );
}

async function checkMembers(tx: Tx, websetId: string, { rowIds = [], columnIds = [] }: RunScope): Promise<void> {
  const rows = await findRows(tx, [...new Set(rowIds)]);
  const { criteria, enrichments } = await listColumns(tx, websetId);
  const columns = new Set([...criteria, ...enrichments].map(({ id }) => id));
  const isWhole = rows.length === new Set(rowIds).size && rows.every((row) => row.websetId === websetId);
  if (!isWhole || columnIds.some((id) => !columns.has(id)))
    throw new Fault('BAD_REQUEST', 'A row, criterion or column that was named is none of this webset');
}

/** Cancels the alive run, if any; what it saved stays. Its worker is notified, and the fence refuses what it still writes. */
export async function cancelRun(call: Call, websetId: string): Promise<OpenedWebset> {
  const cancelled = await call.db.transaction(async (tx) => {
    const webset = await holdWebset(call, tx, websetId);
    const run = await runs.cancelAliveRun(tx, websetId);
    if (!run) return null;
    await removeRuns(call.queue, tx, [run.id]);
    await appendEvents(tx, websetId, run.id, [{ type: 'run.cancelled', data: { reason: 'cancelled', detail: null } }]);
    return { ...webset, run };
  });
  if (cancelled) call.listener.notify(websetId);
  return cancelled ?? openWebset(call, websetId);
}

/** A webset's runs, newest first, at most 100. */
export const listRuns = (call: Call, webset: Pick<Webset, 'id'>): Promise<Run[]> => runs.listRuns(call.db, webset.id);

export async function getRun(call: Call, id: string): Promise<Run> {
  const run = await runs.findRun(call.db, id);
  if (!run) throw new Fault('NOT_FOUND', 'Run not found');
  await openWebset(call, run.websetId);
  return run;
}

/** How many rows an alive run that fills or judges again has still to judge; null of any other. */
export const countRowsLeft = async (call: Call, run: Run): Promise<number | null> =>
  run.mode === 'search' || run.mode === 'import' || !isAlive(run) ? null : countUnfinished(call.db, run);

/** What became of a run's questions to each search provider, in the order they were first asked. */
export const listRunProviders = (call: Call, run: Pick<Run, 'id'>): Promise<ProviderTally[]> => listAnswers(call.db, run.id);

/**
 * How complete a run's search is, of what its providers can find. Null of a run that does not search, has not planned, or read all pages.
 */
export const coverRun = async (call: Call, run: Run): Promise<Coverage | null> =>
  run.mode !== 'search' || run.queries === null || run.reason === 'read_through' ? null : coverageOf(await findCaptures(call.db, run));
