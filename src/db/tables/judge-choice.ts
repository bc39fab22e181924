import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { position } from './columns.ts';
import { rowId, verdictValue } from './row.ts';
import { run } from './run.ts';

/** What a run has a model judge a row for: as it was read, to teach, to check what was learned, or to fill the columns of a match. */
export const CHOICE_PURPOSES = ['read', 'teach', 'check', 'columns'] as const;
export type ChoicePurpose = (typeof CHOICE_PURPOSES)[number];

/** A row chosen for a model's judgement in a run, before the model is asked. `decided`: the learned verdict; `said`: the model's. */
export const judgeChoice = pgTable(
  'judge_choice',
  {
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    rowId: rowId(),
    purpose: text().$type<ChoicePurpose>().notNull(),
    isDone: boolean().notNull().default(false),
    decided: verdictValue(),
    said: verdictValue(),
    position: position(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.rowId] }), index('judge_choice_row').on(t.rowId)],
);
