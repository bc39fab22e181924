import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { position } from './columns.ts';
import { page } from './page.ts';
import { run } from './run.ts';

/** What a recorded run got from outside, in order: answers of searches, pages, answers of models; and what it finished. */
export const recordingEntry = pgTable(
  'recording_entry',
  {
    position: position().primaryKey(),
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    key: text().notNull(),
    data: jsonb().$type<unknown>().notNull(),
    pageId: uuid().references(() => page.id),
  },
  (t) => [index('recording_entry_run').on(t.runId, t.position), index('recording_entry_page').on(t.pageId)],
);
