import { and, asc, eq, gte } from 'drizzle-orm';
import type { Database } from '../../../src/db/connection/client.ts';
import { event } from '../../../src/db/tables/event.ts';
import type { LoggedEvent } from '../../../src/domain/run-event.ts';

/** The events of a webset's log from an index on, in order. */
export const eventsFrom = (db: Database, websetId: string, from: number, limit: number): Promise<LoggedEvent[]> =>
  db
    .select({ index: event.index, type: event.type, at: event.at, runId: event.runId, data: event.data })
    .from(event)
    .where(and(eq(event.websetId, websetId), gte(event.index, from)))
    .orderBy(asc(event.index))
    .limit(limit);
