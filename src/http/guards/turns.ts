import type { RequestHandler } from 'express';
import { clientOf } from './client.ts';

/** Milliseconds of a turn of the event loop in which requests are begun. */
const TURN_MS = 5;

/**
 * Begins requests for 5 ms a turn of the event loop; what is left goes on in the next turns, one request of each address after another. So a thousand that
 * one address sends at once hold up nobody else's. One whose client left meanwhile is not begun.
 */
export function shareTurns(turnMs = TURN_MS, now = () => performance.now()): RequestHandler {
  const lines = new Map<string, (() => void)[]>(); // who was served last is last
  let until = 0;
  let isOpen = false;

  const open = () => {
    until = now() + turnMs;
    isOpen = true;
    setImmediate(() => {
      isOpen = false;
      if (lines.size > 0) serve();
    });
  };
  const serve = () => {
    open();
    for (const [client, line] of lines) {
      lines.delete(client);
      line.shift()?.();
      if (line.length > 0) lines.set(client, line);
      if (now() >= until) break;
    }
  };

  return (req, res, next) => {
    if (!isOpen) open();
    if (lines.size === 0 && now() < until) return next();
    const client = clientOf(req);
    const line = lines.get(client) ?? [];
    line.push(() => {
      if (!res.closed) next();
    });
    lines.set(client, line);
  };
}
