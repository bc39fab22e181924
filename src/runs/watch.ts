import { findRun } from '../db/queries/runs/run.ts';
import type { Run } from '../domain/run.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** What is at work when a run is asked to hand over has so long to come to rest. */
const REST_MS = 5000;
/** A run whose turn is over may finish one page first, or else slow pages and models would never be done; but not for longer than this. */
const PAGE_MS = 150_000;

/** The run's place is wanted by another caller. */
export class HandedOver extends Error {}

/** What an attempt stops for. */
export interface Stops {
  /** Everything is to be left as it is. */
  signal: AbortSignal;
  /** Nothing new is to be begun: the run is handed over once what is at work is saved. */
  leave: AbortSignal;
}

export interface Watch extends Disposable {
  /** Goes off within a second of the run's being cancelled, deleted or taken by another worker. */
  stale: AbortSignal;
  /** Goes off within a second of the run's being asked to hand over. */
  leave: AbortSignal;
  /** Goes off when it took too long over that. */
  late: AbortSignal;
}

const finished = ({ counts: { read, unreadable, judged } }: Run) => read + unreadable + judged;

/** Watches a run's row from its taking on. Dispose it when the run is over. */
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
      const now = await findRun(db, run.id).catch(() => undefined); // a database that is unavailable cancels nothing
      if (now !== undefined && (now?.state !== 'running' || now.attempt !== run.attempt)) return stale.abort();
      if (now) heed(now);
      await wake.heard();
    }
  };
  void watch();
  return { stale: stale.signal, leave: leave.signal, late: late.signal, [Symbol.dispose]: () => over.abort() };
}
