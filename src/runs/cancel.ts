import { findRun } from '../db/queries/runs/run.ts';
import type { Run } from '../domain/run.ts';
import type { World } from './world.ts';

/** A signal that goes off within a second of the run's being cancelled, deleted or taken by another worker. Dispose it when the run is over. */
export function watchRun({ db, listener }: World, { id, websetId, attempt }: Run): { signal: AbortSignal } & Disposable {
  const stale = new AbortController();
  const over = new AbortController();
  const watch = async () => {
    using wake = listener.listen(websetId, over.signal);
    while (!over.signal.aborted) {
      wake.arm();
      const now = await findRun(db, id).catch(() => undefined); // a database that is away cancels nothing
      if (now !== undefined && (now?.state !== 'running' || now.attempt !== attempt)) return stale.abort();
      await wake.heard();
    }
  };
  void watch();
  return { signal: stale.signal, [Symbol.dispose]: () => over.abort() };
}
