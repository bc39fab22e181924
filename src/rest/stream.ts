import type { Request, Response } from 'express';
import { Fault, websetNotFound } from '../domain/errors.ts';
import { startIndexInput } from '../domain/run-event.ts';
import { websetId } from '../domain/webset-state.ts';
import type { Context } from '../graphql/builder.ts';
import { refusePlain } from './errors.ts';
import type { Documents } from './execute.ts';
import type { StreamSubscription, StreamSubscriptionVariables } from './generated/types.ts';
import { stored } from './stored.ts';

const EVENTS = stored<StreamSubscription, StreamSubscriptionVariables>(/* GraphQL */ `
  subscription Stream($id: UUID!, $startIndex: EventIndex!) {
    runEvents(websetId: $id, startIndex: $startIndex) {
      index
      type
      at
      runId
      data
    }
  }
`);

/** Seconds: of a connection, between two blank lines, and how long a follower may leave its lines unread. */
export interface StreamTimes {
  connectionSeconds: number;
  heartbeatSeconds: number;
  unreadSeconds: number;
}

/**
 * `GET /api/sessions/{id}/stream?startIndex=n` (spec section 4): one event a line, until the run's last event,
 * the deadline, or one side ends the connection.
 */
export async function streamSession(
  documents: Documents,
  enter: () => Promise<Context>,
  req: Request,
  res: Response,
  times: StreamTimes,
): Promise<void> {
  const startIndex = startIndexInput.safeParse(req.query.startIndex);
  if (!startIndex.success) return refusePlain(res, new Fault('BAD_REQUEST', 'startIndex must be a whole number from 0, below 2^53'));
  const id = websetId.safeParse(req.params.id);
  if (!id.success) return refusePlain(res, websetNotFound());

  const caller = await enter();
  const ended = new AbortController();
  const end = () => ended.abort();
  const deadline = setTimeout(end, times.connectionSeconds * 1000);
  let heartbeat: NodeJS.Timeout | undefined;
  res.once('close', end);
  caller.signal.addEventListener('abort', end, { once: true });
  if (caller.signal.aborted || res.closed) end();
  try {
    const events = await documents.subscribe({ ...caller, signal: ended.signal }, EVENTS, {
      id: id.data,
      startIndex: startIndex.data,
    });
    res.status(200).set({
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    res.flushHeaders();
    if (req.method === 'HEAD') end();
    heartbeat = setInterval(() => res.writableNeedDrain || res.write('\n'), times.heartbeatSeconds * 1000);
    for await (const { runEvents } of events) {
      if (ended.signal.aborted) break;
      if (!res.write(`${JSON.stringify(runEvents)}\n`)) await drained(res, ended.signal, times.unreadSeconds * 1000);
    }
    res.end();
  } finally {
    clearTimeout(deadline);
    clearInterval(heartbeat);
    res.off('close', end);
    caller.signal.removeEventListener('abort', end);
    end();
  }
}

/** Waits until the client has read what was written; one that takes too long is cut off. */
function drained(res: Response, signal: AbortSignal, patience: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => res.destroy(), patience);
  res.once('drain', resolve).once('close', resolve);
  const leave = () => resolve();
  signal.addEventListener('abort', leave, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    res.off('drain', resolve).off('close', resolve);
  });
}
