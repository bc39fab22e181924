import { sql } from 'drizzle-orm';
import type { LoggedEvent } from '../../../domain/run-event.ts';
import type { Database } from '../../connection/client.ts';
import { event, eventLog } from '../../tables/event.ts';
import { run } from '../../tables/run.ts';
import { webset } from '../../tables/webset.ts';

/** Events a reading, and logs a statement: what follows comes with the next. */
export const BATCH = 500;
const LOGS_MAX = 50;

/** The state of a log; null when its webset is gone. */
export interface LogHead {
  next: number;
  alive: boolean;
  ownerId: string | null;
}

/** A log from an index on, at one moment: at most 500 events, in order. */
export interface Reading {
  head: LogHead | null;
  events: LoggedEvent[];
}

/** Reads logs for followers: those that wake together are served by one statement, those at the same place by the same reading. */
export interface Feed {
  read(websetId: string, from: number): Promise<Reading>;
}

interface Ask {
  websetId: string;
  from: number;
  promise: Promise<Reading>;
  resolve(reading: Reading): void;
  reject(error: unknown): void;
}

export function openFeed(db: Database): Feed {
  let asks = new Map<string, Ask>();
  let busy = false;

  const serve = async () => {
    busy = true;
    while (asks.size > 0) {
      const due = [...asks.values()].slice(0, LOGS_MAX);
      for (const ask of due) asks.delete(keyOf(ask));
      try {
        const readings = await readLogs(db, due);
        for (const [i, ask] of due.entries()) ask.resolve(readings[i] as Reading);
      } catch (error) {
        // everybody who waits for this database would get the same error
        for (const ask of [...due, ...asks.values()]) ask.reject(error);
        asks = new Map();
      }
    }
    busy = false;
  };

  return {
    read(websetId, from) {
      const key = keyOf({ websetId, from });
      const known = asks.get(key);
      if (known) return known.promise;
      const ask: Ask = { websetId, from, ...Promise.withResolvers<Reading>() };
      asks.set(key, ask);
      if (!busy) {
        busy = true;
        setImmediate(() => void serve()); // all that are woken by one notice ask before it
      }
      return ask.promise;
    },
  };
}

const keyOf = ({ websetId, from }: { websetId: string; from: number }) => `${from} ${websetId}`;

type Found = { n: number; next: number | null; alive: boolean; owner_id: string | null; index: number | null } & Omit<
  LoggedEvent,
  'index' | 'runId' | 'at'
> & { at: string; run_id: string };

/** Several logs, each from its own index, in one statement. Head and events are of one moment. */
async function readLogs(db: Database, asks: readonly { websetId: string; from: number }[]): Promise<Reading[]> {
  const wanted = JSON.stringify(asks.map(({ websetId, from }, n) => ({ n, id: websetId, from })));
  const found = await db.execute<Found>(sql`
    select a.n, l.next_index::float8 as next, w.owner_id,
      exists (select from ${run} r where r.webset_id = a.id and r.state in ('queued', 'running')) as alive,
      e.index::float8 as index, e.type, e.at, e.run_id, e.data
    from jsonb_to_recordset(${wanted}::jsonb) as a (n int, id uuid, "from" bigint)
    left join ${eventLog} l on l.webset_id = a.id
    left join ${webset} w on w.id = a.id
    left join lateral (
      select index, type, at, run_id, data from ${event} where webset_id = a.id and index >= a."from" order by index limit ${BATCH}
    ) e on true
    order by a.n, e.index`);
  const readings = asks.map((): Reading => ({ head: null, events: [] }));
  for (const { n, next, alive, owner_id: ownerId, index, type, at, run_id: runId, data } of found) {
    const reading = readings[n] as Reading;
    if (next !== null) reading.head = { next, alive, ownerId };
    if (index !== null) reading.events.push({ index, type, at: new Date(at), runId, data });
  }
  return readings;
}
