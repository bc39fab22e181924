import type { Reasoner } from '../agent/judge/finding.ts';
import type { Tx } from '../db/connection/client.ts';
import { saveScores } from '../db/queries/learning/scores.ts';
import { isListedMatch } from '../db/queries/merges/survivor.ts';
import { saveValues, saveVerdicts } from '../db/queries/rows/cell.ts';
import { recombineRows } from '../db/queries/rows/combine.ts';
import { countMatches, findRow, type RowChange, updateRow } from '../db/queries/rows/row.ts';
import { insertChoices } from '../db/queries/runs/judge-choice.ts';
import { addCounts } from '../db/queries/runs/run.ts';
import type { Row } from '../domain/row-state.ts';
import type { RunEvent } from '../domain/run-event.ts';
import type { RunCounts } from '../domain/run-state.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { JudgedCells } from './candidate/judge-page.ts';
import { progressOf, type Scope, type ToolCall } from './scope.ts';

type SavedCells = Pick<JudgedCells, 'verdicts' | 'values' | 'scores'>;

/** Saves the cells of a row's page, with the change of the row. */
export async function saveCells(tx: Tx, rowId: string, { verdicts, values, scores }: SavedCells, change: RowChange): Promise<void> {
  await saveVerdicts(
    tx,
    verdicts.map((cell) => ({ ...cell, rowId })),
  );
  await saveValues(
    tx,
    values.map((cell) => ({ ...cell, rowId })),
  );
  if (scores) await saveScores(tx, { rowId, ...scores });
  await updateRow(tx, rowId, change);
}

/** The same for a row that has cells: combines them with the new ones. Returns its verdict, and the change in the number of matches. */
export async function saveCellsAgain(
  tx: Tx,
  row: Pick<Row, 'id' | 'websetId'>,
  cells: SavedCells,
  change: RowChange,
): Promise<{ verdict: Verdict | null; more: number }> {
  const wasMatch = await isListedMatch(tx, row.id);
  await saveCells(tx, row.id, cells, change);
  await recombineRows(tx, row.websetId, row.id);
  const after = await findRow(tx, row.id);
  return { verdict: after?.matchVerdict ?? null, more: Number(await isListedMatch(tx, row.id)) - Number(wasMatch) };
}

/** Records that a model judged a row when its page was read, in a run where it judges only a share. */
export async function keepReader(tx: Tx, { run, asked }: Scope, rowId: string, reader: Reasoner | null): Promise<void> {
  if (asked !== null && reader !== null) await insertChoices(tx, run.id, 'read', [{ rowId, isDone: true }]);
}

/** Counts a judged page, and returns the events with its result. */
export async function countJudged(
  tx: Tx,
  scope: Scope,
  { judging, verdict, error, counts }: { judging: ToolCall; verdict: Verdict | null; error: string | null; counts: Partial<RunCounts> },
): Promise<RunEvent[]> {
  scope.counts = await addCounts(tx, scope.run.id, counts);
  scope.matches = await countMatches(tx, scope.webset.id);
  return [judging.called, judging.result({ verdict: verdict ?? 'none' }, error ?? undefined), progressOf(scope)];
}
