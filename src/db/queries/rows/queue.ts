import { sql } from 'drizzle-orm';
import type { QueueRow } from '../../../domain/review/queue.ts';
import type { Tx } from '../../connection/client.ts';
import { uuids } from './uuids.ts';

/** Rows beyond so many are not offered: a queue is read from its front. */
const ROWS_MAX = 20_000;

export interface StoredQueueRow extends QueueRow {
  id: string;
}

/** The rows of a webset, and whether a person answered them, on any criterion or on the one asked, or hid them. In the order found. `lack`: the criteria that lack a no. */
export const listQueueRows = async (
  tx: Tx,
  websetId: string,
  { criterionId = null, lack = [] }: { criterionId?: string | null; lack?: readonly string[] } = {},
): Promise<StoredQueueRow[]> => [
  ...(await tx.execute<StoredQueueRow & Record<string, unknown>>(sql`
    select r.id, r.likelihood, r.hidden or coalesce(a.reviewed, false) as reviewed, l.lacking from "row" r left join (
      select row_id, true as reviewed from (
        select distinct on (v.row_id, v.criterion_id) v.row_id, v.verdict from review v join "row" r on r.id = v.row_id
        where r.webset_id = ${websetId} ${criterionId === null ? sql`` : sql`and v.criterion_id = ${criterionId}`}
        order by v.row_id, v.criterion_id, v.position desc
      ) last where verdict is not null group by row_id
    ) a on a.row_id = r.id left join (
      select row_id, avg(foreseen)::float8 as lacking from verdict where criterion_id = any(${uuids(lack)}::uuid[]) group by row_id
    ) l on l.row_id = r.id
    where r.webset_id = ${websetId} and r.merged_into is null order by r.position limit ${ROWS_MAX}`)),
];
