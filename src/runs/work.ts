import { countFor } from '../agent/thread-shares.ts';
import { isUnavailable } from '../db/connection/faults.ts';
import { appendEvents } from '../db/queries/runs/event.ts';
import { addFailure, endAliveRun, endRun, findRun, handOver, setCriterionIds, setQueries, takeRun } from '../db/queries/runs/run.ts';
import { insertDerived } from '../db/queries/websets/criterion.ts';
import { findWebset, lockWebset } from '../db/queries/websets/webset.ts';
import { rootCause } from '../domain/errors.ts';
import type { RunEvent } from '../domain/run-event.ts';
import { type FailureReason, isAlive, type Run, type RunMode, type StopReason } from '../domain/run-state.ts';
import { buryRun, type DeadLetter, postponeRun } from '../queue/run-jobs.ts';
import { giveUpFailingCandidate } from './candidate/candidate.ts';
import { fillRows } from './candidate/fill.ts';
import { checkpoint, emit, Stale } from './checkpoint.ts';
import { importRun } from './importing/import.ts';
import { decideRows } from './learning/during-run.ts';
import { recordingDeps } from './recording/record.ts';
import { SearchUnavailable, wordsFor } from './run-failure.ts';
import { budgetLeft, goOn, openScope, type Scope, untilCap } from './scope.ts';
import { searchRounds } from './searching/rounds.ts';
import { teachRows } from './teaching/teach.ts';
import { HandedOver, type Stops, watchRun } from './watch.ts';
import type { WorkerDeps } from './worker-deps.ts';

const FAILURES_MAX = 5;
/**
 * Retries in a row without a finished candidate: something crashes workers. Without a suspect page it may be another run on the same
 * worker.
 */
const STALLS_MAX = 3;
const BLAMELESS_STALLS_MAX = 20;
const RETRY_SECONDS = 2;
const RETRY_MAX_SECONDS = 60;
const HANDED_OVER_SECONDS = 1;
const WAIT = 'start it again once they are read';
const UNAVAILABLE_MS = 100;
const UNAVAILABLE_MAX_MS = 5000;

/**
 * Executes one run: plan, fill, search, finish. Each step is stored before the next, so a retaken run repeats nothing. Waits while the
 * database is unavailable; after a failed stage the job waits. Throws when the worker stops or the run cannot start.
 */
export async function workRun(base: WorkerDeps, runId: string, stopped: AbortSignal): Promise<void> {
  let run = await begin(base, runId);
  if (!run) return;
  const deps = base.record && run.mode !== 'import' ? recordingDeps(base, run) : base;
  using watch = watchRun(deps, run);
  const stops = { signal: AbortSignal.any([watch.stale, watch.late, stopped]), leave: watch.leave };
  using _share = countFor(run.caller, stops.signal);
  for (let pause = UNAVAILABLE_MS; run; pause = Math.min(pause * 2, UNAVAILABLE_MAX_MS)) {
    try {
      return await attempt(deps, run, stops);
    } catch (error) {
      if (error instanceof Stale || watch.stale.aborted) return; // ended elsewhere
      if (stopped.aborted) {
        const { id, attempt: held } = run;
        await deps.db.transaction((tx) => handOver(tx, id, held)).catch(() => {}); // another worker continues
        throw stopped.reason;
      }
      if (!isUnavailable(error)) throw error;
      deps.log.error({ err: rootCause(error), run: run.id }, 'the database became unavailable during a run');
    }
    run = await again(deps, run, pause, stops.signal);
  }
}

/** Waits for the database and returns the run; null if it is no longer this attempt's. */
async function again(deps: WorkerDeps, { id, attempt }: Run, pause: number, signal: AbortSignal): Promise<Run | null> {
  while (!signal.aborted) {
    await deps.ports.clock.sleep(pause, signal).catch(() => {});
    const now = await findRun(deps.db, id).catch(() => undefined);
    if (now !== undefined) return now?.state === 'running' && now.attempt === attempt ? now : null;
  }
  return null;
}

/** Runs the stages and handles their errors. Rethrows what is not about the run: an unavailable database, a stop, a stale attempt. */
async function attempt(deps: WorkerDeps, run: Run, stops: Stops): Promise<void> {
  const isPoisoned = run.stalls >= STALLS_MAX && !(await giveUpFailingCandidate(deps, run));
  if (isPoisoned && run.stalls >= BLAMELESS_STALLS_MAX)
    return fail(deps, run, 'poison_page', `it was taken up ${run.stalls} times without one page being finished`);
  try {
    await stages(deps, run, stops);
  } catch (error) {
    if (error instanceof HandedOver || stops.signal.reason instanceof HandedOver) return giveWay(deps, run);
    if (error instanceof Stale || stops.signal.aborted || isUnavailable(error)) throw error;
    if (error instanceof SearchUnavailable && !error.passing) return fail(deps, run, 'search_unavailable', error.message);
    await countFailure(deps, run, error);
  }
}

async function begin(deps: WorkerDeps, runId: string): Promise<Run | null> {
  const run = await deps.db.transaction(async (tx) => {
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
  if (run) deps.listener.notify(run.websetId);
  if (run && run.attempt > 1) deps.tally?.('retakes', 1);
  return run;
}

async function stages(deps: WorkerDeps, run: Run, stops: Stops): Promise<void> {
  const webset = await findWebset(deps.db, run.websetId);
  if (!webset) return;
  const scope = await openScope(deps, run, webset, stops);
  const { reason, detail } = await RUNS[run.mode](scope);
  await checkpoint(deps, run, async (tx) => {
    await endRun(tx, run.id, 'completed', reason, detail);
    return [{ type: 'run.completed', data: { reason, detail } }];
  });
}

/** Fills or rejudges cells without searching or reading. */
async function fillRun(scope: Scope): Promise<{ reason: StopReason; detail: string | null }> {
  goOn(scope);
  await fillRows(scope);
  await decideRows(scope);
  if (scope.capped !== null) return { reason: 'cost_budget', detail: scope.capped };
  return { reason: budgetLeft(scope).seconds === 0 ? 'time_budget' : 'rows_done', detail: null };
}

async function searchRun(scope: Scope): Promise<{ reason: StopReason; detail: string | null }> {
  let queries: string[] = [];
  await untilCap(scope, async () => {
    queries = await planRun(scope);
  });
  goOn(scope);
  await fillRows(scope);
  await teachRows(scope);
  const reason = await untilTaught(scope, queries);
  return { reason, detail: reason === 'cost_budget' ? scope.capped : reason === 'waiting_for_uploads' ? WAIT : null };
}

/** Searches and teaches; searches on if the model took back matches that had ended the search. */
async function untilTaught(scope: Scope, queries: string[]): Promise<StopReason> {
  for (;;) {
    const found = await searchRounds(scope, queries);
    await teachRows(scope, { isLast: true });
    if (scope.capped !== null) return 'cost_budget';
    if (found !== 'target_reached' || scope.matches >= scope.run.target || scope.deps.script) return found;
  }
}

const RUNS: Record<RunMode, (scope: Scope) => Promise<{ reason: StopReason; detail: string | null }>> = {
  search: searchRun,
  fill: fillRun,
  rejudge: fillRun,
  import: importRun,
};

/** The queries of the run, from an earlier attempt if it has planned; a webset without criteria gets those of its request. */
async function planRun(scope: Scope): Promise<string[]> {
  const { deps, run, webset, columns } = scope;
  if (run.queries) return run.queries;
  await emit(deps, run, { type: 'step.started', data: { step: 'plan' } });
  const { originalQuery: query, category, notes } = webset;
  const input = { query, category, notes, criteria: scope.criteria, columns };
  const { plan: planned, trouble } = await deps.plan(input, deps.budgetOf(run), scope.signal);
  await checkpoint(deps, run, async (tx) => {
    await setQueries(tx, run.id, planned.queries);
    if (scope.criteria.length === 0) {
      scope.criteria = await insertDerived(tx, webset.id, planned.criteria);
      await setCriterionIds(
        tx,
        run.id,
        scope.criteria.map(({ id }) => id),
      );
    }
    const why = trouble ? `Planned by the rules, since ${trouble}. ` : '';
    const text = `${why}Searching for ${planned.queries.map((q) => `“${q}”`).join(', ')}`;
    return [
      { type: 'narration', data: { text } },
      { type: 'step.completed', data: { step: 'plan' } },
    ];
  });
  return planned.queries;
}

/** Ends a run for good, with the stack trace in a dead letter. */
const fail = (deps: WorkerDeps, run: Run, reason: FailureReason, detail: string, trace?: string) =>
  checkpoint(deps, run, async (tx) => {
    await endRun(tx, run.id, 'failed', reason, detail);
    await buryRun(deps.queue, tx, { runId: run.id, reason, detail, ...(trace && { trace }) });
    return [{ type: 'run.failed', data: { reason, detail } }];
  });

/** Gives the run's place to another caller; the run waits for its next turn. Its job follows when this attempt is over. */
const giveWay = (deps: WorkerDeps, run: Run) =>
  checkpoint(deps, run, async (tx) => {
    await handOver(tx, run.id, run.attempt);
    await postponeRun(tx, run.id, HANDED_OVER_SECONDS);
    return [{ type: 'narration', data: { text: 'Other callers wait for a place: this run lets them, and goes on in its turn' } }];
  });

/** Handles a stage that threw: the run is retried later, until it has failed too often. */
async function countFailure(deps: WorkerDeps, run: Run, error: unknown): Promise<void> {
  const detail = wordsFor(error);
  const cause = rootCause(error);
  deps.log.error({ err: cause, run: run.id }, 'a stage of a run threw');
  let failures = 0;
  await checkpoint(deps, run, async (tx) => {
    failures = await addFailure(tx, run.id);
    if (failures >= FAILURES_MAX) return [{ type: 'narration', data: { text: `A step failed for the last time: ${detail}` } }];
    const seconds = Math.min(RETRY_MAX_SECONDS, (deps.retrySeconds ?? RETRY_SECONDS) * 4 ** (failures - 1));
    await postponeRun(tx, run.id, seconds);
    return [
      { type: 'narration', data: { text: `A step failed (${failures} of ${FAILURES_MAX}), trying again in ${seconds} s: ${detail}` } },
    ];
  });
  if (failures < FAILURES_MAX) return;
  const reason = error instanceof SearchUnavailable ? 'search_unavailable' : 'repeated_failure';
  await fail(deps, run, reason, detail, cause instanceof Error ? cause.stack : undefined);
}

/** Handles a dead letter: logs it, and ends its run if alive, since no worker will take it again. */
export async function closeRun(deps: WorkerDeps, { runId, reason, detail, trace }: DeadLetter): Promise<void> {
  deps.log.error({ run: runId, reason, detail, trace }, 'a run failed for good');
  if (reason) return;
  const run = await findRun(deps.db, runId);
  if (!run || !isAlive(run)) return;
  const why = 'its job was given up by the queue; start a new run, which does only what is missing';
  await deps.db.transaction(async (tx) => {
    if (!(await lockWebset(tx, run.websetId))) return;
    if (!(await endAliveRun(tx, runId, 'repeated_failure', why))) return;
    await appendEvents(tx, run.websetId, runId, [{ type: 'run.failed', data: { reason: 'repeated_failure', detail: why } }]);
  });
  deps.listener.notify(run.websetId);
}
