import { bigint, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RunEvent } from '../../domain/run-event.ts';
import { moment } from './columns.ts';
import { webset, websetId } from './webset.ts';

/** The counter of a webset's log, apart from the webset's row, so that appending blocks no rename. */
export const eventLog = pgTable('event_log', {
  websetId: uuid()
    .primaryKey()
    .references(() => webset.id, { onDelete: 'cascade' }),
  nextIndex: bigint({ mode: 'number' }).notNull().default(0),
});

export const event = pgTable(
  'event',
  {
    websetId: websetId(),
    index: bigint({ mode: 'number' }).notNull(),
    type: text().$type<RunEvent['type']>().notNull(),
    at: moment().notNull(),
    runId: uuid().notNull(),
    data: jsonb().$type<RunEvent['data']>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.websetId, t.index] })],
);
