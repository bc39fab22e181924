import { appendEvents } from '../db/queries/runs/event.ts';
import * as runs from '../db/queries/runs/run.ts';
import { findPastPage } from '../db/queries/runs/spend.ts';
import { listCriteria } from '../db/queries/websets/criterion.ts';
import { listEnrichments } from '../db/queries/websets/enrichment.ts';
import { callerOf } from '../domain/caller/caller.ts';
import { Fault, runAlive } from '../domain/errors.ts';
import { pagesJudged } from '../domain/judge-share.ts';
import { estimate } from '../domain/money/cost.ts';
import type { Run, RunBudget } from '../domain/run.ts';
import type { OpenedWebset, Webset } from '../domain/webset.ts';
import { withoutLead } from '../language/request/lead.ts';
import { removeRuns, sendRun } from '../queue/queue.ts';
import { budgetOf, ceilingsOf } from './budget.ts';
import type { Call } from './call.ts';
import { spend, write } from './limits.ts';
import { holdWebset, openWebset } from './open.ts';

/**
 * Queues a run over the criteria and columns of this moment. CONFLICT while one is alive; BAD_REQUEST for a budget above a ceiling. A number of
 * results that the request names is the target, unless the caller names one. The run and its job are one transaction.
 */
export async function startRun(call: Call, websetId: string, named: Partial<RunBudget> = {}): Promise<OpenedWebset> {
  const budget = budgetOf(call, named);
  if (call.model && call.model.price === null && (named.maxCostNanoUsd ?? null) !== null)
    throw new Fault('BAD_REQUEST', 'A cap cannot be kept, since the price of the model is not known: leave maxCost out');
  await spend(call, 'run');
  await write(call);
  await openWebset(call, websetId);
  await call.db.transaction(async (tx) => {
    const { originalQuery } = await holdWebset(call, tx, websetId);
    const asked = named.target ?? withoutLead(originalQuery).target;
    const target = asked === null ? budget.target : Math.min(asked, ceilingsOf(call).target.most);
    const run = await runs.insertRun(tx, websetId, { ...budget, target }, callerOf(call.viewer.userId, call.client));
    if (!run) throw runAlive();
    if (!(await sendRun(call.queue, tx, run.id))) throw new Error('a new run has a job already');
  });
  call.listener.notify(websetId);
  return openWebset(call, websetId);
}

/** Ends the alive run at once; what it saved stays. With none alive nothing changes. Its worker hears of it and stops; the fence refuses what it still writes. */
export async function cancelRun(call: Call, websetId: string): Promise<OpenedWebset> {
  await openWebset(call, websetId);
  await call.db.transaction(async (tx) => {
    await holdWebset(call, tx, websetId);
    const cancelled = await runs.cancelAliveRun(tx, websetId);
    if (!cancelled) return;
    await removeRuns(call.queue, tx, [cancelled.id]);
    await appendEvents(tx, websetId, cancelled.id, [{ type: 'run.cancelled', data: { reason: 'cancelled', detail: null } }]);
  });
  call.listener.notify(websetId);
  return openWebset(call, websetId);
}

/** What the next run may take of models: so many pages, judged by the webset's own criteria and columns. Null where the rules judge. */
export async function estimateRun(call: Call, webset: Pick<Webset, 'id'>, named: Pick<Partial<RunBudget>, 'maxPages' | 'judgeShare'> = {}) {
  const { model, db } = call;
  if (!model) return null;
  const [criteria, columns, past] = await Promise.all([
    listCriteria(db, webset.id),
    listEnrichments(db, webset.id),
    findPastPage(db, webset.id),
  ]);
  const own = budgetOf(call, {});
  const pages = named.maxPages ?? own.maxPages;
  const judged = pagesJudged(pages, named.judgeShare ?? own.judgeShare);
  // what is learned decides the others; those of them that match have their columns filled by the model
  const filled = columns.length > 0 ? Math.min(own.target, pages - judged) : 0;
  const cells = (criteria.length || DERIVED) + columns.length;
  return { ...estimate({ pages: judged + filled, cells, price: model.price, past }), model: model.name, priced: model.price !== null };
}
/** As many criteria as a request is taken to imply. */
const DERIVED = 3;

/** A webset's runs, newest first, at most 100. */
export const listRuns = (call: Call, webset: Pick<Webset, 'id'>): Promise<Run[]> => runs.listRuns(call.db, webset.id);

export async function getRun(call: Call, id: string): Promise<Run> {
  const run = await runs.findRun(call.db, id);
  if (!run) throw new Fault('NOT_FOUND', 'Run not found');
  await openWebset(call, run.websetId);
  return run;
}
