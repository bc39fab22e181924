/**
 * Processes items, `count` at a time, until they run out or `stop` returns true. The first error ends all lanes, after running work has
 * finished.
 */
export async function inLanes<T>(items: readonly T[], count: number, stop: () => boolean, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (!failed && next < items.length && !stop()) {
      const item = items[next++] as T;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: count }, lane));
  const broken = ended.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
}
