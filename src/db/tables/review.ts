import { foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { authUser } from './auth.ts';
import { id, now, position } from './columns.ts';
import { rowId, verdictValue } from './row.ts';
import { criterion } from './webset.ts';

/** What people said of one row x criterion, entry by entry; the last one stands. A null verdict takes back what was said before. */
export const review = pgTable(
  'review',
  {
    id: id(),
    rowId: rowId(),
    criterionId: uuid().notNull(),
    verdict: verdictValue(),
    note: text(),
    reviewerId: text().references(() => authUser.id, { onDelete: 'set null' }),
    position: position(),
    at: now(),
  },
  (t) => [
    foreignKey({ columns: [t.criterionId], foreignColumns: [criterion.id] }).onDelete('cascade'),
    index('review_cell').on(t.rowId, t.criterionId, t.position.desc()),
    index('review_criterion').on(t.criterionId),
    index('review_reviewer').on(t.reviewerId),
  ],
);
