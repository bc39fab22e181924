import { sql } from 'drizzle-orm';
import type { QueueRow } from '../../../domain/review/queue.ts';
import type { Tx } from '../../connection/client.ts';

/** Rows beyond so many are not offered: a queue is read from its front. */
const ROWS_MAX = 20_000;

/** The rows of a webset, and whether a person answered them, on any criterion or on the one asked, or hid them. In the order found. */
export const listQueueRows = async (tx: Tx, websetId: string, criterionId: string | null): Promise<QueueRow[]> => [
  ...(await tx.execute<QueueRow & Record<string, unknown>>(sql`
    select r.id, r.likelihood, r.hidden or coalesce(a.reviewed, false) as reviewed from "row" r left join (
      select row_id, true as reviewed from (
        select distinct on (v.row_id, v.criterion_id) v.row_id, v.verdict from review v join "row" r on r.id = v.row_id
        where r.webset_id = ${websetId} ${criterionId === null ? sql`` : sql`and v.criterion_id = ${criterionId}`}
        order by v.row_id, v.criterion_id, v.position desc
      ) last where verdict is not null group by row_id
    ) a on a.row_id = r.id
    where r.webset_id = ${websetId} and r.merged_into is null order by r.position limit ${ROWS_MAX}`)),
];
