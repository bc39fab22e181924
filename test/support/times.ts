/** How often something random is tried: `short` times by `npm test`, `full` times by `npm run test:full`. */
export const times = (short: number, full: number): number => (process.env.TEST_FULL ? full : short);

/** Counts the processor's time of this process from now on, in milliseconds: what others do on the machine leaves it as it is. */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
