import { judgeGuarded } from '../../agent/evidence/judge-guarded.ts';
import type { Assessment } from '../../agent/judge/assess-page.ts';
import type { Reasoner } from '../../agent/judge/finding.ts';
import { WHOLE } from '../../agent/model/passages.ts';
import { CapReached } from '../../agent/ports.ts';
import { isUnavailable } from '../../db/connection/faults.ts';
import type { RowScores } from '../../db/queries/learning/scores.ts';
import type { NewValue as SavedValue, NewVerdict as SavedVerdict } from '../../db/queries/rows/cell.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import { rootCause } from '../../domain/errors.ts';
import { NOTHING, shares } from '../../domain/money/cost.ts';
import type { Page, StoredPage } from '../../domain/page/page.ts';
import { scoresOf } from '../learning/score.ts';
import { wordsFor } from '../run-failure.ts';
import type { Scope } from '../scope.ts';

type NewVerdict = Omit<SavedVerdict, 'rowId'>;
type NewValue = Omit<SavedValue, 'rowId'>;

interface Asked {
  page: StoredPage;
  criteria: Criterion[];
  columns: Enrichment[];
}

/** The result for a page, to be saved with its row. */
export interface JudgedCells {
  verdicts: NewVerdict[];
  values: NewValue[];
  /** Null if the page breaks its thread: it is scored at the next answer, or never. */
  scores: Omit<RowScores, 'rowId'> | null;
  error: string | null;
}

/**
 * Judges a page on the criteria and columns, with the guard: by the given reasoner, else by the rules. An error leaves failed cells; only
 * an abort, a cap and an unavailable database are thrown.
 */
export async function judgePage(
  { deps, run, webset, signal }: Scope,
  { page, criteria, columns }: Asked,
  reasoner: Reasoner | null,
): Promise<JudgedCells> {
  const input = { page, request: webset.originalQuery, criteria, columns };
  let rules: Assessment | null = null;
  const assess = async () => {
    rules = await deps.assessor.assess(input, signal);
    return rules;
  };
  const scored = () => rules && scoresOf(rules);
  try {
    const judged = reasoner
      ? await judgeGuarded(reasoner, { ...input, budget: deps.budgetOf(run) }, await assess().catch(unlessWhole(page, signal)), signal)
      : { ...(await assess()), by: 'lexical' as const };
    const common = { judge: judged.by, runId: run.id };
    const cost = shares(judged.spent ?? NOTHING, criteria.length + columns.length);
    const verdicts = criteria.map((criterion, i): NewVerdict => {
      const one = judged.verdicts.get(criterion.id);
      if (!one)
        return { ...common, criterionId: criterion.id, verdict: null, reason: 'failed', note: 'the judge left it out', evidence: null };
      const { evidence, ...verdict } = one;
      return { ...common, ...cost[i], ...verdict, criterionId: criterion.id, evidence: evidence && { ...evidence, pageId: page.id } };
    });
    const values = columns.map((column, i): NewValue => {
      const one = judged.values.get(column.id);
      if (!one) return { ...common, enrichmentId: column.id, value: null, reason: 'failed', note: 'the judge left it out', evidence: null };
      const { evidence, ...value } = one;
      return {
        ...common,
        ...cost[criteria.length + i],
        ...value,
        enrichmentId: column.id,
        evidence: evidence && { ...evidence, pageId: page.id },
      };
    });
    return { verdicts, values, scores: scored(), error: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CapReached || isUnavailable(error)) throw error;
    deps.log.error({ err: rootCause(error), run: run.id }, 'the judge failed');
    const note = wordsFor(error);
    const failed = { judge: reasoner?.name ?? 'lexical', runId: run.id, reason: 'failed', note, evidence: null } as const;
    return {
      verdicts: criteria.map((c): NewVerdict => ({ ...failed, criterionId: c.id, verdict: null })),
      values: columns.map((c): NewValue => ({ ...failed, enrichmentId: c.id, value: null })),
      scores: scored(),
      error: note,
    };
  }
}

/** Without the rules a model is asked only if it sees the whole page: its passages cannot be selected when the rules ran out of time. */
const unlessWhole =
  ({ text }: Page, signal: AbortSignal) =>
  (error: unknown): null => {
    signal.throwIfAborted();
    if (text.length > WHOLE) throw error;
    return null;
  };
