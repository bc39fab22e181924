import type { ServerResponse } from 'node:http';
import { Fault } from '../../domain/errors.ts';

/** Seconds: a guess, since nobody knows when the next of them ends. */
const RETRY_AFTER = 10;

/**
 * Counts the event streams that each address holds open, NDJSON and server-sent events alike, until their answers are closed. Beyond
 * `perAddress` (0 = no limit) throws TOO_MANY_REQUESTS. Each gateway counts its own: what is spent are its sockets and its memory, and a
 * count shared by all would outlive a gateway that was killed.
 */
export function createStreamCount(perAddress: number) {
  const open = new Map<string, number>();
  return (client: string | null, res: ServerResponse | undefined): void => {
    if (perAddress === 0 || client === null || !res || res.closed) return;
    const held = open.get(client) ?? 0;
    if (held >= perAddress)
      throw new Fault('TOO_MANY_REQUESTS', `This address follows ${perAddress} streams already`, { retryAfter: RETRY_AFTER });
    open.set(client, held + 1);
    res.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  };
}
