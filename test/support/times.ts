/** How often something random is tried: `short` times by `npm test`, `full` times by `npm run test:slow`. */
export const times = (short: number, full: number): number => (process.env.TEST_SLOW ? full : short);

/** Counts the processor's time of this process from now on, in milliseconds: what others do on the machine leaves it as it is. */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

/** Does something, and says how long it took and how long at a time it held the event loop at most, in milliseconds. */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ result: T; took: number; longest: number }> {
  const start = performance.now();
  let [last, longest] = [start, 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 5);
  try {
    const result = await work();
    look();
    return { result, took: performance.now() - start, longest };
  } finally {
    clearInterval(timer);
  }
}
