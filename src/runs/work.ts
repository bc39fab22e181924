import { plan } from '../agent/plan.ts';
import { insertDerived } from '../db/criterion.ts';
import { appendEvents } from '../db/event.ts';
import { addFailure, endRun, setCriterionIds, takeRun } from '../db/run.ts';
import { findWebset } from '../db/webset.ts';
import { rootCause, wordsOf } from '../domain/errors.ts';
import type { RunEvent } from '../domain/event.ts';
import type { FailureReason, Run } from '../domain/run.ts';
import { storableText } from '../domain/text.ts';
import { watchRun } from './cancel.ts';
import { checkpoint, Stale, tell } from './checkpoint.ts';
import { fillRows } from './fill.ts';
import { openScope, type Scope } from './scope.ts';
import { SearchUnavailable, searchRounds } from './search.ts';
import type { World } from './world.ts';

const FAILURES_MAX = 5;
const STALLS_MAX = 3;

/**
 * Sees one run through: plan, fill, search, finish. Everything a crash could lose is in Postgres before the next step begins, so a
 * retaken run does only what is missing. Throws when the run should be tried again.
 */
export async function workRun(world: World, runId: string, stopped: AbortSignal): Promise<void> {
  const run = await begin(world, runId);
  if (!run) return;
  if (run.stalls > STALLS_MAX) return fail(world, run, 'poison_page', `${STALLS_MAX} attempts broke off without finishing one page`);
  using watch = watchRun(world, run);
  const signal = AbortSignal.any([watch.signal, stopped]);
  try {
    await stages(world, run, signal);
  } catch (error) {
    if (error instanceof Stale || watch.signal.aborted) return; // ended by somebody else
    stopped.throwIfAborted(); // handed over: another worker goes on
    if (error instanceof SearchUnavailable) return fail(world, run, 'search_unavailable', error.message);
    await countFailure(world, run, error);
  }
}

async function begin(world: World, runId: string): Promise<Run | null> {
  const run = await world.db.transaction(async (tx) => {
    const taken = await takeRun(tx, runId);
    if (!taken) return null;
    const { attempt, target } = taken;
    const started: RunEvent =
      attempt === 1
        ? { type: 'run.started', data: { attempt, target, criteria: taken.criterionIds.length, enrichments: taken.enrichmentIds.length } }
        : { type: 'run.resumed', data: { attempt } };
    await appendEvents(tx, taken.websetId, taken.id, [started]);
    return taken;
  });
  if (run) world.listener.tell(run.websetId);
  return run;
}

async function stages(world: World, run: Run, signal: AbortSignal): Promise<void> {
  const webset = await findWebset(world.db, run.websetId);
  if (!webset) return;
  const scope = await openScope(world, run, webset, signal);
  const queries = await planRun(scope);
  await fillRows(scope);
  const reason = await searchRounds(scope, queries);
  await checkpoint(world, run, async (tx) => {
    await endRun(tx, run.id, 'completed', reason, null);
    return [{ type: 'run.completed', data: { reason, detail: null } }];
  });
}

/** The queries; and for a webset without criteria those that its request asks for, which are then criteria like any other. */
async function planRun(scope: Scope): Promise<string[]> {
  const { world, run, webset, columns } = scope;
  await tell(world, run, { type: 'step.started', data: { step: 'plan' } });
  const { originalQuery: query, category, notes } = webset;
  const planned = plan({ query, category, notes, criteria: scope.criteria, columns });
  await checkpoint(world, run, async (tx) => {
    if (scope.criteria.length === 0) {
      scope.criteria = await insertDerived(tx, webset.id, planned.criteria);
      await setCriterionIds(
        tx,
        run.id,
        scope.criteria.map(({ id }) => id),
      );
    }
    const text = `Searching for ${planned.queries.map((q) => `“${q}”`).join(', ')}`;
    return [
      { type: 'narration', data: { text } },
      { type: 'step.completed', data: { step: 'plan' } },
    ];
  });
  return planned.queries;
}

const fail = (world: World, run: Run, reason: FailureReason, detail: string) =>
  checkpoint(world, run, async (tx) => {
    await endRun(tx, run.id, 'failed', reason, detail);
    return [{ type: 'run.failed', data: { reason, detail } }];
  }).catch((error: unknown) => {
    if (!(error instanceof Stale)) throw error;
  });

/** A stage threw: the run is tried again, until it has thrown too often. */
async function countFailure(world: World, run: Run, error: unknown): Promise<void> {
  const detail = storableText(wordsOf(error));
  world.log.error({ err: rootCause(error), run: run.id }, 'a stage of a run threw');
  let failures = 0;
  await checkpoint(world, run, async (tx) => {
    failures = await addFailure(tx, run.id);
    return [{ type: 'narration', data: { text: `A step failed (${failures} of ${FAILURES_MAX}): ${detail}` } }];
  });
  if (failures >= FAILURES_MAX) return fail(world, run, 'repeated_failure', detail);
  throw error;
}
