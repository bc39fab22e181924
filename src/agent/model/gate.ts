import { unlessAborted } from '../fetch/turns.ts';

/** Lets so many through at a time, in the order that they came. Throws the signal's reason, and what the work throws. */
export function openGate(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return async function pass<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (free > 0) free--;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      try {
        await unlessAborted(promise, signal);
      } catch (error) {
        const place = waiting.indexOf(resolve);
        if (place >= 0) waiting.splice(place, 1);
        else leave(); // its turn came as it left
        throw error;
      }
    }
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
