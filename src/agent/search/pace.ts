import { unlessAborted } from '../fetch/turns.ts';
import type { Clock } from '../ports.ts';

/** One request at a time to a provider, and at least `everyMs` of rest after each. Shared by all that ask it in this process. */
export function openPace(clock: Clock, everyMs: number) {
  let tail = Promise.resolve();
  let freeAt = 0;
  return {
    /** Does the work when its turn has come. Throws the signal's reason, and what the work throws. */
    async turn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const before = tail;
      const { promise: mine, resolve: leave } = Promise.withResolvers<void>();
      tail = before.then(() => mine);
      try {
        await unlessAborted(before, signal);
        const pause = freeAt - clock.now();
        if (pause > 0) await clock.sleep(pause, signal);
        signal.throwIfAborted();
        try {
          return await work();
        } finally {
          freeAt = Math.max(freeAt, clock.now() + everyMs);
        }
      } finally {
        leave();
      }
    },
    /** Nobody asks again before this many milliseconds are over. */
    rest(ms: number) {
      freeAt = Math.max(freeAt, clock.now() + ms);
    },
  };
}
