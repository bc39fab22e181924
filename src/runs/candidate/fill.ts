import { saveScores } from '../../db/queries/learning/scores.ts';
import { listValues, listVerdicts, saveValues, saveVerdicts } from '../../db/queries/rows/cell.ts';
import { recombineRows } from '../../db/queries/rows/combine.ts';
import { countMatches, findRow, listUnfinished, lockRow, updateRow } from '../../db/queries/rows/row.ts';
import { insertChoices } from '../../db/queries/runs/judge-choice.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import type { Row } from '../../domain/row.ts';
import { checkpoint, emit } from '../checkpoint.ts';
import { inLanes } from '../lanes.ts';
import { scorePage } from '../learning/score.ts';
import { budgetLeft, goOn, progressOf, readerNow, type Scope, toolCall, untilCap } from '../scope.ts';
import { judgePage } from './judge-page.ts';

const BATCH = 100;

const isMatch = ({ matchVerdict, hidden }: Row) => matchVerdict === 'match' && !hidden;
const isOver = (scope: Scope) => budgetLeft(scope).seconds === 0 || scope.capped !== null;

/** Fills what the webset's rows lack of this run's criteria and columns, from their stored pages: nothing is fetched again. */
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
  const { deps, run, signal } = scope;
  const [had, held, page] = await Promise.all([
    listVerdicts(deps.db, [row.id]),
    listValues(deps.db, [row.id]),
    deps.ports.pages.get(row.pageId),
  ]);
  if (!page) throw new Error('a row without its page');
  const kept = new Set(had.filter((cell) => cell.verdict !== null).map((cell) => cell.criterionId));
  const valued = new Set(held.filter((cell) => cell.reason !== 'failed').map((cell) => cell.enrichmentId));
  const criteria = scope.criteria.filter(({ id }) => !kept.has(id));
  const columns = scope.columns.filter(({ id }) => !valued.has(id));

  const judging = toolCall('judge', { url: row.url });
  const reader = readerNow(scope);
  const { verdicts, values, error } = await judgePage(scope, { page, criteria, columns }, reader);
  const asked = { page, criteria, columns, verdicts };
  const scores = await scorePage(deps.scorer, asked, signal);

  await checkpoint(deps, run, async (tx) => {
    const before = await lockRow(tx, row.id); // a person who reviews it comes before or after, never in between
    await saveVerdicts(
      tx,
      verdicts.map((cell) => ({ ...cell, rowId: row.id })),
    );
    await saveValues(
      tx,
      values.map((cell) => ({ ...cell, rowId: row.id })),
    );
    if (scores) await saveScores(tx, { rowId: row.id, ...scores });
    if (scope.asked !== null && reader !== deps.rules) await insertChoices(tx, run.id, 'read', [{ rowId: row.id, isDone: true }]);
    await updateRow(tx, row.id, { status: error === null ? 'completed' : 'failed', runId: run.id });
    await recombineRows(tx, row.websetId, row.id);
    const after = await findRow(tx, row.id);
    scope.counts = await addCounts(tx, run.id, { judged: 1, matched: after && isMatch(after) && !(before && isMatch(before)) ? 1 : 0 });
    scope.matches = await countMatches(tx, row.websetId);
    return [judging.called, judging.result({ verdict: after?.matchVerdict ?? 'none' }, error ?? undefined), progressOf(scope)];
  });
  deps.tally?.('cells', verdicts.length + values.length);
}
