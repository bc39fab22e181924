import { and, desc, eq, sql } from 'drizzle-orm';
import { REVIEWS_MAX } from '../../../domain/review/review.ts';
import type { Tx } from '../../connection/client.ts';
import { authUser } from '../../tables/auth.ts';
import { valueReview } from '../../tables/review.ts';
import type { ChosenPassage } from './review.ts';
import { uuids } from './uuids.ts';

interface Entry {
  rowId: string;
  enrichmentId: string;
  /** Null: the page gives none. */
  value: string | null;
  /** Nothing stands any more. */
  withdrawn: boolean;
}

export const insertValueReview = (tx: Tx, { passage, ...entry }: Entry & { reviewerId: string | null; passage: ChosenPassage | null }) =>
  tx.insert(valueReview).values({ ...entry, ...passage });

/** The last entry of one cell; null when nobody said anything of it. */
export async function findLastValueReview(tx: Tx, rowId: string, enrichmentId: string) {
  const [found] = await tx
    .select({
      value: valueReview.value,
      withdrawn: valueReview.withdrawn,
      reviewerId: valueReview.reviewerId,
      start: valueReview.start,
      end: valueReview.end,
    })
    .from(valueReview)
    .where(and(eq(valueReview.rowId, rowId), eq(valueReview.enrichmentId, enrichmentId)))
    .orderBy(desc(valueReview.position))
    .limit(1);
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

/** The entries of every cell of these rows, the newest first, at most 100 a cell. */
export async function listValueReviews(tx: Tx, rowIds: readonly string[]): Promise<ValueReviewEntry[]> {
  if (rowIds.length === 0) return [];
  const numbered = tx
    .select({
      id: valueReview.id,
      place:
        sql<number>`row_number() over (partition by ${valueReview.rowId}, ${valueReview.enrichmentId} order by ${valueReview.position} desc)`.as(
          'place',
        ),
    })
    .from(valueReview)
    .where(sql`${valueReview.rowId} = any(${uuids(rowIds)}::uuid[])`)
    .as('numbered');
  return tx
    .select({
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
    })
    .from(numbered)
    .innerJoin(valueReview, eq(valueReview.id, numbered.id))
    .leftJoin(authUser, eq(authUser.id, valueReview.reviewerId))
    .where(sql`place <= ${REVIEWS_MAX}`)
    .orderBy(valueReview.rowId, valueReview.enrichmentId, desc(valueReview.position));
}

export type StandingValue = Omit<ValueReviewEntry, 'reviewer' | 'withdrawn' | 'at'>;

/** The values of people that stand over these rows, with the sentence chosen. */
export const listStandingValues = async (tx: Tx, rowIds: readonly string[]): Promise<StandingValue[]> => [
  ...(await tx.execute<StandingValue & Record<string, unknown>>(sql`
    select "rowId", "enrichmentId", value, quote, "pageId", start, "end" from (
      select distinct on (row_id, enrichment_id)
        row_id as "rowId", enrichment_id as "enrichmentId", value, withdrawn, quote, page_id as "pageId", start, "end"
      from value_review where row_id = any(${uuids(rowIds)}::uuid[]) order by row_id, enrichment_id, position desc
    ) last where not withdrawn`)),
];

/** Takes back every value of people that stands on a column: an entry each, in the name of whoever caused it. */
export const withdrawValueReviews = (tx: Tx, enrichmentId: string, reviewerId: string | null) =>
  tx.execute(sql`
    insert into value_review (row_id, enrichment_id, withdrawn, reviewer_id)
    select row_id, enrichment_id, true, ${reviewerId} from (
      select distinct on (row_id) row_id, enrichment_id, withdrawn from value_review
      where enrichment_id = ${enrichmentId} order by row_id, position desc
    ) last where not withdrawn`);
