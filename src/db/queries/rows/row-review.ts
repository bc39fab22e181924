import type { Tx } from '../../connection/client.ts';
import { rowReview } from '../../tables/review.ts';

/** What a person said of a row's kind; the last entry of a row counts. */
export const insertRowReview = (tx: Tx, entry: { rowId: string; wrongKind: boolean; reviewerId: string | null }) =>
  tx.insert(rowReview).values(entry);
