import { setTimeout as sleep } from 'node:timers/promises';

/** Goes on until its signal aborts, with the ids of the websets that were prepared; answers what it did, in words. */
export type Attack = (url: string, signal: AbortSignal, ids: readonly string[]) => Promise<string>;

/** Does a step again and again in some lanes, until the signal aborts. */
export async function inLanes(count: number, signal: AbortSignal, step: (lane: number, i: number) => Promise<unknown>): Promise<void> {
  const lane = async (_: unknown, n: number) => {
    for (let i = 0; !signal.aborted; i++) await step(n, i).catch(() => sleep(50));
  };
  await Promise.all(Array.from({ length: count }, lane));
}

/** How often which status was answered, in words. */
export const tally = (counts: Map<number, number>) =>
  [...counts].map(([status, times]) => `${status}: ${times}`).join(', ') || 'nothing answered';
export const counter = () => {
  const counts = new Map<number, number>();
  return { counts, add: ({ status }: { status: number }) => void counts.set(status, (counts.get(status) ?? 0) + 1) };
};
