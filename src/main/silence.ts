const LOOK_MS = 1000;
/** A look that comes so late tells that this process slept itself: with its machine, or stopped. */
const SLEPT_MS = 3 * LOOK_MS;

/**
 * Calls `hung` once when nothing was heard for longer than `allowed` milliseconds, looking every second. After a sleep of our own the count
 * begins anew, since what was said meanwhile is only heard after that look. Disposed, it looks no more.
 */
export function watchSilence(allowed: () => number, hung: () => void): Disposable & { heard(): void } {
  let heardAt = performance.now();
  let lookedAt = heardAt;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - lookedAt > SLEPT_MS) heardAt = now;
    lookedAt = now;
    if (now - heardAt <= allowed()) return;
    clearInterval(timer);
    hung();
  }, LOOK_MS);
  return {
    heard() {
      heardAt = performance.now();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
