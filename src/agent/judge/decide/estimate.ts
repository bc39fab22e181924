import { type LearningEstimate, NOTHING_LEARNED } from '../../../domain/review/learning.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Why } from './cell.ts';

/** What was predicted before an answer, and the answer. */
export interface Foreseen {
  /** The probability of a match that was shown. */
  before: number;
  isMatch: boolean;
}

/** Fewer answers prove nothing. */
const LEAST = 8;
/** How far predictions of an unseen criterion are off, as a standard deviation of logits. */
const SPREAD = 0.7;
/**
 * How the logits of cells that are not decided to match are to be read: of what answers settle least, less is so than each probability says. Measured over four sources,
 * each without what was trained on it: the interval then holds the truth nine times in ten.
 */
const LEFT = { slope: 0.75, shift: -1.2, error: 1.2 };
/** Of a normal distribution, nine tenths lie within so many standard deviations. */
const NINE_TENTHS = 1.645;

export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const logitOf = (p: number) => Math.log(Math.min(Math.max(p, 1e-4), 1 - 1e-4) / (1 - Math.min(Math.max(p, 1e-4), 1 - 1e-4)));

/** By how much the logits that were predicted have been too low, by what the answers then said; `error` is its standard deviation. */
function shift(foreseen: readonly Foreseen[]): { at: number; error: number } {
  let at = 0;
  let curve = 1;
  for (let step = 0; step < 20; step++) {
    let slope = -at / SPREAD ** 2;
    curve = 1 / SPREAD ** 2;
    for (const { before, isMatch } of foreseen) {
      const p = sigmoid(logitOf(before) + at);
      slope += (isMatch ? 1 : 0) - p;
      curve += p * (1 - p);
    }
    at += slope / curve;
  }
  return { at, error: 1 / Math.sqrt(curve) };
}

interface Decided {
  verdict: Verdict | null;
  why: Why;
  probability: number;
}

/** What may be said of a criterion's matches by how the predictions before each answer held: how many of those found are right, and how many more there are. */
function of(cells: readonly Decided[], foreseen: readonly Foreseen[]): LearningEstimate {
  const isFound = ({ verdict }: Decided) => verdict === 'match';
  const open = cells.filter(({ why }) => why !== 'answered' && why !== 'model');
  const decided = open.filter((cell) => isFound(cell) || cell.verdict === 'no_match').length;
  const counts = { ...NOTHING_LEARNED, decided, found: cells.filter(isFound).length };
  if (foreseen.length < LEAST) return counts;
  const { error } = shift(foreseen);
  const matches = open.filter(isFound);
  const logits = (of: readonly Decided[]) => of.map(({ probability }) => logitOf(probability));
  const right = expected(logits(matches), error);
  const left = logits(open.filter((cell) => !isFound(cell)));
  const missed = expected(
    left.map((x) => LEFT.slope * x + LEFT.shift),
    LEFT.error,
  );
  const share = (x: number) => x / matches.length;
  return {
    ...counts,
    ...(matches.length > 0 && { precision: share(right.mean), low: share(right.low), high: Math.min(1, share(right.high)) }),
    missed: missed.mean,
    missedLow: missed.low,
    missedHigh: missed.high,
  };
}

/** How many of some cells are expected to be met, by the logits of that, with an interval of nine tenths: `error` of all of them together, and chance. */
function expected(logits: readonly number[], error: number): { mean: number; low: number; high: number } {
  const at = (by: number) => logits.map((x) => sigmoid(x + by));
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const [mean, less, more] = [0, -NINE_TENTHS * error, NINE_TENTHS * error].map((by) => sum(at(by))) as [number, number, number];
  const chance = NINE_TENTHS * Math.sqrt(sum(at(0).map((p) => p * (1 - p))));
  return {
    mean,
    low: Math.max(0, mean - Math.hypot(mean - less, chance)),
    high: Math.min(logits.length, mean + Math.hypot(more - mean, chance)),
  };
}

export const estimate = { shift, of };
