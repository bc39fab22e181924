import { findSurvivor, lockRow } from '../../db/queries/merges/survivor.ts';
import { listValues, listVerdicts } from '../../db/queries/rows/cell.ts';
import { findRow } from '../../db/queries/rows/row.ts';
import { type JudgeChoice, settleChoice } from '../../db/queries/runs/judge-choice.ts';
import { combineVerdicts } from '../../domain/verdict.ts';
import { judgePage } from '../candidate/judge-page.ts';
import { checkpoint } from '../checkpoint.ts';
import { countJudged, saveCellsAgain } from '../save-cells.ts';
import { type Scope, toolCall } from '../scope.ts';

/**
 * Has the model judge a selected row from its stored page: everything that it has not judged yet, or only the columns. Other judgements
 * stay unless the model answers. Returns whether it did.
 */
export async function askRow(scope: Scope, { rowId, purpose }: JudgeChoice): Promise<boolean> {
  const { deps, run, signal } = scope;
  const row = await findRow(deps.db, rowId);
  const page = row && (await deps.ports.pages.get(row.pageId));
  if (!page || (await findSurvivor(deps.db, rowId))?.hidden !== false) {
    await checkpoint(deps, run, async (tx) => {
      await settleChoice(tx, run.id, rowId, null);
      return [];
    });
    return true;
  }
  const [had, held] = await Promise.all([listVerdicts(deps.db, [rowId]), listValues(deps.db, [rowId])]);
  const known = new Set(had.filter(({ judge, verdict }) => judge === 'llm' && verdict !== null).map(({ criterionId }) => criterionId));
  const filled = new Set(held.filter(({ judge, reason }) => judge === 'llm' && reason !== 'failed').map((cell) => cell.enrichmentId));
  const criteria = purpose === 'columns' ? [] : scope.criteria.filter(({ id }) => !known.has(id));
  const columns = scope.columns.filter(({ id }) => !filled.has(id));
  const judging = toolCall('judge', { url: row.url });
  const result = await judgePage(scope, { page, criteria, columns }, deps.reasoner);
  signal.throwIfAborted();
  const verdicts = result.verdicts.filter(({ judge, verdict }) => judge === 'llm' && verdict !== null);
  const values = result.values.filter(({ judge, reason }) => judge === 'llm' && reason !== 'failed');
  const isAnswered = verdicts.length === criteria.length && values.length === columns.length;

  await checkpoint(deps, run, async (tx) => {
    if (!(await lockRow(tx, rowId))) return []; // so that a person's review comes before or after, never in between
    const { verdict, more } = await saveCellsAgain(tx, row, { verdicts, values, scores: null }, { runId: run.id });
    const all = await listVerdicts(tx, [rowId]);
    const byModel = scope.criteria
      .filter(({ required }) => required)
      .map(({ id }) => all.find((cell) => cell.criterionId === id && cell.judge === 'llm')?.verdict ?? null);
    await settleChoice(tx, run.id, rowId, isAnswered ? combineVerdicts(byModel) : null);
    return countJudged(tx, scope, { judging, verdict, error: result.error, counts: { matched: Math.max(more, -scope.counts.matched) } });
  });
  deps.tally?.('cells', verdicts.length + values.length);
  return isAnswered;
}
