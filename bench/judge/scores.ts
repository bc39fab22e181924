import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CriterionScore, PageScore } from '../../src/agent/judge/score/record.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../src/agent/judge/score/score-page.ts';
import type { BenchRun } from './runs.ts';

/** What is stored of a run's pages, in their order. */
export interface RunScores {
  kinds: PageScore[];
  /** By criterion, then page. */
  criteria: CriterionScore[][];
}

/** The scores of every run, kept in `cache` until the code that makes them changes. */
export function openScores(runs: readonly BenchRun[], cache: string): RunScores[] {
  const folder = new URL('../../src/agent/judge/score/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)));
  const file = join(cache, `scores-${hash.digest('hex').slice(0, 12)}.jsonl`);
  if (!existsSync(file)) {
    const lines = runs.map(({ question, pages }) => {
      const readings = pages.map(readUnits);
      const criteria = question.criteria.map((one) => {
        const wanted = wantedBy(one);
        return readings.map((reading) => scorePage(reading, wanted));
      });
      return JSON.stringify({ kinds: readings.map(scoreKind), criteria });
    });
    writeFileSync(file, `${lines.join('\n')}\n`);
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunScores);
}
