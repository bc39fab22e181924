import type { Bar } from '../bar.ts';

const TRIES = 3;

/** What work costs this thread in ms of processor time: the least of some tries, since other work and earlier garbage only add to it. */
export async function costOf(work: () => unknown, tries = TRIES): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Less is the clock's, and no ratio is made of it. */
const LEAST_MS = 1;
/** What grows is made longer until it costs as much: of less, a ratio says more of the machine than of the work. */
const ENOUGH_MS = 10;
const LONGER = 64;

/** A law: one work costs at most `most` times what another does. */
export const atMost = (most: number, name: string, work: () => unknown, beside: () => unknown): Bar => ({
  name,
  async run() {
    const base = Math.max(LEAST_MS, await costOf(beside));
    const cost = Math.max(LEAST_MS, await costOf(work));
    return {
      figure: `${(cost / base).toFixed(2)} times (${cost.toFixed(0)} of ${base.toFixed(0)} ms, at most ${most})`,
      pass: cost <= most * base,
    };
  },
});

/** A law: work of four times the size costs at most `most` times as much; what grows by the square costs sixteen. `size`: the least. */
export const growing = (most: number, name: string, work: (size: number) => unknown, size: number): Bar => ({
  name,
  async run() {
    let from = size;
    while (from < LONGER * size && (await costOf(() => work(from))) < ENOUGH_MS) from *= 2;
    return atMost(
      most,
      name,
      () => work(4 * from),
      () => work(from),
    ).run();
  },
});

/** Does something, and says for which share of the time it took it held the event loop at once, at most. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let [last, longest] = [start, 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    look();
    return longest / (performance.now() - start);
  } finally {
    clearInterval(timer);
  }
}
