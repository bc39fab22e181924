import { type AskedColumn, askedBy } from '../../src/agent/judge/columns/asked.ts';
import { likelihoodOf } from '../../src/agent/judge/columns/decide.ts';
import { columnSize, describe } from '../../src/agent/judge/columns/score-column.ts';
import { readUnits } from '../../src/agent/judge/score/score-page.ts';
import type { BenchRun, EvalQuestion } from './runs.ts';
import { pathOf } from './teach.ts';

export type Compare = (format: string, truth: unknown, value: string | null) => string;
export type Format = EvalQuestion['enrichments'][number]['format'];
type Features = { at: number; x: number }[];

/** The values that one page may give for a column, and which of them are right. */
interface Choice {
  values: { value: string; features: Features; isRight: boolean }[];
}

/** The choices of a column on a source's pages. */
export interface ColumnSet {
  source: string;
  format: Format;
  choices: Choice[];
}

/** Pages of a column, and wrong values of a page, that are trained on at most. */
const PAGES = 100;
const WRONG = 40;

export const isRight = (compared: string) => compared === 'exact' || compared === 'normalized';

/** The truth of the columns of a page, by label; undefined where it is not known. */
export type ValuesOf = (question: EvalQuestion, path: string) => Record<string, unknown> | undefined;

export function columnSets(runs: readonly BenchRun[], valuesOf: ValuesOf, compare: Compare): ColumnSet[] {
  const sets = new Map<string, ColumnSet>();
  for (const { question, pages } of runs)
    for (const column of question.enrichments) {
      const key = `${question.source} ${column.label}`;
      if (sets.has(key)) continue;
      const asked: AskedColumn = askedBy(column);
      const choices: Choice[] = [];
      for (const page of pages) {
        const truth = choices.length < PAGES ? valuesOf(question, pathOf(page.url)) : undefined;
        if (!truth || truth[column.label] === undefined) continue;
        const all = describe(readUnits(page), asked).map(({ candidate, features }) => ({
          value: candidate.value,
          features,
          isRight: isRight(compare(column.format, truth[column.label], candidate.value)),
        }));
        const wrong = all.filter((one) => !one.isRight);
        const step = Math.max(1, Math.ceil(wrong.length / WRONG));
        choices.push({ values: [...all.filter((one) => one.isRight), ...wrong.filter((_, i) => i % step === 0)] });
      }
      sets.set(key, { source: question.source, format: column.format, choices });
    }
  return [...sets.values()];
}

const EPOCHS = 30;
const RATE = 0.3;

/** Weights of a linear ranker: logistic regression over the values, every column weighing the same, by AdaGrad in a fixed order. */
export function trainColumn(sets: readonly ColumnSet[]): number[] {
  const w = new Float64Array(columnSize);
  const squares = new Float64Array(columnSize).fill(1e-6);
  const gradient = new Float64Array(columnSize);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    gradient.fill(0);
    let total = 0;
    for (const { choices } of sets)
      for (const { values } of choices)
        for (const { features, isRight: y } of values) {
          const weight = 1 / choices.length;
          total += weight;
          let z = 0;
          for (const { at, x } of features) z += x * (w[at] ?? 0);
          const error = weight * ((y ? 1 : 0) - 1 / (1 + Math.exp(-z)));
          for (const { at, x } of features) gradient[at] = (gradient[at] ?? 0) + error * x;
        }
    for (let i = 0; i < columnSize; i++) {
      const g = (gradient[i] ?? 0) / Math.max(1, total) - 1e-5 * (w[i] ?? 0);
      squares[i] = (squares[i] ?? 0) + g * g;
      w[i] = (w[i] ?? 0) + (RATE * g) / Math.sqrt(squares[i] ?? 1);
    }
  }
  return Array.from(w, (x) => Math.round(x * 1e4) / 1e4);
}

/** Precision that a filled value must have, with room for what other sources are like. */
const PRECISION = 0.94;
/** With confirmed values a value is filled from these likelihoods on. */
const CONFIRMED: Record<Format, number> = { text: 0.5, url: 0.35, number: 0.65, date: 0.25 };

/** Likelihoods from which on a value is filled, without and with confirmed values: the lowest that keeps the precision, every column weighing the same. */
export function cutOf(format: Format, sets: readonly ColumnSet[], weights: readonly number[]): number[] {
  const points = sets.flatMap(({ choices }) =>
    choices.flatMap(({ values }) => {
      const ranked = values
        .map(({ value, features, isRight: right }) => ({
          value,
          right,
          z: features.reduce((sum, { at, x }) => sum + x * (weights[at] ?? 0), 0),
        }))
        .sort((a, b) => b.z - a.z);
      const [best] = ranked;
      return best ? [{ likelihood: likelihoodOf(ranked), right: best.right, weight: 1 / choices.length }] : [];
    }),
  );
  points.sort((a, b) => b.likelihood - a.likelihood);
  let [right, all, cut] = [0, 0, 1];
  for (const point of points) {
    all += point.weight;
    if (point.right) right += point.weight;
    if (right / all >= PRECISION) cut = point.likelihood;
  }
  return [Math.round(cut * 1e4) / 1e4, CONFIRMED[format]];
}
