import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { derive } from '../../src/agent/evidence/derive.ts';
import { type AskedColumn, askedBy, TRAINED } from '../../src/agent/judge/columns/asked.ts';
import { type ConfirmedValue, fold, picksOf } from '../../src/agent/judge/columns/picks.ts';
import { columnSize, type Described, describe, keepBest } from '../../src/agent/judge/columns/score-column.ts';
import type { ColumnWeights } from '../../src/agent/judge/columns/weights.ts';
import { readUnits } from '../../src/agent/judge/score/score-page.ts';
import { type Compare, type EvalQuestion, pathOf, type Truth } from '../shared/evaluation.ts';
import { type Example, regress } from './logistic.ts';
import type { BenchRun } from './runs.ts';

export type Format = EvalQuestion['enrichments'][number]['format'];

/** The values that one page may give for a column, which of them are right, and what a person would say. */
interface Choice {
  all: (Described & { isRight: boolean; holds: boolean })[];
  truth: unknown;
}

/** A column of a source: how many questions ask for it, and its choices. */
export interface ColumnSet {
  source: string;
  asked: AskedColumn;
  format: Format;
  questions: number;
  choices: Choice[];
}

/** Pages of a column that are trained on at most. */
const PAGES = 60;

export const isRight = (compared: string) => compared === 'exact' || compared === 'normalized';

/** The truth of the columns of a page, by label; undefined where it is not known. */
export type ValuesOf = (question: EvalQuestion, path: string) => Record<string, unknown> | undefined;

export function columnSets(runs: readonly BenchRun[], valuesOf: ValuesOf, compare: Compare): ColumnSet[] {
  const sets = new Map<string, ColumnSet>();
  for (const { question, pages } of runs)
    for (const column of question.enrichments) {
      const key = `${question.source} ${column.label}`;
      const had = sets.get(key);
      if (had) {
        had.questions++;
        continue;
      }
      const { source } = question;
      const { format } = column;
      const asked = askedBy(column);
      const known = pages.filter((page) => valuesOf(question, pathOf(page.url))?.[column.label] !== undefined);
      const step = Math.max(1, known.length / PAGES);
      const choices = Array.from({ length: Math.min(PAGES, known.length) }, (_, i): Choice => {
        const page = known[Math.floor(i * step)] as BenchRun['pages'][number];
        const truth = valuesOf(question, pathOf(page.url))?.[column.label];
        const all = describe(readUnits(page), asked).map((one) => ({
          ...one,
          isRight: isRight(compare(format, truth, one.candidate.value)),
          holds: derive(page, { format }, one.candidate.value, one.candidate.quote) !== null,
        }));
        return { all: all.filter(({ holds }) => holds), truth };
      });
      sets.set(key, { source, asked, format, questions: 1, choices });
    }
  return [...sets.values()];
}

const EPOCHS = 60;
const RATE = 0.3;
const DECAY = 1e-5;
/** Wrong values of a page that are trained on at most. */
const WRONG = 120;

interface Flat {
  at: Int32Array;
  x: Float64Array;
  isRight: boolean;
}

function flatten({ all }: Choice): Flat[] {
  const wrong = all.filter((one) => !one.isRight);
  const step = Math.max(1, Math.ceil(wrong.length / WRONG));
  return [...all.filter((one) => one.isRight), ...wrong.filter((_, i) => i % step === 0)].map(({ features, isRight }) => ({
    at: Int32Array.from(features, ({ at }) => at),
    x: Float64Array.from(features, ({ x }) => x),
    isRight,
  }));
}

const flat = new WeakMap<ColumnSet, Flat[][]>();
const flatOf = (set: ColumnSet) => {
  const known = flat.get(set) ?? set.choices.map(flatten);
  flat.set(set, known);
  return known;
};

/**
 * Weights of a linear ranker by AdaGrad: the likelihood of the right value among all of its page and none, every column weighing the same.
 */
export function trainRanker(sets: readonly ColumnSet[]): number[] {
  const w = new Float64Array(columnSize);
  const squares = new Float64Array(columnSize).fill(1e-6);
  const gradient = new Float64Array(columnSize);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    gradient.fill(0);
    let total = 0;
    for (const set of sets)
      for (const values of flatOf(set)) {
        total += 1 / set.choices.length;
        addGradient(values, 1 / set.choices.length, w, gradient);
      }
    for (let i = 0; i < columnSize; i++) {
      const g = (gradient[i] ?? 0) / Math.max(1, total) - DECAY * (w[i] ?? 0);
      squares[i] = (squares[i] ?? 0) + g * g;
      w[i] = (w[i] ?? 0) + (RATE * g) / Math.sqrt(squares[i] ?? 1);
    }
  }
  return Array.from(w, (x) => Math.round(x * 1e4) / 1e4);
}

function addGradient(values: readonly Flat[], weight: number, w: Float64Array, gradient: Float64Array) {
  const z = values.map(({ at, x }) => x.reduce((sum, value, j) => sum + value * (w[at[j] ?? 0] ?? 0), 0));
  const most = Math.max(0, ...z);
  const e = z.map((one) => Math.exp(one - most));
  const right = e.reduce((sum, one, i) => sum + (values[i]?.isRight ? one : 0), 0);
  const all = e.reduce((sum, one) => sum + one, Math.exp(-most));
  for (const [i, { at, x, isRight: y }] of values.entries()) {
    const share = e[i] ?? 0;
    const slope = weight * ((y && right > 0 ? share / right : 0) - share / all);
    if (Math.abs(slope) > 1e-9)
      for (let j = 0; j < at.length; j++) gradient[at[j] ?? 0] = (gradient[at[j] ?? 0] ?? 0) + slope * (x[j] ?? 0);
  }
}

/** Where in a column's pages those are whose values are confirmed. */
const CONFIRMED = [0.02, 0.2, 0.45, 0.75];
export const confirmedAmong = (pages: number): number[] => [...new Set(CONFIRMED.map((share) => Math.floor(share * pages)))];

type Mode = keyof ColumnWeights['sure'];

interface Point extends Example {
  source: string;
  format: Format;
}

/** What the best values of a column look like to whom ranks them by these weights, with which of them are right. */
function pointsOf({ source, asked, format, questions, choices }: ColumnSet, weights: readonly number[], mode: Mode): Point[] {
  const scores = choices.map(({ all }) => keepBest(all, weights, { holds: () => true, hinted: null }));
  const right = choices.map(({ all }) => new Set(all.filter((one) => one.isRight).map(({ candidate }) => fold(candidate.value))));
  const rows = mode === 'taught' ? confirmedAmong(choices.length) : [];
  const confirmed = rows.map((row): ConfirmedValue => {
    const { all, truth } = choices[row] as Choice;
    const offered = all.find((one) => one.isRight)?.candidate.value;
    return { row, value: truth === null ? null : (offered ?? String(Array.isArray(truth) ? truth[0] : truth)) };
  });
  const picks = mode === 'alone' ? scores.flatMap((score) => picksOf(asked, [score], [])) : picksOf(asked, scores, confirmed);
  return picks.flatMap((pick, row) => {
    if (!pick || rows.includes(row)) return [];
    const y = right[row]?.has(fold(pick.best.value)) ? 1 : 0;
    return [{ x: pick.sure, y, weight: questions / choices.length, source, format }];
  });
}

/** Precision of filled values that cuts are chosen for once values were confirmed, with room for what other sources are like. */
const PRECISION: Record<Format, number> = { url: 0.96, date: 0.965, number: 0.98, text: 0.97 };
/** How much the cut that likelihoods foretell counts beside those that are counted. */
const FORETOLD = 0.25;
const PENALTY = 0.05;
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));
const round = (x: number) => Math.round(x * 1e4) / 1e4;

interface Ranked {
  source: string;
  y: number;
  weight: number;
  likelihood: number;
}

/**
 * The lowest likelihood down to which values are right as often as asked, by what is known of each (`rightOf`: 0 to 1). The likeliest
 * first.
 */
function cutBy(ranked: readonly Ranked[], precision: number, rightOf: (one: Ranked) => number): number {
  let [right, all, cut] = [0, 0, 1];
  for (const one of ranked) {
    all += one.weight;
    right += rightOf(one) * one.weight;
    if (all > 0.5 && right / all >= precision) cut = one.likelihood;
  }
  return cut;
}

const counted = (ranked: readonly Ranked[], precision: number) => cutBy(ranked, precision, ({ y }) => y);

/** One source more moves a counted cut far: so it is the mean, in log odds, of those without each source and of the one by likelihoods. */
function steadyCut(ranked: readonly Ranked[], precision: number): number {
  const bounded = (cut: number) => logit(Math.min(cut, 0.999));
  const cuts = [...new Set(ranked.map(({ source }) => source))].map((source) =>
    bounded(
      counted(
        ranked.filter((one) => one.source !== source),
        precision,
      ),
    ),
  );
  if (cuts.length === 0) return 1;
  const mean = cuts.reduce((sum, cut) => sum + cut, 0) / cuts.length;
  return sigmoid((1 - FORETOLD) * mean + FORETOLD * bounded(cutBy(ranked, precision, ({ likelihood }) => likelihood)));
}

const sureBy = (points: readonly Point[]) => regress(points, PENALTY).map(round);

function cutsBy(points: readonly Point[], sure: readonly number[]): ColumnWeights['cuts'] {
  const cuts = TRAINED.map((format) => {
    const ranked = points
      .filter((one) => one.format === format)
      .map(({ x, ...one }) => ({ ...one, likelihood: sigmoid(x.reduce((sum, value, i) => sum + value * (sure[i] ?? 0), 0)) }))
      .sort((a, b) => b.likelihood - a.likelihood);
    return [format, round(steadyCut(ranked, PRECISION[format]))];
  });
  return Object.fromEntries(cuts);
}

/**
 * Rankers by format, and how sure their best values are, learned from sources that the ranker was not trained on. `trained` caches rankers.
 */
export function trainColumns(sets: readonly ColumnSet[], trained: Map<string, number[]>): ColumnWeights {
  const sources = [...new Set(sets.map(({ source }) => source))].sort();
  const ranker = (format: Format, without: string) => {
    const used = sets.filter((one) => one.format === format && one.source !== without);
    const key = `${format} ${[...new Set(used.map(({ source }) => source))].sort().join()}`;
    const known = trained.get(key) ?? trainRanker(used);
    trained.set(key, known);
    return known;
  };
  const pointsIn = (mode: Mode) =>
    sources.flatMap((source) =>
      sets.filter((one) => one.source === source).flatMap((one) => pointsOf(one, ranker(one.format, source), mode)),
    );
  const taught = pointsIn('taught');
  const sure = { alone: sureBy(pointsIn('alone')), untaught: sureBy(pointsIn('untaught')), taught: sureBy(taught) };
  return {
    ranks: Object.fromEntries(TRAINED.map((format) => [format, ranker(format, '')])) as Record<Format, number[]>,
    sure,
    cuts: cutsBy(taught, sure.taught),
  };
}

/** Weights for each source by what the others teach, and under '' by all, kept in `cache` until the code that they come from changes. */
export function openColumnWeights(
  runs: readonly BenchRun[],
  { cache, truthOf, compare }: { cache: string; truthOf(question: unknown): Truth; compare: Compare },
): Record<string, ColumnWeights> {
  const hash = createHash('sha256');
  for (const folder of ['../../src/agent/judge/score/', '../../src/agent/judge/columns/', './']) {
    const url = new URL(folder, import.meta.url);
    for (const name of readdirSync(url).sort())
      if (/(?:score|columns|logistic|train-columns).*\.ts$/u.test(`${folder}${name}`)) hash.update(readFileSync(new URL(name, url)));
  }
  const file = join(cache, `columns-${runs.length}-${hash.digest('hex').slice(0, 12)}.json`);
  if (!existsSync(file)) {
    const truths = new Map(runs.map(({ question }) => [question.id, truthOf(question)]));
    const valuesOf: ValuesOf = (question, path) => {
      const truth = truths.get(question.id);
      return truth?.thing(path) ? truth.values.get(path) : undefined;
    };
    const sets = columnSets(runs, valuesOf, compare);
    const rankers = new Map<string, number[]>();
    const made = ['', ...new Set(sets.map(({ source }) => source))].map((source) => [
      source,
      trainColumns(
        sets.filter((one) => one.source !== source),
        rankers,
      ),
    ]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(made)));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, ColumnWeights>;
}
