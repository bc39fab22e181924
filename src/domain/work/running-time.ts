const SLICE_MS = 250;

/**
 * Resolves after so many milliseconds in which this process was running, or at an abort. It counts slices, each by its own length however late its timer comes:
 * a process that got no time waited for nobody. What the system has taken in meanwhile is read before it resolves.
 */
export async function sleepWhileRunning(ms: number, signal?: AbortSignal): Promise<void> {
  for (let left = ms; left > 0; left -= SLICE_MS) {
    if (signal?.aborted) return;
    await slice(Math.min(SLICE_MS, left), signal);
  }
  for (let turns = 0; turns < 2 && !signal?.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
}

function slice(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  signal?.addEventListener('abort', end, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  });
}

/**
 * Looks every so many milliseconds in which this process was running: a look counts that length however late its timer comes, and is made once what the system has
 * taken in meanwhile was read.
 */
export function lookWhileRunning(everyMs: number, look: () => void): Disposable {
  let isOver = false;
  const timer = setInterval(() => setImmediate(() => setImmediate(() => isOver || look())), everyMs);
  return {
    [Symbol.dispose]() {
      isOver = true;
      clearInterval(timer);
    },
  };
}

/**
 * Calls back after each time in which this process got no turn, with the milliseconds that its look came late. It looks four times a second, and when it is asked to:
 * for whoever must know before its next look.
 */
export function watchStalls(onStall: (lateMs: number) => void): Disposable & { look(): void } {
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const lateMs = now - lookedAt - SLICE_MS;
    lookedAt = now;
    if (lateMs > SLICE_MS) onStall(lateMs);
  };
  const timer = setInterval(look, SLICE_MS);
  timer.unref();
  return { look, [Symbol.dispose]: () => clearInterval(timer) };
}
