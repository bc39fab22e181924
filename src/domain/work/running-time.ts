const SLICE_MS = 250;

/**
 * Resolves after `ms` of running time, or at an abort. A late timer counts as its own slice only, as a process without CPU time cannot
 * measure a wait. Pending input is read before it resolves.
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

/** Calls `look` every `everyMs` of running time. A late timer counts as its own length only, and pending input is read before the call. */
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
 * Calls back after each stall of this process with its length in milliseconds. It checks four times a second, and when `look` is called by
 * someone who needs to know earlier.
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
