import type { Span } from '../../../domain/page/evidence.ts';
import { posteriorOf } from '../learn/gaussian.ts';
import { unpackWords } from '../score/record.ts';
import { shipped, type Weights } from '../weights/weights.ts';
import type { AskedColumn } from './asked.ts';
import type { ColumnScore, ScoredValue } from './score-column.ts';

/** A value that a person confirmed, corrected or said that the page does not give (null). */
export interface ConfirmedValue {
  row: number;
  value: string | null;
}

/** What a column gets of a row: a value where it is likely enough to be right, else the best candidate as a suggestion. `evidence` is its sentence. */
export interface ValueDecision {
  value: string | null;
  suggestion: string | null;
  likelihood: number;
  evidence: Span | null;
}

const SCALE = 30;
/** How much the trained rank of a value still counts once values were confirmed. */
const TRAINED = 0.3;
const BIAS = 1;
const NOTHING: ValueDecision = { value: null, suggestion: null, likelihood: 0, evidence: null };
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const fold = (value: string) =>
  value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Decides a column for every row by the values that pages may give and what was confirmed. A confirmed row gets nothing here: it has its value. */
export function decideColumn(
  { format }: AskedColumn,
  scores: readonly (ColumnScore | null)[],
  { confirmed, weights = shipped }: { confirmed: readonly ConfirmedValue[]; weights?: Weights },
): ValueDecision[] {
  const add = learnValues(scores, confirmed);
  const cut = weights.cuts[format]?.[confirmed.length > 0 ? 1 : 0] ?? 1;
  return scores.map((score) => {
    const ranked = (score?.values ?? [])
      .map((one) => ({ one, z: confirmed.length > 0 ? TRAINED * one.z + add(one) : one.z }))
      .sort((a, b) => b.z - a.z);
    const [best] = ranked;
    if (!best) return NOTHING;
    const likelihood = likelihoodOf(ranked.map(({ one, z }) => ({ value: one.value, z })));
    const { value, start, end } = best.one;
    return { value: likelihood >= cut ? value : null, suggestion: likelihood >= cut ? null : value, likelihood, evidence: { start, end } };
  });
}

/** How likely the first of some ranked values is right: it must be likely by itself, and likelier than another value. */
export function likelihoodOf(ranked: readonly { value: string; z: number }[]): number {
  const [best] = ranked;
  if (!best) return 0;
  const rival = ranked.find(({ value }) => fold(value) !== fold(best.value));
  return sigmoid(Math.min(best.z, rival ? best.z - rival.z : Infinity));
}

/** What stands about the confirmed values and not about the others of their rows, as something to add to a value's rank. */
function learnValues(scores: readonly (ColumnScore | null)[], confirmed: readonly ConfirmedValue[]): (value: ScoredValue) => number {
  const examples = confirmed.flatMap(({ row, value }) =>
    (scores[row]?.values ?? []).map((one) => ({
      one,
      words: unpackWords(one.words),
      y: value !== null && isSame(one.value, value) ? 1 : 0,
      weight: 1,
    })),
  );
  if (examples.length === 0) return () => 0;
  const kernel = examples.map((a) => Float64Array.from(examples, (b) => alike(a.words, b.words)));
  const { slopes } = posteriorOf(
    kernel,
    Float64Array.from(examples, ({ one }) => TRAINED * one.z),
    examples,
  );
  return ({ words }) => {
    const own = unpackWords(words);
    return examples.reduce((sum, one, i) => sum + (slopes[i] ?? 0) * alike(one.words, own), 0);
  };
}

const alike = (a: readonly number[], b: readonly number[]) =>
  BIAS + (SCALE * a.filter((word) => b.includes(word)).length) / Math.sqrt(Math.max(1, a.length * b.length));

const isSame = (a: string, b: string) =>
  fold(a) === fold(b) || (fold(b).length > 3 && fold(a).startsWith(`${fold(b)} `)) || (/^\d/u.test(b) && a.startsWith(b));
