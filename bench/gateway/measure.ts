import { median } from '../shared/figures.ts';
import type { Data } from './data.ts';

/** How long a measure takes: turns of `seconds`, `rounds` of each side; `warm` seconds of load, or starts, before them. */
export interface Pace {
  warm: number;
  seconds: number;
  rounds: number;
}

/** Held to its bars; for who works on the speed; to see that all of it works. */
export const PACES = {
  full: { warm: 2, seconds: 4, rounds: 5 },
  quick: { warm: 2, seconds: 2, rounds: 3 },
  short: { warm: 0.3, seconds: 0.5, rounds: 1 },
} as const satisfies Record<string, Pace>;

/** What a measure works with. */
export interface Bench {
  data: Data;
  pace: Pace;
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

/** Both sides by turns, A B A B, as a machine is never as quick twice; the median of each. */
export async function byTurns(rounds: number, a: () => Promise<number>, b: () => Promise<number>): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    taken[0].push(await a());
    taken[1].push(await b());
  }
  return [median(taken[0]), median(taken[1])];
}
