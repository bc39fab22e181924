import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { Fault } from '../../domain/errors.ts';
import { clientOf } from './client.ts';
import { pathOf, refuseAt } from './refuse.ts';

export interface BodyLimits {
  /** Seconds from a request's head to the end of its body. */
  seconds: number;
  /** Bytes of unfinished bodies: of one address, and of all. */
  perAddress: number;
  all: number;
  /** Bytes that a packed body counts as from the start: what it may be unpacked to. */
  unpacked: number;
}

interface Unfinished {
  req: Request;
  res: Response;
  client: string;
  since: number;
  bytes: number;
}

const LOOK_MS = 250;

/**
 * Ends requests whose bodies do not come: with 408 after `seconds`, and the oldest before that while unfinished ones hold more bytes than they
 * may together. The oldest, so that whoever sends in time is not the one to go.
 */
export function limitBodies({ seconds, perAddress, all, unpacked }: BodyLimits): RequestHandler {
  const unfinished = new Set<Unfinished>(); // oldest first
  const bytesOf = new Map<string, number>();
  let total = 0;
  let look: NodeJS.Timeout | undefined;

  const add = (body: Unfinished, bytes: number) => {
    body.bytes += bytes;
    total += bytes;
    bytesOf.set(body.client, (bytesOf.get(body.client) ?? 0) + bytes);
  };
  const finish = (body: Unfinished) => {
    if (!unfinished.delete(body)) return;
    total -= body.bytes;
    const left = (bytesOf.get(body.client) ?? 0) - body.bytes;
    if (left > 0) bytesOf.set(body.client, left);
    else bytesOf.delete(body.client);
  };
  const end = (body: Unfinished) => {
    finish(body);
    const { req, res } = body;
    if (res.headersSent) return void req.socket.destroy();
    res.once('finish', () => req.socket.destroySoon());
    refuseAt(pathOf(req), res.set('Connection', 'close'), new Fault('REQUEST_TIMEOUT', `The body did not come within ${seconds} seconds`));
  };
  const endOldest = (isOver: () => boolean, of: (body: Unfinished) => boolean) => {
    for (const body of unfinished) {
      if (!isOver()) return;
      if (body.bytes > 0 && of(body)) end(body);
    }
  };
  const sweep = () => {
    const now = performance.now();
    for (const body of unfinished) {
      if (now - body.since < seconds * 1000) break;
      end(body);
    }
    if (unfinished.size > 0) return;
    clearInterval(look);
    look = undefined;
  };

  return (req, res, next) => {
    if (!hasBody(req)) return next();
    const body: Unfinished = { req, res, client: clientOf(req), since: performance.now(), bytes: 0 };
    unfinished.add(body);
    look ??= setInterval(sweep, LOOK_MS);
    const isPacked = (req.headers['content-encoding'] ?? 'identity') !== 'identity';
    const count = (bytes: number) => {
      add(body, bytes);
      endOldest(
        () => (bytesOf.get(body.client) ?? 0) > perAddress,
        ({ client }) => client === body.client,
      );
      endOldest(
        () => total > all,
        () => true,
      );
    };
    onChunks(req, (bytes) => {
      if (bytes === null) finish(body);
      else if (!isPacked && unfinished.has(body)) count(bytes);
    });
    req.once('close', () => finish(body));
    if (isPacked) count(unpacked);
    next();
  };
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Hears of each piece of a body as it comes off the wire, whoever reads it and when; null is its end. */
function onChunks(req: IncomingMessage, hear: (bytes: number | null) => void): void {
  const push = req.push.bind(req);
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    hear(chunk === null ? null : chunk.length);
    return push(chunk, encoding);
  };
}
