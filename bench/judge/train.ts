import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Label } from '../../src/agent/judge/learn/gaussian.ts';
import { learn } from '../../src/agent/judge/learn/learn.ts';
import { meansOf, prepareCriterion } from '../../src/agent/judge/learn/prepare.ts';
import { wantedBy } from '../../src/agent/judge/score/score-page.ts';
import { shipped, type Weights } from '../../src/agent/judge/weights/weights.ts';
import { type Example, regress } from './logistic.ts';
import type { BenchRun } from './runs.ts';
import type { RunScores } from './scores.ts';
import { pathOf, randomBy, type Truth } from './teach.ts';
import { type ColumnSet, type Compare, columnSets, cutOf, type Format, trainColumn, type ValuesOf } from './train-columns.ts';

/** What one criterion teaches: its pages' features with the truth, and a sample of logits learned from twelve answers with the truth. */
interface CriterionSet {
  source: string;
  isDenied: boolean;
  examples: Example[];
  learned: Example[];
}

/** All that weights are trained from; each part names its source. */
interface Material {
  criteria: CriterionSet[];
  columns: ColumnSet[];
}

export interface Evaluator {
  truthOf(question: unknown): Truth;
  compare: Compare;
}

const ANSWERS = 12;
const BLANK: Weights = { ...shipped, prior: [] };
const round = (x: number) => Math.round(x * 1e4) / 1e4;
const priorFrom = (sets: readonly CriterionSet[]) =>
  regress(
    sets.filter(({ isDenied }) => !isDenied).flatMap(({ examples }) => examples),
    1,
  ).map(round);

function gather(runs: readonly BenchRun[], scores: readonly RunScores[], { truthOf, compare }: Evaluator): Material {
  const truths = new Map(runs.map(({ question }) => [question.id, truthOf(question)]));
  const drafts = runs.flatMap(({ question, pages }, run) =>
    question.criteria.map((criterion, i) => {
      const wanted = wantedBy(criterion);
      const known = pages.map(({ url }) => {
        const truth = truths.get(question.id);
        return truth?.thing(pathOf(url)) ? truth.verdicts(pathOf(url))[criterion.label] : undefined;
      });
      const { prior } = prepareCriterion(wanted, scores[run]?.criteria[i] ?? [], BLANK);
      const rows = known.flatMap((verdict, row) => (verdict ? [{ x: prior[row] ?? [], y: verdict === 'match' ? 1 : 0, weight: 1 }] : []));
      const examples = rows.map((one) => ({ ...one, weight: 100 / rows.length }));
      return { source: question.source, run, i, wanted, known, isDenied: wanted.isDenied, examples, learned: [] as Example[] };
    }),
  );
  for (const source of new Set(drafts.map((one) => one.source))) {
    const weights = { ...BLANK, prior: priorFrom(drafts.filter((one) => one.source !== source)) };
    for (const draft of drafts.filter((one) => one.source === source))
      draft.learned = learnedOf(draft, scores[draft.run]?.criteria[draft.i] ?? [], weights);
  }
  const valuesOf: ValuesOf = (question, path) => {
    const truth = truths.get(question.id);
    return truth?.thing(path) ? truth.values.get(path) : undefined;
  };
  return { criteria: drafts, columns: columnSets(runs, valuesOf, compare) };
}

/** Logits of a criterion after a few answers for rows by chance, with the truth. */
function learnedOf(
  { wanted, known, run, i }: { wanted: ReturnType<typeof wantedBy>; known: (string | undefined)[]; run: number; i: number },
  scores: Parameters<typeof prepareCriterion>[1],
  weights: Weights,
): Example[] {
  const prepared = prepareCriterion(wanted, scores, weights);
  prepared.mean = meansOf(wanted, prepared.prior, weights);
  const random = randomBy(`${run} ${i}`);
  const rows = known.flatMap((verdict, row) => (verdict ? [{ row, verdict, at: random() }] : [])).sort((a, b) => a.at - b.at);
  const labels: Label[] = rows
    .slice(0, ANSWERS)
    .map(({ row, verdict }) => ({ row, y: verdict === 'match' ? 1 : 0, weight: verdict === 'unknown' ? 0.5 : 1 }));
  const rest = rows.slice(ANSWERS);
  const { logit } = learn(prepared, labels);
  return rest.map(({ row, verdict }) => ({ x: [1, logit[row] ?? 0], y: verdict === 'match' ? 1 : 0, weight: 100 / rest.length }));
}

function weightsFrom({ criteria, columns }: Material): Weights {
  const [shift = 0, slope = 1] = regress(
    criteria.flatMap(({ learned }) => learned),
    0.01,
  ).map(round);
  const of = (format: Format) => columns.filter((one) => one.format === format);
  const each = <T>(make: (format: Format) => T): Record<Format, T> => ({
    text: make('text'),
    url: make('url'),
    number: make('number'),
    date: make('date'),
  });
  const ranked = each((format) => trainColumn(of(format)));
  const cuts = each((format) => cutOf(format, of(format), ranked[format]));
  return { prior: priorFrom(criteria), slope, shift, columns: ranked, cuts };
}

/** Weights for each source by what the others teach, and under '' by all, kept in `cache` until the code that they come from changes. */
export function openWeights(
  runs: readonly BenchRun[],
  scores: readonly RunScores[],
  { cache, ...evaluator }: Evaluator & { cache: string },
): Record<string, Weights> {
  const hash = createHash('sha256');
  for (const folder of ['../../src/agent/judge/score/', '../../src/agent/judge/learn/', '../../src/agent/judge/columns/', './']) {
    const url = new URL(folder, import.meta.url);
    for (const name of readdirSync(url).sort())
      if (/^(?!bench|decide|passages).*\.ts$/u.test(name)) hash.update(readFileSync(new URL(name, url)));
  }
  const file = join(cache, `weights-${runs.length}-${hash.digest('hex').slice(0, 12)}.json`);
  if (!existsSync(file)) {
    const material = gather(runs, scores, evaluator);
    const sources = [...new Set(runs.map(({ question }) => question.source))];
    const without = (source: string): Material => ({
      criteria: material.criteria.filter((one) => one.source !== source),
      columns: material.columns.filter((one) => one.source !== source),
    });
    writeFileSync(file, JSON.stringify(Object.fromEntries(['', ...sources].map((source) => [source, weightsFrom(without(source))]))));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Weights>;
}
