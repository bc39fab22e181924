import type { Verdict } from '../../../domain/verdict.ts';
import type { Why } from './policy.ts';

/** What was predicted before an answer, and the answer. */
export interface Foreseen {
  /** The probability of a match that was shown. */
  before: number;
  isMatch: boolean;
}

/** How well a criterion is learned. `precision` is the share of the decided verdicts that are right, between `low` and `high` nine times in ten. */
export interface CriterionEstimate {
  answers: number;
  decided: number;
  precision: number | null;
  low: number | null;
  high: number | null;
}

/** Fewer answers prove nothing. */
const LEAST = 8;
/** How far predictions of an unseen criterion are off, as a standard deviation of logits. */
const SPREAD = 0.7;
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

/** What may be said of the verdicts that were decided without being asked, by how the predictions before each answer held. */
function of(
  cells: readonly { verdict: Verdict | null; why: Why; probability: number }[],
  foreseen: readonly Foreseen[],
): CriterionEstimate {
  const decided = cells.filter(({ verdict, why }) => why !== 'answered' && (verdict === 'match' || verdict === 'no_match'));
  const answers = cells.filter(({ why }) => why === 'answered').length;
  if (foreseen.length < LEAST || decided.length === 0) return { answers, decided: decided.length, precision: null, low: null, high: null };
  const { error } = shift(foreseen);
  const right = (by: number) =>
    decided.reduce((sum, { verdict, probability }) => {
      const p = sigmoid(logitOf(probability) + (verdict === 'match' ? by : -by));
      return sum + (verdict === 'match' ? p : 1 - p);
    }, 0) / decided.length;
  return { answers, decided: decided.length, precision: right(0), low: right(-NINE_TENTHS * error), high: right(NINE_TENTHS * error) };
}

export const estimate = { shift, of };
