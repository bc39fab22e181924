import { desc, eq, sql } from 'drizzle-orm';
import { REVIEWS_MAX } from '../../../domain/review/review-input.ts';
import type { Tx } from '../../connection/client.ts';
import { statement } from '../../connection/statement.ts';
import { authUser } from '../../tables/auth.ts';
import { valueReview } from '../../tables/review.ts';
import type { ChosenPassage } from './review.ts';
import { lastValueReviews } from './review.ts';
import { uuids } from './uuids.ts';

interface Entry {
  rowId: string;
  enrichmentId: string;
  /** Null: the page gives none. */
  value: string | null;
  /** It was taken back. */
  withdrawn: boolean;
}

export const insertValueReview = (tx: Tx, { passage, ...entry }: Entry & { reviewerId: string | null; passage: ChosenPassage | null }) =>
  tx.insert(valueReview).values({ ...entry, ...passage });

/** The last entry of one cell; null when nobody said anything of it. */
export async function findLastValueReview(tx: Tx, rowId: string, enrichmentId: string) {
  const [found] = await tx.execute<
    Pick<Entry, 'value' | 'withdrawn'> & { reviewerId: string | null; start: number | null; end: number | null }
  >(sql`
    select value, withdrawn, reviewer_id as "reviewerId", start, "end"
    from ${lastValueReviews(sql`row_id = ${rowId} and enrichment_id = ${enrichmentId}`)} last`);
  return found ?? null;
}

export interface ValueReviewEntry extends Entry {
  /** Null: somebody who was not signed in, or whose account is gone. */
  reviewer: { id: string; name: string; email: string } | null;
  pageId: string | null;
  quote: string | null;
  start: number | null;
  end: number | null;
  at: Date;
}

const entryColumns = {
  rowId: valueReview.rowId,
  enrichmentId: valueReview.enrichmentId,
  value: valueReview.value,
  withdrawn: valueReview.withdrawn,
  pageId: valueReview.pageId,
  quote: valueReview.quote,
  start: valueReview.start,
  end: valueReview.end,
  at: valueReview.at,
  reviewer: { id: authUser.id, name: authUser.name, email: authUser.email },
};

const lastOfRows = statement((tx) =>
  tx
    .select(entryColumns)
    .from(valueReview)
    .leftJoin(authUser, eq(authUser.id, valueReview.reviewerId))
    .where(sql`${valueReview.id} in (select id from ${lastValueReviews(sql`row_id = any(${sql.placeholder('rowIds')}::uuid[])`)} last)`)
    .prepare('list_last_value_reviews'),
);

/** The last entry of every cell of these rows, also where it was taken back. */
export const listLastValueReviews = async (tx: Tx, rowIds: readonly string[]): Promise<ValueReviewEntry[]> =>
  rowIds.length === 0 ? [] : lastOfRows(tx).execute({ rowIds: uuids(rowIds) });

const ofRows = statement((tx) => {
  const numbered = tx
    .select({
      id: valueReview.id,
      place:
        sql<number>`row_number() over (partition by ${valueReview.rowId}, ${valueReview.enrichmentId} order by ${valueReview.position} desc)`.as(
          'place',
        ),
    })
    .from(valueReview)
    .where(sql`${valueReview.rowId} = any(${sql.placeholder('rowIds')}::uuid[])`)
    .as('numbered');
  return tx
    .select(entryColumns)
    .from(numbered)
    .innerJoin(valueReview, eq(valueReview.id, numbered.id))
    .leftJoin(authUser, eq(authUser.id, valueReview.reviewerId))
    .where(sql`place <= ${REVIEWS_MAX}`)
    .orderBy(valueReview.rowId, valueReview.enrichmentId, desc(valueReview.position))
    .prepare('list_value_reviews');
});

/** The entries of every cell of these rows, the newest first, at most 100 a cell. */
export const listValueReviews = async (tx: Tx, rowIds: readonly string[]): Promise<ValueReviewEntry[]> =>
  rowIds.length === 0 ? [] : ofRows(tx).execute({ rowIds: uuids(rowIds) });

/** Takes back every person's value in a column: an entry each, in the name of the caller. */
export const withdrawValueReviews = (tx: Tx, enrichmentId: string, reviewerId: string | null) =>
  tx.execute(sql`
    insert into value_review (row_id, enrichment_id, withdrawn, reviewer_id)
    select row_id, enrichment_id, true, ${reviewerId}
    from ${lastValueReviews(sql`enrichment_id = ${enrichmentId}`)} last where not withdrawn`);
