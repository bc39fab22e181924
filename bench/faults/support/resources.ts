import { setTimeout as sleep } from 'node:timers/promises';

const COUNTS = 12;

/** How many timers and TCP sockets keep this process alive, counted often. */
export type Counts = readonly { timers: number; sockets: number }[];

/**
 * Counts this process' timers and sockets over two seconds, without those of a pool, which may hold more or fewer: `pooled` says how many.
 */
export async function countResources(pooled: () => Promise<number>): Promise<Counts> {
  const counts: { timers: number; sockets: number }[] = [];
  for (let n = 0; n < COUNTS; n++) {
    await sleep(100 + 13 * n); // no period of what comes and goes fits all of these
    const pool = await pooled();
    const names = process.getActiveResourcesInfo();
    const count = (name: string) => names.filter((other) => other === name).length - pool;
    counts.push({ timers: count('Timeout'), sockets: count('TCPSocketWrap') });
  }
  return counts;
}

/**
 * What grew and stays: the least of the later counts above the most of the earlier ones. One that comes and goes is not left, and hides one
 * at most.
 */
export function left(before: Counts, after: Counts, name: 'timers' | 'sockets'): number {
  return Math.max(0, Math.min(...after.map((count) => count[name])) - Math.max(...before.map((count) => count[name])));
}
