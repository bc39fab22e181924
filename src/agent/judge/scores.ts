import { askedBy } from './columns/asked.ts';
import { type ColumnScore, scoreColumn } from './columns/score-column.ts';
import type { ColumnQuestion, JudgeInput } from './finding.ts';
import type { CriterionScore, PageScore } from './score/record.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from './score/score-page.ts';

/** The version of what is stored of a page; older records are made again from the stored page. */
export const SCORE_VERSION = 5;

/** What is stored of a page, by the ids of criteria and columns. */
export interface Scores {
  kind: PageScore;
  criteria: Map<string, CriterionScore>;
  columns: Map<string, ColumnScore>;
}

/** Scores one page for what is asked; about 2 ms a page. `hintedIn`: tells the values that the page's structured data gives a column; null where it gives none. */
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
