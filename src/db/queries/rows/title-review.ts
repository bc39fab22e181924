import { desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { authUser } from '../../tables/auth.ts';
import { titleReview } from '../../tables/review.ts';

export const insertTitleReview = (tx: Tx, entry: { rowId: string; title: string | null; reviewerId: string | null }) =>
  tx.insert(titleReview).values(entry);

/** What people called some rows, the newest first. */
export const listTitleReviews = (tx: Tx, rowIds: readonly string[]) =>
  tx
    .select({
      rowId: titleReview.rowId,
      title: titleReview.title,
      at: titleReview.at,
      reviewer: { id: authUser.id, name: authUser.name, email: authUser.email },
    })
    .from(titleReview)
    .leftJoin(authUser, eq(authUser.id, titleReview.reviewerId))
    .where(inArray(titleReview.rowId, [...rowIds]))
    .orderBy(desc(titleReview.position))
    .limit(TITLES_READ);

/** Entries that are read for the rows of one page. */
const TITLES_READ = 5000;
