import type { Data } from './data.ts';

/** What a measure works with; `quick` makes it short, for who works on the speed. */
export interface Bench {
  data: Data;
  quick: boolean;
}

/** One line of the table: `more` is better, or less. */
export interface Measure {
  name: string;
  what: string;
  better: 'more' | 'less';
  unit: 'times' | 'MB' | 'ms';
  /** `detail`: what the figure was made of, in words. */
  run(bench: Bench): Promise<Figure[]>;
}

export interface Figure {
  label?: string;
  value: number;
  bar: number;
  aim?: number;
  detail: string;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] as number) : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

/** Both sides by turns, A B A B, as a machine is never as quick twice; the median of each. */
export async function byTurns(rounds: number, a: () => Promise<number>, b: () => Promise<number>): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    taken[0].push(await a());
    taken[1].push(await b());
  }
  return [median(taken[0]), median(taken[1])];
}
