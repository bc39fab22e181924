import { findRun } from '../db/queries/runs/run.ts';
import type { Run } from '../domain/run-state.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** The time for work in progress to finish when a run is asked to hand over. */
const REST_MS = 5000;
/** A run whose turn is over may finish one page, so that slow pages and models make progress; but not for longer than this. */
const PAGE_MS = 150_000;

/** Thrown when another caller needs the run's place. */
export class HandedOver extends Error {}

/** The signals that stop an attempt. */
export interface Stops {
  /** Stop at once. */
  signal: AbortSignal;
  /** Start nothing new: the run hands over after saving its work in progress. */
  leave: AbortSignal;
}

export interface Watch extends Disposable {
  /** Aborts within a second after the run was cancelled, deleted or taken by another worker. */
  stale: AbortSignal;
  /** Aborts within a second after the run was asked to hand over. */
  leave: AbortSignal;
  /** Aborts when handing over takes too long. */
  late: AbortSignal;
}

const finished = ({ counts: { read, unreadable, judged } }: Run) => read + unreadable + judged;

/** Watches a run's row from the start of an attempt. Dispose it when the run is over. */
export function watchRun({ db, listener }: WorkerDeps, run: Run): Watch {
  const [stale, leave, late, over] = [new AbortController(), new AbortController(), new AbortController(), new AbortController()];
  let leaveBy = Number.POSITIVE_INFINITY;
  const heed = (now: Run) => {
    if (now.handOver === null) return;
    if (!leave.signal.aborted) leaveBy = performance.now() + PAGE_MS;
    leave.abort(new HandedOver('another caller waits for the place'));
    if (now.handOver === 'now' || finished(now) > finished(run)) leaveBy = Math.min(leaveBy, performance.now() + REST_MS);
    if (performance.now() >= leaveBy) late.abort(leave.signal.reason);
  };
  const watch = async () => {
    using wake = listener.listen(run.websetId, over.signal);
    while (!over.signal.aborted) {
      wake.subscribe();
      const now = await findRun(db, run.id).catch(() => undefined); // an unavailable database aborts nothing
      if (now !== undefined && (now?.state !== 'running' || now.attempt !== run.attempt)) return stale.abort();
      if (now) heed(now);
      await wake.heard();
    }
  };
  void watch();
  return { stale: stale.signal, leave: leave.signal, late: late.signal, [Symbol.dispose]: () => over.abort() };
}
