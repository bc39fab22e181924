import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { bestPage, type MergeAction, type MergeReason } from '../../../domain/review/merge.ts';
import type { Row } from '../../../domain/row-state.ts';
import type { Tx } from '../../connection/client.ts';
import { authUser } from '../../tables/auth.ts';
import { mergedValue, mergedVerdict, rowMerge } from '../../tables/review.ts';
import { row } from '../../tables/row.ts';
import { rowColumns } from '../rows/row.ts';
import { uuids } from '../rows/uuids.ts';

const MERGES_READ = 5000;

/** A row of a group, by the row that shows them all. */
export interface Member {
  rootId: string;
  row: Row;
}

/** These rows and all that were merged into them, directly or through others: each row before those merged into it, in the order found. */
export async function listMembers(tx: Tx, rootIds: readonly string[]): Promise<Member[]> {
  if (rootIds.length === 0) return [];
  const found = await tx.execute<{ rootId: string; id: string }>(sql`
    ${members(sql`${uuids(rootIds)}::uuid[]`)}
    select m.root_id as "rootId", m.id from member m join "row" r on r.id = m.id order by m.root_id, m.id <> m.root_id, r.position`);
  const rows = await tx
    .select(rowColumns)
    .from(row)
    .where(sql`${row.id} = any(${uuids(found.map(({ id }) => id))}::uuid[])`);
  const byId = new Map(rows.map((one) => [one.id, one]));
  return found.flatMap(({ rootId, id }) => {
    const one = byId.get(id);
    return one ? [{ rootId, row: one }] : [];
  });
}

/** `with recursive member (root_id, id)`: rows and what was merged into each. */
export const members = (roots: SQL): SQL => sql`
  with recursive member (root_id, id) as (
    select id, id from "row" where id = any(${roots})
    union all select m.root_id, r.id from "row" r join member m on r.merged_into = m.id
  )`;

/** Whether a row's page is shown: neither the row nor the one that shows it is hidden. `alias`: the row's alias in the statement. */
export const isShown = (alias: 'row' | 'r'): SQL => {
  const its = (column: string) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`;
  return sql`(not ${its('hidden')} and (${its('merged_into')} is null or not exists (
    with recursive up (into_id, hidden) as (
      select u.merged_into, u.hidden from "row" u where u.id = ${its('merged_into')}
      union all select u.merged_into, u.hidden from "row" u join up on u.id = up.into_id
    ) select from up where into_id is null and hidden)))`;
};

/** Puts a row under another, or takes it out (null). */
export const setMerged = (tx: Tx, id: string, into: string | null) =>
  tx.update(row).set({ mergedInto: into, updatedAt: sql`now()` }).where(eq(row.id, id));

/** Counts the pages of a row again and shows it by the best of them. The merges themselves are already written. */
export async function showMerged(tx: Tx, rootId: string): Promise<void> {
  const group = await listMembers(tx, [rootId]);
  const ids = group.map((member) => member.row.id);
  const [found, merges] = [await listOwnAddresses(tx, ids), await listMerges(tx, ids)];
  const byId = new Map(found.map((one) => [one.id, one]));
  const [first, ...others] = ids.flatMap((id) => byId.get(id) ?? []);
  if (!first) return;
  const proved = merges.flatMap(({ action, reason, note }) => (action === 'merge' && reason === 'site' && note !== null ? [note] : []));
  const stated = ids.length > 1 ? found.flatMap(({ website }) => website ?? []) : [];
  const best = bestPage([first, ...others], [...proved, ...stated]);
  const isOther = group[0]?.row.url !== best.url;
  await tx
    .update(row)
    .set({ pageCount: ids.length, ...(isOther && { url: best.url, title: best.title }), updatedAt: sql`now()` })
    .where(eq(row.id, rootId));
  if (ids.length > 1) return;
  await tx.delete(mergedVerdict).where(eq(mergedVerdict.rowId, rootId)); // its own page says all
  await tx.delete(mergedValue).where(eq(mergedValue.rowId, rootId));
}

/** The addresses and names of rows' own pages, and the sites that they state. */
const listOwnAddresses = async (tx: Tx, ids: readonly string[]) => [
  ...(await tx.execute<{ id: string; url: string; title: string; website: string | null }>(sql`
    select r.id, p.url, coalesce(r.name, p.title) as title, r.website from "row" r join page p on p.id = r.page_id where r.id = any(${uuids(ids)}::uuid[])`)),
];

interface NewMerge {
  rowId: string;
  intoId: string;
  action: MergeAction;
  reason: MergeReason;
  note: string | null;
  reviewerId: string | null;
}

export const insertMerge = (tx: Tx, entry: NewMerge) => tx.insert(rowMerge).values(entry);

export interface Merge extends Omit<NewMerge, 'reviewerId'> {
  id: string;
  reviewer: { id: string; name: string; email: string } | null;
  at: Date;
}

/** What was merged into any of these rows or split off it, and what became of themselves, the newest first, at most 5,000 entries. */
export const listMerges = (tx: Tx, rowIds: readonly string[]): Promise<Merge[]> => {
  const reviewer = { id: authUser.id, name: authUser.name, email: authUser.email };
  const { id, rowId, intoId, action, reason, note, at } = rowMerge;
  const ids = sql`any(${uuids(rowIds)}::uuid[])`;
  return tx
    .select({ id, rowId, intoId, action, reason, note, at, reviewer })
    .from(rowMerge)
    .leftJoin(authUser, eq(authUser.id, rowMerge.reviewerId))
    .where(sql`${rowId} = ${ids} or ${intoId} = ${ids}`)
    .orderBy(desc(rowMerge.position))
    .limit(MERGES_READ);
};
