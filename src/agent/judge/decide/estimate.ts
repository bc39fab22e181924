import { type LearningEstimate, NOTHING_LEARNED } from '../../../domain/review/learning.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Why } from './cell.ts';

/** A prediction and the answer that followed it. */
export interface Foreseen {
  /** The probability of a match that was shown before the answer. */
  before: number;
  isMatch: boolean;
}

/** With fewer answers no estimate is made. */
const LEAST = 8;
/** The standard deviation, in logits, of the prediction error on an unseen criterion. */
const SPREAD = 0.7;
/**
 * Corrects the logits of cells that are not decided as `match`, where probabilities are too high. Measured on four sources, each left out
 * of its training: the interval then contains the true count nine times in ten.
 */
const LEFT = { slope: 0.75, shift: -1.2, error: 1.2 };
/** Half the width of a 90 % interval of the normal distribution, in standard deviations. */
const NINE_TENTHS = 1.645;

export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const logitOf = (p: number) => Math.log(Math.min(Math.max(p, 1e-4), 1 - 1e-4) / (1 - Math.min(Math.max(p, 1e-4), 1 - 1e-4)));

/** How much too low the predicted logits were according to the answers; `error` is its standard deviation. */
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

/** Estimates, from how well earlier predictions held, which share of a criterion's matches is right and how many matches are missed. */
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

/** The expected number of matches among cells, with a 90 % interval from the `error` that all cells share and from chance per cell. */
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
