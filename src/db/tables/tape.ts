import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { position } from './columns.ts';
import { page } from './page.ts';
import { run } from './run.ts';

/** What a recorded run was told by the outside world, in order: answers of searches, pages, answers of models; and what it finished. */
export const tape = pgTable(
  'tape',
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
  (t) => [index('tape_run').on(t.runId, t.position), index('tape_page').on(t.pageId)],
);
