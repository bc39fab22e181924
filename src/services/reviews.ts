import type { Tx } from '../db/connection/client.ts';
import { recombineRows } from '../db/queries/rows/combine.ts';
import { findLastReview, insertReview } from '../db/queries/rows/review.ts';
import { findRow, lockRow, updateRow } from '../db/queries/rows/row.ts';
import { findCriterion } from '../db/queries/websets/criterion.ts';
import { touchWebset } from '../db/queries/websets/webset.ts';
import { Fault } from '../domain/errors.ts';
import type { ReviewInput } from '../domain/review.ts';
import type { Row } from '../domain/row.ts';
import type { Call } from './call.ts';
import { write } from './limits.ts';
import { holdCaller, holdWebset } from './open.ts';

/**
 * Sets or takes back a person's verdict on one row and one criterion, judged or not, also while a run is alive, and combines the row's
 * verdicts anew in the same transaction. Saying the same again, or taking back what does not stand, adds nothing to the history.
 */
export async function reviewVerdict(call: Call, at: { rowId: string; criterionId: string }, { verdict, note }: ReviewInput): Promise<void> {
  await write(call, note);
  await changeRow(call, at.rowId, async (tx, { id: rowId, websetId }) => {
    const criterion = await findCriterion(tx, at.criterionId);
    if (criterion?.websetId !== websetId) throw new Fault('NOT_FOUND', 'Criterion not found');
    const entry = { verdict, note: note || null, reviewerId: call.viewer.userId };
    const last = await findLastReview(tx, rowId, criterion.id);
    const same = verdict === null ? (last?.verdict ?? null) === null : last?.verdict === verdict && last.note === entry.note;
    if (same && (verdict === null || last?.reviewerId === entry.reviewerId)) return false;
    await insertReview(tx, { ...entry, rowId, criterionId: criterion.id });
    await updateRow(tx, rowId, {});
    await recombineRows(tx, websetId, rowId);
    return true;
  });
}

/** Sets a row aside, or takes it back among the others; also while a run is alive, which knows it all the same. */
export const hideRow = (call: Call, rowId: string, hidden: boolean): Promise<void> =>
  changeRow(call, rowId, async (tx, row) => {
    if (row.hidden === hidden) return false;
    await updateRow(tx, row.id, { hidden });
    return true;
  });

/** Changes a row that is held, of a webset that the caller may open and that is held, too. `change` answers whether it changed anything. */
async function changeRow(call: Call, rowId: string, change: (tx: Tx, row: Row) => Promise<boolean>): Promise<void> {
  const missing = () => new Fault('NOT_FOUND', 'Row not found');
  const found = await findRow(call.db, rowId);
  if (!found) throw missing();
  await call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    await holdWebset(call, tx, found.websetId);
    const row = await lockRow(tx, rowId);
    if (!row) throw missing();
    if (await change(tx, row)) await touchWebset(tx, found.websetId);
  });
}
