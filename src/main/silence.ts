import { sleepWhileRunning } from '../domain/work/running-time.ts';

const LOOK_MS = 1000;

/**
 * Calls `hung` once when nothing was heard for longer than `allowed` milliseconds in which this process was running, looking every second of them: what was said
 * while this process got no time is heard before that look. Disposed, it looks no more.
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
