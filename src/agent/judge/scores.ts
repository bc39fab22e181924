import { askedBy } from './columns/asked.ts';
import { type ColumnScore, scoreColumn } from './columns/score-column.ts';
import type { ColumnQuestion, JudgeInput } from './finding.ts';
import type { CriterionScore, PageScore } from './score/record.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from './score/score-page.ts';

/** The version of stored scores. Scores of an older version are recomputed from the stored page. */
export const SCORE_VERSION = 5;

/** The stored scores of one page, keyed by criterion id and column id. */
export interface Scores {
  kind: PageScore;
  criteria: Map<string, CriterionScore>;
  columns: Map<string, ColumnScore>;
}

/** Scores one page in about 2 ms. `hintedIn` returns a test for the values that the page's structured data gives a column, or null. */
export function scoreFor(
  { page, criteria, columns }: Pick<JudgeInput, 'page' | 'criteria' | 'columns'>,
  hintedIn: (column: ColumnQuestion) => ((value: string) => boolean) | null,
): Scores {
  const reading = readUnits(page);
  return {
    kind: scoreKind(reading),
    criteria: new Map(criteria.map((criterion) => [criterion.id, scorePage(reading, wantedBy(criterion))])),
    columns: new Map(columns.map((column) => [column.id, scoreColumn(reading, askedBy(column), { hinted: hintedIn(column) })])),
  };
}
