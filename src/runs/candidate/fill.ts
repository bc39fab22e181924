import { lockRow } from '../../db/queries/merges/survivor.ts';
import { listValues, listVerdicts } from '../../db/queries/rows/cell.ts';
import { keepPast } from '../../db/queries/rows/past.ts';
import { listUnfinished } from '../../db/queries/rows/unfinished.ts';
import type { Row } from '../../domain/row-state.ts';
import { checkpoint, emit } from '../checkpoint.ts';
import { inLanes } from '../lanes.ts';
import { countJudged, keepReader, saveCellsAgain } from '../save-cells.ts';
import { budgetLeft, goOn, progressOf, readerNow, type Scope, toolCall, untilCap } from '../scope.ts';
import { judgePage } from './judge-page.ts';

const BATCH = 100;

const isOver = (scope: Scope) => budgetLeft(scope).seconds === 0 || scope.capped !== null;

/**
 * Fills the cells that the rows lack, or judges them again, from stored pages without fetching. A person's verdict stays; a new verdict is
 * stored beside the old one, which remains if judging fails.
 */
export async function fillRows(scope: Scope): Promise<void> {
  const { deps, run, signal, leave } = scope;
  let after = 0;
  for (;;) {
    goOn(scope);
    const rows = await listUnfinished(deps.db, run, after, BATCH);
    const last = rows.at(-1);
    if (!last || isOver(scope)) break;
    if (after === 0) await emit(deps, run, { type: 'step.started', data: { step: 'fill' } });
    await inLanes(
      rows,
      deps.lanes,
      () => signal.aborted || leave.aborted || isOver(scope),
      (row) => untilCap(scope, () => fillRow(scope, row)),
    );
    after = last.position;
  }
  if (after > 0) await emit(deps, run, { type: 'step.completed', data: { step: 'fill' } });
}

async function fillRow(scope: Scope, row: Row): Promise<void> {
  const { deps, run } = scope;
  const [had, held, page] = await Promise.all([
    listVerdicts(deps.db, [row.id]),
    listValues(deps.db, [row.id]),
    deps.ports.pages.get(row.pageId),
  ]);
  if (!page) throw new Error('a row without its page');
  const isAgain = run.mode === 'rejudge';
  const judged = new Set(had.filter(({ verdict }) => verdict !== null).map(({ criterionId }) => criterionId));
  const kept = isAgain ? new Set(had.filter(({ runId }) => runId === run.id).map(({ criterionId }) => criterionId)) : judged;
  const valued = new Set(
    held
      .filter((cell) => (isAgain ? cell.runId === run.id || cell.judge === 'imported' : cell.reason !== 'failed'))
      .map((cell) => cell.enrichmentId),
  );
  const isOpen = ({ id }: { id: string }) => !kept.has(id) && !valued.has(id) && (run.only?.columnIds?.includes(id) ?? true);
  const criteria = scope.criteria.filter(isOpen);
  const columns = scope.columns.filter(isOpen);

  const judging = toolCall('judge', { url: row.url });
  const reader = readerNow(scope);
  const { verdicts, values, scores, error } = await judgePage(scope, { page, criteria, columns }, reader);
  const isWhole = scope.criteria.every((criterion) => judged.has(criterion.id) || criteria.includes(criterion));

  await checkpoint(deps, run, async (tx) => {
    if (isAgain && error !== null)
      return [judging.called, judging.result({ verdict: row.matchVerdict ?? 'none' }, error), progressOf(scope)];
    await lockRow(tx, row.id); // so that a person's review comes before or after, never in between
    const isSaved = ({ reason }: { reason: string }) => !(isAgain && reason === 'failed');
    const cells = { verdicts: verdicts.filter(isSaved), values: values.filter(isSaved), scores };
    if (isAgain) {
      const [criterionIds, enrichmentIds] = [cells.verdicts.map((cell) => cell.criterionId), cells.values.map((cell) => cell.enrichmentId)];
      await keepPast(tx, 'verdict', row.id, criterionIds);
      await keepPast(tx, 'value', row.id, enrichmentIds);
    }
    // a row's verdict combines all criteria of its run: a run that leaves out criteria does not become the row's run
    const status = error === null ? 'completed' : 'failed';
    const { verdict, more } = await saveCellsAgain(tx, row, cells, { status, ...(isWhole && { runId: run.id }) });
    await keepReader(tx, scope, row.id, reader);
    return countJudged(tx, scope, { judging, verdict, error, counts: { judged: 1, matched: Math.max(more, 0) } });
  });
  deps.tally?.('cells', verdicts.length + values.length);
}
