import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCriterion } from '../../src/agent/judge/learn/prepare.ts';
import { wantedBy } from '../../src/agent/judge/score/score-page.ts';
import { shipped, type Weights } from '../../src/agent/judge/weights/weights.ts';
import { type Example, regress } from './logistic.ts';
import type { BenchRun } from './runs.ts';
import type { RunScores } from './scores.ts';
import { pathOf, type Truth } from './teach.ts';

/** Examples of one criterion for the prior: the pages of things whose truth is known, all criteria weighing the same. */
export interface PriorSet {
  source: string;
  examples: Example[];
}

const BLANK: Weights = { ...shipped, prior: [] };

export function priorSets(runs: readonly BenchRun[], scores: readonly RunScores[], truthOf: (question: unknown) => Truth): PriorSet[] {
  return runs.flatMap(({ question, pages }, run) => {
    const truth = truthOf(question);
    return question.criteria.flatMap((criterion, i) => {
      const wanted = wantedBy(criterion);
      if (wanted.isDenied) return [];
      const { prior } = prepareCriterion(wanted, scores[run]?.criteria[i] ?? [], BLANK);
      const examples = pages.flatMap(({ url }, row) => {
        const path = pathOf(url);
        const verdict = truth.thing(path) ? truth.verdicts(path)[criterion.label] : undefined;
        return verdict ? [{ x: prior[row] ?? [], y: verdict === 'match' ? 1 : 0, weight: 1 }] : [];
      });
      return [{ source: question.source, examples: examples.map((one) => ({ ...one, weight: 100 / examples.length })) }];
    });
  });
}

/** Weights for each source by what the others teach, kept in `cache` until the code that the features come from changes. */
export function openWeights(runs: readonly BenchRun[], scores: readonly RunScores[], { cache, truthOf }: { cache: string; truthOf: (question: unknown) => Truth }) {
  const folder = new URL('../../src/agent/judge/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of ['learn/features.ts', 'learn/nearness.ts', 'learn/prior.ts', 'score/score-page.ts', 'score/bound.ts', 'score/words.ts', 'score/units.ts']) hash.update(readFileSync(new URL(name, folder)));
  const file = join(cache, `priors-${hash.digest('hex').slice(0, 12)}.json`);
  if (!existsSync(file)) {
    const sets = priorSets(runs, scores, truthOf);
    const sources = [...new Set(sets.map(({ source }) => source))];
    writeFileSync(file, JSON.stringify(Object.fromEntries(['', ...sources].map((source) => [source, trainPrior(sets.filter((one) => one.source !== source))]))));
  }
  const priors = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number[]>;
  return Object.fromEntries(Object.entries(priors).map(([source, prior]): [string, Weights] => [source, { ...shipped, prior }]));
}

export const trainPrior = (sets: readonly PriorSet[]): number[] => regress(sets.flatMap(({ examples }) => examples), 1);
