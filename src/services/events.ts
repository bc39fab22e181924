import { headOf } from '../db/queries/runs/event.ts';
import { BATCH } from '../db/queries/runs/feed.ts';
import { mayOpen } from '../domain/access.ts';
import { Fault, websetNotFound } from '../domain/errors.ts';
import type { LoggedEvent } from '../domain/run-event.ts';
import type { Webset } from '../domain/webset-state.ts';
import type { Call } from './call.ts';
import { openWebset } from './open.ts';
import { isStanding } from './share/enter.ts';

/**
 * A webset's run events from an index on, up to the end of the alive run or of its access. Before the first event: NOT_FOUND when the
 * webset is missing or never ran, FORBIDDEN when it is another user's, TOO_MANY_REQUESTS for too many streams.
 */
export async function openEvents(call: Call, websetId: string, from: number, signal: AbortSignal): Promise<AsyncGenerator<LoggedEvent>> {
  call.countStream?.();
  await openWebset(call, websetId);
  const head = await headOf(call.db, websetId);
  if (!head) throw websetNotFound();
  if (!head.started) throw new Fault('NOT_FOUND', 'No run has been started yet');
  return follow(call, websetId, from, signal);
}

/** How many events a webset's log holds. */
export const countEvents = async ({ db }: Call, { id }: Pick<Webset, 'id'>) => (await headOf(db, id))?.next ?? 0;

async function* follow(
  { db, feed, listener, viewer }: Call,
  websetId: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  using wake = listener.listen(websetId, signal);
  for (let next = from; !signal.aborted; ) {
    wake.subscribe();
    const { head, events } = await feed.read(websetId, next);
    if (!head || !mayOpen(viewer, { ...head, id: websetId })) return; // deleted, or claimed by another meanwhile
    if (!(await isStanding(db, viewer))) return; // revoked
    for (const event of events) {
      yield event;
      next = event.index + 1;
    }
    if (events.length === BATCH) continue;
    if (!head.alive && next >= head.next) return;
    await wake.heard();
  }
}
