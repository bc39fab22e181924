import { sql } from 'drizzle-orm';
import type { QueueRow } from '../../../domain/review/review-queue.ts';
import type { Tx } from '../../connection/client.ts';
import { lastReviews, ofWebset } from './review.ts';
import { uuids } from './uuids.ts';

/** A queue is read from its front: later rows are not offered. */
const ROWS_MAX = 20_000;

export interface StoredQueueRow extends QueueRow {
  id: string;
}

/**
 * The rows of a webset in the order found, with whether a person reviewed them (on any criterion, or on one) or hid them. `lack`: the
 * criteria without a no.
 */
export const listQueueRows = async (
  tx: Tx,
  websetId: string,
  { criterionId = null, lack = [] }: { criterionId?: string | null; lack?: readonly string[] } = {},
): Promise<StoredQueueRow[]> => [
  ...(await tx.execute<StoredQueueRow & Record<string, unknown>>(sql`
    select r.id, r.likelihood, r.hidden or coalesce(a.reviewed, false) as reviewed, l.lacking from "row" r left join (
      select row_id, true as reviewed
      from ${lastReviews(criterionId === null ? ofWebset(websetId) : sql`criterion_id = ${criterionId}`)} v where verdict is not null group by row_id
    ) a on a.row_id = r.id left join (
      select row_id, avg(foreseen)::float8 as lacking from verdict where criterion_id = any(${uuids(lack)}::uuid[]) group by row_id
    ) l on l.row_id = r.id
    where r.webset_id = ${websetId} and r.merged_into is null order by r.position limit ${ROWS_MAX}`)),
];
