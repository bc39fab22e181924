import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { collection, collectionFile } from '../../tables/collection.ts';
import { modelPlan } from '../../tables/model.ts';
import { page } from '../../tables/page.ts';
import { pastValue, pastVerdict } from '../../tables/past.ts';
import { review, rowMerge, rowReview, titleReview, valueReview } from '../../tables/review.ts';
import { row } from '../../tables/row.ts';
import { run } from '../../tables/run.ts';
import { criterion, enrichment, share, webset, websetView } from '../../tables/webset.ts';
import { uuids } from '../rows/uuids.ts';

/** Every column that names a thing by a UUID of its own (a test holds the list against the database), those asked for most first. */
export const NAMED = [
  row.id,
  page.id,
  criterion.id,
  enrichment.id,
  run.id,
  webset.id,
  collection.id,
  collection.token,
  collectionFile.id,
  modelPlan.id,
  pastVerdict.id,
  pastValue.id,
  review.id,
  rowReview.id,
  rowMerge.id,
  valueReview.id,
  titleReview.id,
  websetView.id,
  share.id,
  share.shareId,
];

const isOfAny: SQL = sql.join(
  NAMED.map((column) => sql`exists (select from ${column.table} where ${column} = u.id)`),
  sql` or `,
);

/** Those of the UUIDs that name anything in this database. */
export async function findKnownIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`select u.id from unnest(${uuids(ids)}::uuid[]) as u (id) where ${isOfAny}`);
  return found.map(({ id }) => id);
}
