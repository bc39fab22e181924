// Bars in milliseconds were set on one processor; on a slower one each is that many times longer.

/** What the computation below took where the bars were set, in milliseconds. */
const REFERENCE_MS = 0.15;
const TRIES = 300;

/**
 * How many times as long this processor takes as the one of the bars, at least 1: the least of many tries, so that other work does not
 * count.
 */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const start = performance.now();
    let state = tries;
    for (let i = 0; i < 100_000; i++) state = (state * 31 + i) | 0;
    if (Number.isInteger(state)) least = Math.min(least, performance.now() - start);
  }
  return Math.max(1, Math.round((10 * least) / REFERENCE_MS) / 10);
}
