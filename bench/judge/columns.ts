import { askedBy } from '../../src/agent/judge/columns/asked.ts';
import { decideColumn, type ReadValue } from '../../src/agent/judge/columns/decide.ts';
import type { ConfirmedValue } from '../../src/agent/judge/columns/picks.ts';
import { type ColumnScore, scoreColumn } from '../../src/agent/judge/columns/score-column.ts';
import type { ColumnWeights } from '../../src/agent/judge/columns/weights.ts';
import { hintedIn } from '../../src/agent/judge/rules/columns/hinted-links.ts';
import { readUnits } from '../../src/agent/judge/score/score-page.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { type Compare, type EvalQuestion, pathOf, type Truth } from '../shared/evaluation.ts';
import type { BenchRun } from './runs.ts';
import { confirmedAmong, isRight } from './train-columns.ts';

/** How a run's columns are filled: the exported rows, and the paths of those whose values a person confirmed. */
interface Filled {
  results: { url: string; matchVerdict: null; criteria: object; enrichments: Record<string, string | null> }[];
  reviewed: Set<string>;
}

/** Fills columns by weights of other sources: without answers beside what the rules read (`read`), and after four pages were confirmed. */
export function openColumns({ compare, weights }: { compare: Compare; weights: Record<string, ColumnWeights> }) {
  const known = new Map<string, ColumnScore>();
  const scoreOf = (page: Page, column: EvalQuestion['enrichments'][number], source: string): ColumnScore => {
    const key = `${column.label} ${page.url}`;
    const trained = weights[source];
    if (!trained) throw new Error(`nothing was trained for ${source}`);
    const score = known.get(key) ?? scoreColumn(readUnits(page), askedBy(column), { weights: trained, hinted: hintedIn(page, column) });
    known.set(key, score);
    return score;
  };
  return ({ question, pages }: BenchRun, truth: Truth, { isTaught, read }: { isTaught: boolean; read: ReadValue[][] }): Filled => {
    const known = pages.map(({ url }) => (truth.thing(pathOf(url)) ? truth.values.get(pathOf(url)) : undefined));
    const rows = pages.flatMap((page, row) => (known[row] ? [{ page, said: known[row], read: read[row] ?? [] }] : []));
    const asked = isTaught ? confirmedAmong(rows.length) : [];
    const values = question.enrichments.map((column, i) => {
      const scores = rows.map(({ page }) => scoreOf(page, column, question.source));
      const confirmed = asked.flatMap((row): ConfirmedValue[] => {
        const right = rows[row]?.said[column.label];
        if (right === undefined) return [];
        const offered = scores[row]?.values.find(({ value }) => isRight(compare(column.format, right, value)))?.value;
        return [{ row, value: right === null ? null : (offered ?? String(Array.isArray(right) ? right[0] : right)) }];
      });
      const trained = weights[question.source];
      if (!trained) throw new Error(`nothing was trained for ${question.source}`);
      const ruled = rows.map((row) => row.read[i]);
      const decided = decideColumn(askedBy(column), scores, { confirmed, read: ruled, weights: trained });
      return decided.map(({ value, isRead }, row): [string, string | null] => [column.label, isRead ? (ruled[row] ?? null) : value]);
    });
    return {
      results: rows.map(({ page: { url } }, row) => ({
        url,
        matchVerdict: null,
        criteria: {},
        enrichments: Object.fromEntries(values.flatMap((column) => (column[row] ? [column[row]] : []))),
      })),
      reviewed: new Set(asked.map((row) => pathOf(rows[row]?.page.url ?? ''))),
    };
  };
}
