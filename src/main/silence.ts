import { sleepWhileRunning } from '../domain/work/running-time.ts';

const LOOK_MS = 1000;

/**
 * Calls `hung` once after `allowed` milliseconds of this process's running time without a message. It checks every second, after reading
 * messages that arrived while the process had no CPU time. Disposal ends it.
 */
export function watchSilence(allowed: () => number, hung: () => void): Disposable & { heard(): void } {
  const over = new AbortController();
  let silentMs = 0;
  const watch = async () => {
    while (!over.signal.aborted && silentMs <= allowed()) {
      await sleepWhileRunning(LOOK_MS, over.signal);
      silentMs += LOOK_MS;
    }
    if (!over.signal.aborted) hung();
  };
  void watch();
  return {
    heard() {
      silentMs = 0;
    },
    [Symbol.dispose]: () => over.abort(),
  };
}
