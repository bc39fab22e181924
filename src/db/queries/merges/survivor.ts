import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Row } from '../../../domain/row-state.ts';
import type { Tx } from '../../connection/client.ts';
import { row } from '../../tables/row.ts';
import { rowColumns } from '../rows/row.ts';
import { uuids } from '../rows/uuids.ts';

/** Rows and those that they were merged into, one by one. */
const above = (...ids: readonly string[]): SQL => sql`(
  with recursive up (id, into_id) as (
    select id, merged_into from "row" where id = any(${uuids(ids)}::uuid[])
    union select r.id, r.merged_into from "row" r join up on r.id = up.into_id
  ) select id from up)`;

/** The row that shows a row's page: itself, or the one that it was merged into, through any others. Null when it is gone. */
export async function findSurvivor(tx: Tx, id: string): Promise<Row | null> {
  const [found] = await tx
    .select(rowColumns)
    .from(row)
    .where(sql`${row.mergedInto} is null and ${row.id} in ${above(id)}`);
  return found ?? null;
}

/** Whether the row that shows a row's page is listed as a match. */
export async function isListedMatch(tx: Tx, id: string): Promise<boolean> {
  const survivor = await findSurvivor(tx, id);
  return survivor?.matchVerdict === 'match' && !survivor.hidden;
}

/** Locks rows of a webset and the rows that they were merged into until the transaction ends, in order of id as everywhere. */
export const lockRows = (tx: Tx, websetId: string, ids: readonly string[]): Promise<Row[]> => hold(tx, ids, eq(row.websetId, websetId));

/** The same of one row, with others that the transaction will change. Null when it is gone. */
export const lockRow = async (tx: Tx, id: string, others: readonly string[] = []): Promise<Row | null> =>
  (await hold(tx, [id, ...others])).find((one) => one.id === id) ?? null;

async function hold(tx: Tx, ids: readonly string[], which?: SQL): Promise<Row[]> {
  const found = await tx
    .select(rowColumns)
    .from(row)
    .where(and(which, sql`${row.id} in ${above(...ids)}`))
    .orderBy(row.id)
    .for('no key update');
  const held = new Set(found.map(({ id }) => id));
  const isWhole = found.every(({ mergedInto }) => mergedInto === null || held.has(mergedInto));
  return isWhole ? found : hold(tx, ids, which); // one was merged while it was waited for
}
