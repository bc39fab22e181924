import { foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import type { Grounds } from '../../domain/page/grounds.ts';
import { proof, rowId, verdictReason, verdictValue } from './row.ts';
import { criterion, enrichment } from './webset.ts';

// What the judge made of a page as it was read, so that deciding again reads no page. `version` is that of the judge's record.

const record = () => ({ version: integer().notNull(), score: jsonb().$type<object>().notNull() });

/** What kind of thing a row's page is about. */
export const rowScore = pgTable('row_score', { rowId: rowId().primaryKey(), ...record() });

/**
 * One row x criterion. `passages`: starts and ends of the best sentences in turn, best first. `ruled`: the rules' verdict on the page,
 * `ruledBy` the fact that gives it.
 */
export const criterionScore = pgTable(
  'criterion_score',
  {
    rowId: rowId(),
    criterionId: uuid().notNull(),
    ...record(),
    passages: integer().array().notNull(),
    ruled: verdictValue(),
    ruledReason: verdictReason(),
    ruledStart: integer(),
    ruledEnd: integer(),
    ruledBy: jsonb().$type<Grounds>(),
  },
  (t) => [
    primaryKey({ columns: [t.rowId, t.criterionId] }),
    foreignKey({ columns: [t.criterionId], foreignColumns: [criterion.id] }).onDelete('cascade'),
    index('criterion_score_criterion').on(t.criterionId),
  ],
);

/** One row x column. */
export const columnScore = pgTable('column_score', { rowId: rowId(), enrichmentId: uuid().notNull(), ...record() }, (t) => [
  primaryKey({ columns: [t.rowId, t.enrichmentId] }),
  foreignKey({ columns: [t.enrichmentId], foreignColumns: [enrichment.id] }).onDelete('cascade'),
  index('column_score_enrichment').on(t.enrichmentId),
]);

/** The best candidate of a cell without a value that is not sure enough to fill it. */
export const valueSuggestion = pgTable(
  'value_suggestion',
  { rowId: rowId(), enrichmentId: uuid().notNull(), value: text().notNull(), likelihood: real().notNull(), ...proof() },
  (t) => [
    primaryKey({ columns: [t.rowId, t.enrichmentId] }),
    foreignKey({ columns: [t.enrichmentId], foreignColumns: [enrichment.id] }).onDelete('cascade'),
    index('value_suggestion_enrichment').on(t.enrichmentId),
    index('value_suggestion_page').on(t.pageId),
  ],
);
