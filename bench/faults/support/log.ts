import type { Database } from '../../../src/db/connection/client.ts';
import type { Listener } from '../../../src/db/connection/listener.ts';
import { appendEvents } from '../../../src/db/queries/runs/event.ts';
import { endRun, insertRun, takeRun } from '../../../src/db/queries/runs/run.ts';
import { insertWebset } from '../../../src/db/queries/websets/webset.ts';
import type { LoggedEvent } from '../../../src/domain/run-event.ts';
import { eventsFrom } from '../../../test/support/postgres/events.ts';

/** A webset with a run at work that no worker knows: its log is written by the test. */
export async function beginRun(db: Database): Promise<{ websetId: string; runId: string }> {
  const { id: websetId } = await insertWebset(db, { originalQuery: 'followed' }, null);
  const run = await insertRun(db, websetId, { target: 20, maxPages: 300, maxMinutes: 30 });
  if (!run) throw new Error('a run is alive');
  await takeRun(db, run.id);
  return { websetId, runId: run.id };
}

/** Ends runs in order, each with its last event. */
export async function endRuns(db: Database, listener: Listener, runs: { websetId: string; runId: string }[]): Promise<void> {
  for (const { websetId, runId } of runs) {
    await db.transaction(async (tx) => {
      await endRun(tx, runId, 'completed', 'candidates_exhausted', null);
      await appendEvents(tx, websetId, runId, [{ type: 'run.completed', data: { reason: 'candidates_exhausted', detail: null } }]);
    });
    listener.notify(websetId);
  }
}

/** A whole log. */
export async function readLog(db: Database, websetId: string): Promise<LoggedEvent[]> {
  const log: LoggedEvent[] = [];
  for (;;) {
    const more = await eventsFrom(db, websetId, log.length, 1000);
    log.push(...more);
    if (more.length < 1000) return log;
  }
}
