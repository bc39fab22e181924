import type { ServerResponse } from 'node:http';
import { Fault } from '../../domain/errors.ts';

/** Seconds: a guess, since it is not known when a stream ends. */
const RETRY_AFTER = 10;

/**
 * Counts the open event streams of each address, NDJSON and server-sent events. Throws TOO_MANY_REQUESTS beyond `perAddress`.
 * Each gateway counts its own, since they use its sockets and memory.
 */
export function createStreamCount(perAddress: number) {
  const open = new Map<string, number>();
  return (client: string | null, res: ServerResponse | undefined): void => {
    if (client === null || !res || res.closed) return;
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
