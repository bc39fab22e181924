import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { Fault } from '../../domain/errors.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';
import { clientOf } from './client.ts';
import { onHead } from './on-head.ts';
import { pathOf, refuseAt } from './refuse.ts';
import { isUpload } from './uploads.ts';

export interface BodyLimits {
  /** Bytes of bodies that are read or wait for their answer: of one address, and of all. */
  perAddress: number;
  all: number;
  /** Bytes that a compressed body counts as from its first piece on: the most that it may be uncompressed. */
  unpacked: number;
}

interface Unfinished {
  req: Request;
  res: Response;
  client: string;
  /** When it is late, in milliseconds in which this process was running. */
  lateAt: number;
  bytes: number;
  /** Pieces and bytes that have come. */
  pieces: number;
  length: number;
  isPacked: boolean;
  /** Pieces that have come and are not passed on yet; null is the end. */
  held: (Buffer | null)[];
  handOn(piece: Buffer | null): boolean;
}

/** Bytes of a body that are read at any time: most bodies are no longer. */
const SMALL = 16 * 1024;
/** Bytes of memory that each piece takes besides its content. */
const PIECE = 200;
/**
 * Pieces of a body: 2,000, and one more for each 64 bytes, since a piece of one byte holds the event loop as long as one of 64 kB.
 * Variables of 300 values, the most that a query has, are 1,300 pieces where each word and bracket is one.
 */
const PIECES = { free: 2000, bytes: 64 };
const ENDED_AT_ONCE = 100;

/**
 * Bounds bodies until their answer begins. One that takes longer than `seconds` is ended with 408. At the bound of an address, or of all,
 * long bodies are not read further; at that of all, a body of the address with most bytes is ended for the others.
 */
export function limitBodies(
  { perAddress, all, unpacked }: BodyLimits,
  { seconds, lookMs }: Patience['bodies'] = PATIENCE.bodies,
): RequestHandler {
  const unfinished = new Set<Unfinished>(); // oldest first
  const waiting = new Set<Unfinished>();
  const clients = new Map<string, number>(); // bytes
  let total = 0;
  let isReleasing = false;
  let ranMs = 0; // while bodies came
  let look: Disposable | undefined;

  const count = (body: Unfinished, bytes: number) => {
    body.bytes += bytes;
    total += bytes;
    const held = (clients.get(body.client) ?? 0) + bytes;
    if (held > 0) clients.set(body.client, held);
    else clients.delete(body.client);
  };
  const fits = (body: Unfinished, bytes: number): boolean => {
    if (body.bytes + bytes <= SMALL) return true;
    const own = clients.get(body.client) ?? 0;
    if (own + bytes > perAddress) return false;
    while (total + bytes > all) {
      const [heaviest, most] = [...clients].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
      const oldest = most > own + bytes ? [...unfinished].find(({ client, bytes }) => client === heaviest && bytes > 0) : undefined;
      if (!oldest) return false;
      end(oldest, 'The body gave way to others, since too many come at once: send it again');
    }
    return true;
  };
  const weightOf = ({ isPacked, bytes }: Unfinished, piece: Buffer) => (isPacked ? (bytes > 0 ? 0 : unpacked) : piece.length + PIECE);
  const release = (body: Unfinished) => {
    for (let piece = body.held[0]; piece !== undefined; piece = body.held[0]) {
      if (piece !== null) {
        const weight = weightOf(body, piece);
        if (!fits(body, weight)) return;
        count(body, weight);
      }
      body.held.shift();
      if (piece === null) complete(body);
      body.handOn(piece);
    }
    waiting.delete(body);
  };
  /** A body that has come counts until its answer begins: the request may wait for its place. */
  const complete = (body: Unfinished) => {
    if (!unfinished.delete(body)) return;
    waiting.delete(body);
    onHead(body.res, () => uncount(body));
  };
  const finish = (body: Unfinished) => {
    if (!unfinished.delete(body)) return;
    waiting.delete(body);
    uncount(body);
  };
  const uncount = (body: Unfinished) => {
    count(body, -body.bytes);
    if (waiting.size === 0 || isReleasing) return;
    isReleasing = true;
    setImmediate(() => {
      isReleasing = false;
      waiting.forEach(release);
    });
  };
  function end(
    body: Unfinished,
    why = `The body did not come within ${seconds} seconds`,
    code: 'REQUEST_TIMEOUT' | 'BAD_REQUEST' = 'REQUEST_TIMEOUT',
  ): void {
    body.held = [];
    body.req.push = () => false; // drops the rest of what one read brought
    finish(body);
    const { req, res } = body;
    if (res.headersSent) return void req.socket.destroy();
    res.once('finish', () => req.socket.destroySoon());
    refuseAt(pathOf(req), res.set('Connection', 'close'), new Fault(code, why));
  }
  const sweep = () => {
    ranMs += lookMs;
    let ended = 0;
    for (const body of unfinished) {
      if (ranMs < body.lateAt || ++ended > ENDED_AT_ONCE) break;
      end(body);
    }
    if (unfinished.size > 0) return;
    look?.[Symbol.dispose]();
    look = undefined;
  };

  return (req, res, next) => {
    if (!hasBody(req) || isUpload(req)) return next(); // uploads.ts bounds those
    const isPacked = (req.headers['content-encoding'] ?? 'identity') !== 'identity';
    const handOn = req.push.bind(req);
    const body: Unfinished = {
      req,
      res,
      client: clientOf(req),
      lateAt: ranMs + lookMs + seconds * 1000, // it may have come just before a look
      bytes: 0,
      pieces: 0,
      length: 0,
      isPacked,
      held: [],
      handOn,
    };
    unfinished.add(body);
    look ??= lookWhileRunning(lookMs, sweep);
    req.push = (piece: Buffer | null) => {
      if (!unfinished.has(body)) return handOn(piece);
      body.pieces++;
      body.length += piece?.length ?? 0;
      if (body.pieces > PIECES.free + body.length / PIECES.bytes) {
        end(body, 'The body comes in too many small pieces', 'BAD_REQUEST');
        return false;
      }
      body.held.push(piece);
      waiting.add(body);
      release(body);
      return body.held.length === 0; // false: the socket is read no further until somebody reads again
    };
    req.once('close', () => finish(body));
    next();
  };
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
