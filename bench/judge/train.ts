import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCriterion } from '../../src/agent/judge/learn/prepare.ts';
import type { Ruled } from '../../src/agent/judge/learn/ruled.ts';
import { wantedBy } from '../../src/agent/judge/score/score-page.ts';
import type { Weights } from '../../src/agent/judge/weights/weights.ts';
import { pathOf, type Truth } from '../shared/evaluation.ts';
import { type Example, regress } from './logistic.ts';
import type { BenchRun } from './runs.ts';
import type { RunScores } from './scores.ts';
import { randomBy } from './teach.ts';

/** What one criterion teaches: its pages' features with the truth. */
interface CriterionSet {
  source: string;
  isDenied: boolean;
  examples: Example[];
}

/** All that weights are trained from; each part names its source. */
interface Material {
  criteria: CriterionSet[];
}

export interface Evaluator {
  truthOf(question: unknown): Truth;
  /** By run, then page: what the rules read. */
  ruled: readonly (Ruled | null)[][][];
  /** Sources that the rules were written on: how far these are to be trusted is not learned there. */
  written: readonly string[];
}

/** Small runs of each criterion teach what a page shows that is almost alone. */
const SMALL = { runs: 30, most: 4, weight: 30 };

const BLANK: Weights = { prior: [] };
const round = (x: number) => Math.round(x * 1e4) / 1e4;
const priorFrom = (sets: readonly CriterionSet[]) =>
  regress(
    sets.filter(({ isDenied }) => !isDenied).flatMap(({ examples }) => examples),
    1,
  ).map(round);

function gather(runs: readonly BenchRun[], scores: readonly RunScores[], { truthOf, ruled, written }: Evaluator): Material {
  const truths = new Map(runs.map(({ question }) => [question.id, truthOf(question)]));
  const criteria = runs.flatMap(({ question, pages }, run) =>
    question.criteria.map((criterion, i) => {
      const wanted = wantedBy(criterion);
      const known = pages.map(({ url }) => {
        const truth = truths.get(question.id);
        return truth?.thing(pathOf(url)) ? truth.verdicts(pathOf(url))[criterion.label] : undefined;
      });
      const all = pages.map((_, row) => row);
      const random = randomBy(`${question.id} ${i}`);
      const small = Array.from({ length: SMALL.runs }, (_, n) =>
        Array.from({ length: 1 + (n % SMALL.most) }, () => Math.floor(random() * pages.length)),
      );
      const examplesOf = (rows: number[]): Omit<Example, 'weight'>[] => {
        const { prior } = prepareCriterion(
          wanted,
          rows.flatMap((row) => scores[run]?.criteria[i]?.[row] ?? []),
          { weights: BLANK, ruled: rows.map((row) => (written.includes(question.source) ? null : (ruled[run]?.[row]?.[i] ?? null))) },
        );
        return rows.flatMap((row, at) => (known[row] ? [{ x: prior[at] ?? [], y: known[row] === 'match' ? 1 : 0 }] : []));
      };
      const weighted = (list: Omit<Example, 'weight'>[], weight: number) => list.map((one) => ({ ...one, weight: weight / list.length }));
      const examples = [...weighted(examplesOf(all), 100), ...weighted(small.flatMap(examplesOf), SMALL.weight)];
      return { source: question.source, isDenied: wanted.isDenied, examples };
    }),
  );
  return { criteria };
}

const weightsFrom = ({ criteria }: Material): Weights => ({ prior: priorFrom(criteria) });

/** Weights for each source by what the others teach, and under '' by all, kept in `cache` until the code that they come from changes. */
export function openWeights(
  runs: readonly BenchRun[],
  scores: readonly RunScores[],
  { cache, ...evaluator }: Evaluator & { cache: string },
): Record<string, Weights> {
  const hash = createHash('sha256');
  for (const folder of ['../../src/agent/judge/score/', '../../src/agent/judge/learn/', './']) {
    const url = new URL(folder, import.meta.url);
    for (const name of readdirSync(url).sort())
      if (/^(?!run\.ts|columns|train-columns).*\.ts$/u.test(name)) hash.update(readFileSync(new URL(name, url)));
  }
  const file = join(cache, `weights-${runs.length}-${hash.digest('hex').slice(0, 12)}.json`);
  if (!existsSync(file)) {
    const material = gather(runs, scores, evaluator);
    const sources = [...new Set(runs.map(({ question }) => question.source))];
    const without = (source: string): Material => ({
      criteria: material.criteria.filter((one) => one.source !== source),
    });
    writeFileSync(file, JSON.stringify(Object.fromEntries(['', ...sources].map((source) => [source, weightsFrom(without(source))]))));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Weights>;
}
