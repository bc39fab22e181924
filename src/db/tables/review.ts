import { boolean, foreignKey, index, pgEnum, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { MERGE_ACTIONS, MERGE_REASONS } from '../../domain/review/merge.ts';
import { authUser } from './auth.ts';
import { id, now, position } from './columns.ts';
import { proof, row, rowId, verdictReason, verdictValue } from './row.ts';
import { criterion, enrichment } from './webset.ts';

const reviewer = () => text().references(() => authUser.id, { onDelete: 'set null' });

/** What people said of one row x criterion, entry by entry; the last one counts. A null verdict takes it back. */
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

/** Whether people said that a row is another kind of thing, entry by entry; the last one counts. */
export const rowReview = pgTable(
  'row_review',
  { id: id(), rowId: rowId(), wrongKind: boolean().notNull(), reviewerId: reviewer(), position: position(), at: now() },
  (t) => [index('row_review_row').on(t.rowId, t.position.desc()), index('row_review_reviewer').on(t.reviewerId)],
);

/** What people said of one row x column; the last entry counts. `value` null: the page gives none. Withdrawn: it was taken back. */
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

/** How people titled a row, entry by entry; the last one counts. `title` null: the title found is shown. */
export const titleReview = pgTable(
  'title_review',
  { id: id(), rowId: rowId(), title: text(), reviewerId: reviewer(), position: position(), at: now() },
  (t) => [index('title_review_row').on(t.rowId, t.position.desc()), index('title_review_reviewer').on(t.reviewerId)],
);

export const mergeAction = pgEnum('merge_action', MERGE_ACTIONS);
export const mergeReason = pgEnum('merge_reason', MERGE_REASONS);

/** What became of a row beside others, entry by entry; the last one counts. */
export const rowMerge = pgTable(
  'row_merge',
  {
    id: id(),
    rowId: rowId(),
    /** The row that it was merged into, or split off. */
    intoId: uuid()
      .notNull()
      .references(() => row.id, { onDelete: 'cascade' }),
    action: mergeAction().notNull(),
    reason: mergeReason().notNull(),
    /** The identifier or the domain that proves it, or why a person did it. */
    note: text(),
    reviewerId: reviewer(),
    position: position(),
    at: now(),
  },
  (t) => [
    index('row_merge_row').on(t.rowId, t.position.desc()),
    index('row_merge_into').on(t.intoId),
    index('row_merge_reviewer').on(t.reviewerId),
  ],
);

const fromRowId = () =>
  uuid()
    .notNull()
    .references(() => row.id, { onDelete: 'cascade' });

/** A criterion's verdict over all pages of a row, where it is not that of the row's own page. `fromRowId`: the row whose page decides. */
export const mergedVerdict = pgTable(
  'merged_verdict',
  { rowId: rowId(), criterionId: uuid().notNull(), fromRowId: fromRowId(), verdict: verdictValue(), reason: verdictReason().notNull() },
  (t) => [
    primaryKey({ columns: [t.rowId, t.criterionId] }),
    foreignKey({ columns: [t.criterionId], foreignColumns: [criterion.id] }).onDelete('cascade'),
    index('merged_verdict_criterion').on(t.criterionId),
    index('merged_verdict_from').on(t.fromRowId),
  ],
);

/** A column's value over all pages of a row, where it is not that of the row's own page. `fromRowId`: the row whose page gives it. */
export const mergedValue = pgTable(
  'merged_value',
  { rowId: rowId(), enrichmentId: uuid().notNull(), fromRowId: fromRowId(), value: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.rowId, t.enrichmentId] }),
    foreignKey({ columns: [t.enrichmentId], foreignColumns: [enrichment.id] }).onDelete('cascade'),
    index('merged_value_enrichment').on(t.enrichmentId),
    index('merged_value_from').on(t.fromRowId),
  ],
);
