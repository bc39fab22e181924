import type { Reasoner } from '../../agent/judge/finding.ts';
import { judgeGuarded } from '../../agent/judge-guarded.ts';
import { CapReached } from '../../agent/ports.ts';
import { isUnavailable } from '../../db/connection/faults.ts';
import type { NewValue as SavedValue, NewVerdict as SavedVerdict } from '../../db/queries/rows/cell.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import { rootCause } from '../../domain/errors.ts';
import { NOTHING, shares } from '../../domain/money/cost.ts';
import type { StoredPage } from '../../domain/page/page.ts';
import { wordsFor } from '../failure.ts';
import type { Scope } from '../scope.ts';

type NewVerdict = Omit<SavedVerdict, 'rowId'>;
type NewValue = Omit<SavedValue, 'rowId'>;

/** What a page says on the criteria and columns asked by whom is named, each behind the guard. A judge that breaks leaves failed cells, never an error; an abort, a cap and an unavailable database are thrown. */
export async function judgePage(
  { deps, run, webset, signal }: Scope,
  { page, criteria, columns }: { page: StoredPage; criteria: Criterion[]; columns: Enrichment[] },
  reasoner: Reasoner,
) {
  const failed = { judge: reasoner.name, runId: run.id };
  try {
    const budget = deps.budgetOf(run);
    const judgement = await judgeGuarded(reasoner, { page, request: webset.originalQuery, criteria, columns, budget }, signal);
    const common = { judge: judgement.by ?? reasoner.name, runId: run.id };
    const cost = shares(judgement.spent ?? NOTHING, criteria.length + columns.length);
    const verdicts = criteria.map((criterion, i): NewVerdict => {
      const judged = judgement.verdicts.get(criterion.id);
      if (!judged)
        return { ...common, criterionId: criterion.id, verdict: null, reason: 'failed', note: 'the judge left it out', evidence: null };
      const { evidence, ...verdict } = judged;
      return { ...common, ...cost[i], ...verdict, criterionId: criterion.id, evidence: evidence && { ...evidence, pageId: page.id } };
    });
    const values = columns.map((column, i): NewValue => {
      const valued = judgement.values.get(column.id);
      if (!valued)
        return { ...common, enrichmentId: column.id, value: null, reason: 'failed', note: 'the judge left it out', evidence: null };
      const { evidence, ...value } = valued;
      return {
        ...common,
        ...cost[criteria.length + i],
        ...value,
        enrichmentId: column.id,
        evidence: evidence && { ...evidence, pageId: page.id },
      };
    });
    return { verdicts, values, error: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CapReached || isUnavailable(error)) throw error;
    deps.log.error({ err: rootCause(error), run: run.id }, 'the judge broke');
    const note = wordsFor(error);
    return {
      verdicts: criteria.map((c): NewVerdict => ({ ...failed, criterionId: c.id, verdict: null, reason: 'failed', note, evidence: null })),
      values: columns.map((c): NewValue => ({ ...failed, enrichmentId: c.id, value: null, reason: 'failed', note, evidence: null })),
      error: note,
    };
  }
}
