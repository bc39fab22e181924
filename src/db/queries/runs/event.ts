import { eq, sql } from 'drizzle-orm';
import type { RunEvent } from '../../../domain/run-event.ts';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { event, eventLog } from '../../tables/event.ts';
import { run } from '../../tables/run.ts';
import { webset } from '../../tables/webset.ts';

/**
 * Appends events to a webset's log, in order, last in the transaction: the counter's row lock is held to the commit, so that the order
 * of indices is the order of commits and no index is ever skipped.
 */
export async function appendEvents(tx: Tx, websetId: string, runId: string, events: readonly RunEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.execute(sql`
    with base as (
      update ${eventLog} set next_index = next_index + ${events.length} where webset_id = ${websetId} returning next_index - ${events.length} as first
    )
    insert into ${event} (webset_id, index, type, at, run_id, data)
    select ${websetId}::uuid, base.first + told.place - 1, told.event ->> 'type', clock_timestamp(), ${runId}::uuid, told.event -> 'data'
    from base, jsonb_array_elements(${storableJson(events)}::jsonb) with ordinality as told (event, place)`);
}

/** The state of a log: its next index, whether a run is alive, whether one ever was, and the owner. Null when the webset is gone. */
export async function headOf(
  tx: Tx,
  websetId: string,
): Promise<{ next: number; alive: boolean; started: boolean; ownerId: string | null } | null> {
  const [found] = await tx
    .select({
      next: eventLog.nextIndex,
      alive: sql<boolean>`exists (select from ${run} r where r.webset_id = event_log.webset_id and r.state in ('queued', 'running'))`,
      started: sql<boolean>`exists (select from ${run} r where r.webset_id = event_log.webset_id)`,
      ownerId: webset.ownerId,
    })
    .from(eventLog)
    .innerJoin(webset, eq(webset.id, eventLog.websetId))
    .where(eq(eventLog.websetId, websetId));
  return found ?? null;
}
