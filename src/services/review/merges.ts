import type { Tx } from '../../db/connection/client.ts';
import { type ClaimedSame, listClaimed } from '../../db/queries/merges/claims.ts';
import { insertMerge, listMembers, setMerged, showMerged } from '../../db/queries/merges/merge.ts';
import { findSurvivor, lockRows } from '../../db/queries/merges/survivor.ts';
import { recombineRows } from '../../db/queries/rows/combine.ts';
import { findRow } from '../../db/queries/rows/row.ts';
import { touchWebset } from '../../db/queries/websets/webset.ts';
import { Fault } from '../../domain/errors.ts';
import { ROW_PAGES_MAX, SUGGESTED_MAX } from '../../domain/review/merge.ts';
import type { Row } from '../../domain/row-state.ts';
import type { Call } from '../call.ts';
import { spendWithin } from '../limits.ts';
import { holdCaller, holdWebset } from '../open.ts';
import { findRows, type LoadedRow } from '../rows.ts';

interface Asked {
  rowIds: readonly string[];
  note?: string | undefined;
}

const missing = () => new Fault('NOT_FOUND', 'Row not found');

/**
 * Merges rows of one webset into the one found first, also while a run is alive; an id of a merged row means the row that shows it.
 * Returns that row's id. CONFLICT for a hidden row, and beyond 100 pages.
 */
export const mergeRows = (call: Call, asked: Asked): Promise<string> =>
  changeRows(call, asked, async (tx, websetId, held) => {
    const found = [...held.values()].filter(({ mergedInto }) => mergedInto === null).sort((a, b) => a.position - b.position);
    const [survivor, ...others] = found;
    if (!survivor) throw missing();
    if (others.length === 0) return { id: survivor.id, isChanged: false };
    if (found.some(({ hidden }) => hidden)) throw new Fault('CONFLICT', 'A hidden row cannot be merged: show it first');
    const pages = found.reduce((sum, row) => sum + row.pageCount, 0);
    if (pages > ROW_PAGES_MAX) throw new Fault('CONFLICT', `A row has at most ${ROW_PAGES_MAX} pages`);
    for (const { id } of others) {
      await setMerged(tx, id, survivor.id);
      await insertMerge(tx, { rowId: id, intoId: survivor.id, action: 'merge', ...byPerson(call, asked.note) });
    }
    await showMerged(tx, survivor.id);
    await recombineRows(tx, websetId, survivor.id);
    return { id: survivor.id, isChanged: true };
  });

/** Splits rows off, each with the rows merged into it before: they are listed again as they were. A listed row stays as it is. */
export const splitRows = (call: Call, asked: Asked): Promise<string> =>
  changeRows(call, asked, async (tx, websetId, held) => {
    const apart = new Set<string>();
    let from: string | null = null;
    for (const rowId of new Set(asked.rowIds)) {
      const survivor = await findSurvivor(tx, rowId); // one named before it may show it by now
      if (!survivor) throw missing();
      from ??= survivor.id;
      if (held.get(rowId)?.mergedInto === null) continue;
      await setMerged(tx, rowId, null);
      await insertMerge(tx, { rowId, intoId: survivor.id, action: 'split', ...byPerson(call, asked.note) });
      for (const id of [survivor.id, rowId]) apart.add(id);
    }
    for (const id of apart) {
      await showMerged(tx, id);
      await recombineRows(tx, websetId, id);
    }
    if (from === null) throw missing();
    return { id: from, isChanged: apart.size > 0 };
  });

export interface SuggestedMerge extends Omit<ClaimedSame, 'id'> {
  row: LoadedRow;
}

/** Listed rows that may be of the same thing as an opened row, by what their pages claim, at most ten: a person decides. */
export async function suggestMerges(call: Call, row: LoadedRow): Promise<SuggestedMerge[]> {
  const ids = (await listMembers(call.db, [row.id])).map((member) => member.row.id);
  const found = new Map<string, SuggestedMerge>();
  for (const { id, reason, note } of await listClaimed(call.db, row.websetId, ids)) {
    const survivor = await findSurvivor(call.db, id);
    if (!survivor || survivor.hidden || survivor.id === row.id || found.has(survivor.id)) continue;
    const [loaded] = await findRows(call, [survivor.id]);
    if (loaded) found.set(survivor.id, { row: loaded, reason, note });
    if (found.size === SUGGESTED_MAX) break;
  }
  return [...found.values()];
}

const byPerson = ({ viewer }: Call, note: string | undefined) => ({
  reason: 'person' as const,
  note: note || null,
  reviewerId: viewer.userId,
});

/** Locks the webset of the first row and changes rows of it. `held`: the rows, and those that show them. */
async function changeRows(
  call: Call,
  { rowIds, note }: Asked,
  change: (tx: Tx, websetId: string, held: ReadonlyMap<string, Row>) => Promise<{ id: string; isChanged: boolean }>,
): Promise<string> {
  const first = rowIds[0] === undefined ? null : await findRow(call.db, rowIds[0]);
  if (!first) throw missing();
  return call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    await holdWebset(call, tx, first.websetId);
    await spendWithin(call, tx, 'review', note);
    const held = new Map((await lockRows(tx, first.websetId, rowIds)).map((row) => [row.id, row]));
    if (!rowIds.every((id) => held.has(id))) throw missing();
    const { id, isChanged } = await change(tx, first.websetId, held);
    if (isChanged) await touchWebset(tx, first.websetId);
    return id;
  });
}
