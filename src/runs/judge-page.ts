import { guardValue, guardVerdict } from '../agent/guard.ts';
import type { CellValue, CellVerdict } from '../db/cell.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Enrichment } from '../domain/enrichment.ts';
import { wordsOf } from '../domain/errors.ts';
import type { StoredPage } from '../domain/page.ts';
import { storableText } from '../domain/text.ts';
import type { Scope } from './scope.ts';

export type NewVerdict = Omit<CellVerdict, 'judgedAt' | 'attempts' | 'rowId'>;
export type NewValue = Omit<CellValue, 'judgedAt' | 'attempts' | 'rowId'>;

/** What a page says on the criteria and columns asked, each behind the guard. A judge that breaks leaves failed cells, never an error; an abort is thrown. */
export async function judgePage({ world, run, webset, signal }: Scope, page: StoredPage, criteria: Criterion[], columns: Enrichment[]) {
  const { reasoner } = world;
  const common = { judge: reasoner.name, runId: run.id };
  try {
    const told = await reasoner.judge({ page, request: webset.originalQuery, criteria, columns }, signal);
    const verdicts = criteria.map((criterion): NewVerdict => {
      const finding = told.verdicts.get(criterion.id);
      if (!finding)
        return { ...common, criterionId: criterion.id, verdict: null, reason: 'failed', note: 'the judge left it out', evidence: null };
      const { evidence, ...judged } = guardVerdict(page, criterion, finding);
      return { ...common, ...judged, criterionId: criterion.id, evidence: evidence && { ...evidence, pageId: page.id } };
    });
    const values = columns.map((column): NewValue => {
      const finding = told.values.get(column.id);
      if (!finding)
        return { ...common, enrichmentId: column.id, value: null, reason: 'failed', note: 'the judge left it out', evidence: null };
      const { evidence, ...valued } = guardValue(page, column, finding);
      return { ...common, ...valued, enrichmentId: column.id, evidence: evidence && { ...evidence, pageId: page.id } };
    });
    return { verdicts, values, error: null };
  } catch (error) {
    signal.throwIfAborted();
    const note = storableText(wordsOf(error));
    return {
      verdicts: criteria.map((c): NewVerdict => ({ ...common, criterionId: c.id, verdict: null, reason: 'failed', note, evidence: null })),
      values: columns.map((c): NewValue => ({ ...common, enrichmentId: c.id, value: null, reason: 'failed', note, evidence: null })),
      error: note,
    };
  }
}
