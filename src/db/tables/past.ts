import { foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, position } from './columns.ts';
import { judge, proof, rowId, valueReason, verdictReason, verdictValue } from './row.ts';
import { criterion, enrichment } from './webset.ts';

/** What a judgement said before it was made again, of one row x criterion. */
export const pastVerdict = pgTable(
  'past_verdict',
  {
    id: id(),
    rowId: rowId(),
    criterionId: uuid().notNull(),
    verdict: verdictValue(),
    reason: verdictReason().notNull(),
    note: text(),
    ...proof(),
    judge: judge().notNull(),
    judgedAt: moment().notNull(),
    position: position(),
  },
  (t) => [
    foreignKey({ columns: [t.criterionId], foreignColumns: [criterion.id] }).onDelete('cascade'),
    index('past_verdict_cell').on(t.rowId, t.criterionId, t.position.desc()),
    index('past_verdict_criterion').on(t.criterionId),
    index('past_verdict_page').on(t.pageId),
  ],
);

/** What was found before it was looked for again, of one row x column. */
export const pastValue = pgTable(
  'past_value',
  {
    id: id(),
    rowId: rowId(),
    enrichmentId: uuid().notNull(),
    value: text(),
    reason: valueReason().notNull(),
    note: text(),
    ...proof(),
    judge: judge().notNull(),
    judgedAt: moment().notNull(),
    position: position(),
  },
  (t) => [
    foreignKey({ columns: [t.enrichmentId], foreignColumns: [enrichment.id] }).onDelete('cascade'),
    index('past_value_cell').on(t.rowId, t.enrichmentId, t.position.desc()),
    index('past_value_enrichment').on(t.enrichmentId),
    index('past_value_page').on(t.pageId),
  ],
);
