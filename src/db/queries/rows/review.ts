import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Evidence } from '../../../domain/page/evidence.ts';
import { REVIEWS_MAX } from '../../../domain/review/review.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { authUser } from '../../tables/auth.ts';
import { review } from '../../tables/review.ts';
import { uuids } from './uuids.ts';

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

/** The last entry of every cell of these rows that has one. One whose verdict is null says that nothing stands. */
export async function listLastReviews(tx: Tx, rowIds: readonly string[]): Promise<Review[]> {
  if (rowIds.length === 0) return [];
  return tx
    .selectDistinctOn([review.rowId, review.criterionId], reviewColumns)
    .from(review)
    .leftJoin(authUser, eq(authUser.id, review.reviewerId))
    .where(sql`${review.rowId} = any(${uuids(rowIds)}::uuid[])`)
    .orderBy(review.rowId, review.criterionId, desc(review.position));
}

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

/** The verdict that stands by a cell's last entry, and that entry; null when nobody said anything of it. */
export async function findLastReview(tx: Tx, rowId: string, criterionId: string) {
  const [found] = await tx
    .select({
      verdict: review.verdict,
      note: review.note,
      reviewerId: review.reviewerId,
      start: review.start,
      end: review.end,
      before: review.before,
    })
    .from(review)
    .where(and(eq(review.rowId, rowId), eq(review.criterionId, criterionId)))
    .orderBy(desc(review.position))
    .limit(1);
  return found ?? null;
}

/** The last entry of each cell that a condition on the table `review` picks. */
export const lastReviews = (where: SQL) =>
  sql`(select distinct on (row_id, criterion_id) row_id, criterion_id, verdict from ${review} where ${where} order by row_id, criterion_id, position desc)`;

/** Takes back every verdict of people that stands on a criterion: an entry each, in the name of whoever caused it. */
export const withdrawReviews = (tx: Tx, criterionId: string, by: { reviewerId: string | null; note: string }) =>
  tx.execute(sql`
    insert into ${review} (row_id, criterion_id, verdict, note, reviewer_id)
    select s.row_id, s.criterion_id, null, ${by.note}, ${by.reviewerId}
    from ${lastReviews(sql`criterion_id = ${criterionId}`)} s where s.verdict is not null`);
