import { asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Evidence } from '../../../domain/page/evidence.ts';
import { REVIEWS_MAX } from '../../../domain/review/review-input.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { statement } from '../../connection/statement.ts';
import { authUser } from '../../tables/auth.ts';
import { review } from '../../tables/review.ts';
import { uuids } from './uuids.ts';

/** The last entry of each row x criterion that a condition on `review` selects. A null verdict: it was taken back. */
export const lastReviews = (where: SQL) =>
  sql`(select distinct on (row_id, criterion_id) * from review where ${where} order by row_id, criterion_id, position desc)`;

/** The last entry of each row x column that a condition on `value_review` selects. */
export const lastValueReviews = (where: SQL) =>
  sql`(select distinct on (row_id, enrichment_id) * from value_review where ${where} order by row_id, enrichment_id, position desc)`;

/** For both: the rows of a webset, hidden ones left out with `shown`. */
export const ofWebset = (websetId: string, { shown = false } = {}) =>
  sql`row_id in (select id from "row" where webset_id = ${websetId} ${shown ? sql`and not hidden` : sql``})`;

interface Entry {
  rowId: string;
  criterionId: string;
  verdict: Verdict | null;
  note: string | null;
}

/** A sentence that a person chose on a row's page. */
export type ChosenPassage = Evidence & { pageId: string };

export interface Review extends Entry {
  /** Null: somebody who was not signed in, or whose account is gone. */
  reviewer: { id: string; name: string; email: string } | null;
  /** The sentence that the person chose; all four are null together. */
  pageId: string | null;
  quote: string | null;
  start: number | null;
  end: number | null;
  at: Date;
}

const reviewColumns = {
  rowId: review.rowId,
  criterionId: review.criterionId,
  verdict: review.verdict,
  note: review.note,
  pageId: review.pageId,
  quote: review.quote,
  start: review.start,
  end: review.end,
  at: review.at,
  reviewer: { id: authUser.id, name: authUser.name, email: authUser.email },
};

/** `before`: that the criterion is met, 0 to 1, as the service had it before this entry. */
export const insertReview = (
  tx: Tx,
  { passage, ...entry }: Entry & { reviewerId: string | null; passage: ChosenPassage | null; before: number | null },
) => tx.insert(review).values({ ...entry, ...passage });

const lastOfRows = statement((tx) =>
  tx
    .select(reviewColumns)
    .from(review)
    .leftJoin(authUser, eq(authUser.id, review.reviewerId))
    .where(sql`${review.id} in (select id from ${lastReviews(sql`row_id = any(${sql.placeholder('rowIds')}::uuid[])`)} last)`)
    .prepare('list_last_reviews'),
);

/** The last entry of every reviewed cell of these rows. A null verdict: it was taken back. */
export const listLastReviews = async (tx: Tx, rowIds: readonly string[]): Promise<Review[]> =>
  rowIds.length === 0 ? [] : lastOfRows(tx).execute({ rowIds: uuids(rowIds) });

/** The entries of every cell of these rows, the newest first, at most 100 a cell. */
export async function listReviews(tx: Tx, rowIds: readonly string[]): Promise<Review[]> {
  if (rowIds.length === 0) return [];
  const numbered = tx
    .select({
      id: review.id,
      place: sql<number>`row_number() over (partition by ${review.rowId}, ${review.criterionId} order by ${review.position} desc)`.as(
        'place',
      ),
    })
    .from(review)
    .where(inArray(review.rowId, [...rowIds]))
    .as('numbered');
  return tx
    .select(reviewColumns)
    .from(numbered)
    .innerJoin(review, eq(review.id, numbered.id))
    .leftJoin(authUser, eq(authUser.id, review.reviewerId))
    .where(lte(numbered.place, REVIEWS_MAX))
    .orderBy(asc(review.rowId), asc(review.criterionId), desc(review.position));
}

/** The last entry of one cell; null when nobody has reviewed it. */
export async function findLastReview(tx: Tx, rowId: string, criterionId: string) {
  const [found] = await tx.execute<
    Pick<Entry, 'verdict' | 'note'> & { reviewerId: string | null; start: number | null; end: number | null; before: number | null }
  >(sql`
    select verdict, note, reviewer_id as "reviewerId", start, "end", before
    from ${lastReviews(sql`row_id = ${rowId} and criterion_id = ${criterionId}`)} last`);
  return found ?? null;
}

/** Takes back every person's verdict on a criterion: an entry each, in the name of the caller. */
export const withdrawReviews = (tx: Tx, criterionId: string, by: { reviewerId: string | null; note: string }) =>
  tx.execute(sql`
    insert into ${review} (row_id, criterion_id, verdict, note, reviewer_id)
    select s.row_id, s.criterion_id, null, ${by.note}, ${by.reviewerId}
    from ${lastReviews(sql`criterion_id = ${criterionId}`)} s where s.verdict is not null`);
