import { boolean, foreignKey, index, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import { authUser } from './auth.ts';
import { id, now, position } from './columns.ts';
import { proof, rowId, verdictValue } from './row.ts';
import { criterion, enrichment } from './webset.ts';

const reviewer = () => text().references(() => authUser.id, { onDelete: 'set null' });

/** What people said of one row x criterion, entry by entry; the last one stands. A null verdict takes back what was said before. */
export const review = pgTable(
  'review',
  {
    id: id(),
    rowId: rowId(),
    criterionId: uuid().notNull(),
    verdict: verdictValue(),
    note: text(),
    /** The sentence that the person chose, if one. */
    ...proof(),
    /** That the criterion is met, as the service had it before this answer; null where nothing was known. */
    before: real(),
    reviewerId: reviewer(),
    position: position(),
    at: now(),
  },
  (t) => [
    foreignKey({ columns: [t.criterionId], foreignColumns: [criterion.id] }).onDelete('cascade'),
    index('review_cell').on(t.rowId, t.criterionId, t.position.desc()),
    index('review_criterion').on(t.criterionId),
    index('review_reviewer').on(t.reviewerId),
    index('review_page').on(t.pageId),
  ],
);

/** Whether a row is another kind of thing, as people said it, entry by entry; the last one stands. */
export const rowReview = pgTable(
  'row_review',
  { id: id(), rowId: rowId(), wrongKind: boolean().notNull(), reviewerId: reviewer(), position: position(), at: now() },
  (t) => [index('row_review_row').on(t.rowId, t.position.desc()), index('row_review_reviewer').on(t.reviewerId)],
);

/** What people said of one row x column, entry by entry; the last one stands. `value` null: the page gives none. Withdrawn: nothing stands. */
export const valueReview = pgTable(
  'value_review',
  {
    id: id(),
    rowId: rowId(),
    enrichmentId: uuid().notNull(),
    value: text(),
    withdrawn: boolean().notNull().default(false),
    ...proof(),
    reviewerId: reviewer(),
    position: position(),
    at: now(),
  },
  (t) => [
    foreignKey({ columns: [t.enrichmentId], foreignColumns: [enrichment.id] }).onDelete('cascade'),
    index('value_review_cell').on(t.rowId, t.enrichmentId, t.position.desc()),
    index('value_review_enrichment').on(t.enrichmentId),
    index('value_review_reviewer').on(t.reviewerId),
    index('value_review_page').on(t.pageId),
  ],
);
