import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardValue, guardVerdict } from '../../src/agent/evidence/evidence-guard.ts';
import type { ReadValue } from '../../src/agent/judge/columns/decide.ts';
import type { Ruled } from '../../src/agent/judge/learn/ruled.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import type { BenchRun } from './runs.ts';

/** What the rules read on each page of each run, by criterion; kept in `cache` until the file is deleted. */
export function openRuled(runs: readonly BenchRun[], cache: string): (Ruled | null)[][][] {
  const file = join(cache, 'ruled.jsonl');
  if (!existsSync(file)) writeFileSync(file, `${runs.map((run) => JSON.stringify(ruleRun(run))).join('\n')}\n`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as (Ruled | null)[][]);
}

function ruleRun({ question, pages }: BenchRun): (Ruled | null)[][] {
  const criteria = question.criteria.map((criterion, i) => ({ id: String(i), ...criterion, derived: false }));
  return pages.map((page) => {
    const { verdicts } = judgeByRules({ page, request: question.query, criteria, columns: [] });
    return criteria.map((criterion) => {
      const finding = verdicts.get(criterion.id);
      if (!finding) return null;
      const { verdict, reason, evidence, by } = guardVerdict(page, criterion, finding);
      return { verdict, reason, evidence: evidence && { start: evidence.start, end: evidence.end }, ...(by && { by }) };
    });
  });
}

/** What the rules read on each page of each run, by column; kept in `cache` until the file is deleted. */
export function openReadValues(runs: readonly BenchRun[], cache: string): ReadValue[][][] {
  const file = join(cache, 'read-values.jsonl');
  if (!existsSync(file)) writeFileSync(file, `${runs.map((run) => JSON.stringify(readRun(run))).join('\n')}\n`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) =>
      (JSON.parse(line) as (string | false | null)[][]).map((page) => page.map((value) => (value === false ? undefined : value))),
    );
}

/** False where the rules say of a page something else than that it is silent. */
function readRun({ question, pages }: BenchRun): (string | false | null)[][] {
  const columns = question.enrichments.map((column, i) => ({ id: String(i), ...column }));
  return pages.map((page) => {
    const { values } = judgeByRules({ page, request: question.query, criteria: [], columns });
    return columns.map((column) => {
      const finding = values.get(column.id);
      const { value, reason } = finding ? guardValue(page, column, finding) : { value: null, reason: 'failed' };
      return value ?? (reason === 'silent' ? null : false);
    });
  });
}
