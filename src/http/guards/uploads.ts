import { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { Fault, type FaultCode } from '../../domain/errors.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';
import { answerAfterBody, type Drain } from '../drain.ts';
import { clientOf } from './client.ts';
import { pathOf, refuseAt } from './refuse.ts';

export interface UploadLimits {
  /** Bytes of one upload. */
  bytes: number;
  /** Uploads at a time: of one address, and of all. */
  perAddress: number;
  all: number;
  /** Bytes a second that come at least. */
  pace: number;
}

export const UPLOADS: Omit<UploadLimits, 'bytes'> = { perAddress: 2, all: 8, pace: 1000 };

const PLACES = /^\/api\/collections(?:\/[^/]+\/files)?\/?$/;
/** Pieces as other bodies may have them (bodies.ts). */
const PIECES = { free: 2000, bytes: 64 };
const AGAIN_SECONDS = 10;

/** Whether a request brings files, which may take longer than other bodies. */
export const isUpload = ({ method, path }: Pick<Request, 'method' | 'path'>) => method === 'POST' && PLACES.test(path);

/**
 * Bounds uploads, which last as long as bytes come: their size, how many come at a time, and how slowly. Time in which the service itself reads no further does not
 * count. One that is refused hears why once it has sent its body, and its connection is closed.
 */
export function limitUploads(
  { bytes, perAddress, all, pace }: UploadLimits,
  patience: Patience['uploads'] = PATIENCE.uploads,
): RequestHandler {
  const coming = new Map<string, number>();
  let total = 0;

  return (req, res, next) => {
    if (!isUpload(req)) return next();
    lingerAfter(req, patience.lingerMs);
    const client = clientOf(req);
    const own = coming.get(client) ?? 0;
    const drain = { bytes: 2 * bytes, ms: patience.drainMs };
    answerAfterBody(req, res, drain);
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
      return endUpload(req, res, 'UNSUPPORTED_MEDIA_TYPE', 'Send the files as they are, without a content encoding');
    if (Number(req.headers['content-length'] ?? 0) > bytes) return endUpload(req, res, 'PAYLOAD_TOO_LARGE', tooLarge(bytes));
    if (own >= perAddress || total >= all)
      return endUpload(req, res, 'TOO_MANY_REQUESTS', 'Too many uploads at a time: try again in a moment');
    coming.set(client, own + 1);
    total++;
    const stop = watch(req, res, { bytes, pace, drain, ...patience });
    res.once('close', () => {
      stop();
      total--;
      const left = (coming.get(client) ?? 1) - 1;
      if (left > 0) coming.set(client, left);
      else coming.delete(client);
    });
    next();
  };
}

const tooLarge = (bytes: number) => `An upload is ${Math.round(bytes / 2 ** 20)} MB at most: send the files in several`;

/** Ends an upload that is too large, too slow or comes in crumbs. */
function watch(
  req: Request,
  res: Response,
  { bytes, pace, drain, seconds, lookMs }: Pick<UploadLimits, 'bytes' | 'pace'> & { drain: Drain } & Patience['uploads'],
): () => void {
  const push = req.push.bind(req);
  let length = 0;
  let pieces = 0;
  let starved = { ms: 0, from: 0 };
  let isOver = false;
  const end = (code: FaultCode, why: string) => {
    isOver = true;
    if (code === 'REQUEST_TIMEOUT') {
      drain.ms = 0; // who stands still sends nothing that could be waited for
      push(null); // whoever reads it has read all there is
    }
    endUpload(req, res, code, why);
  };
  req.push = (piece: Buffer | null) => {
    if (isOver) return piece === null ? push(null) : true; // taken in and dropped
    if (piece === null) return push(piece);
    pieces++;
    length += piece.length;
    if (length > bytes) end('PAYLOAD_TOO_LARGE', tooLarge(bytes));
    else if (pieces > PIECES.free + length / PIECES.bytes) end('BAD_REQUEST', 'The body comes in too many small pieces');
    return isOver || push(piece);
  };
  const look = lookWhileRunning(lookMs, () => {
    if (req.complete || isOver) return look[Symbol.dispose]();
    if (!req.readableFlowing && req.readableLength > 0) return;
    if (req.readableFlowing === null) return;
    starved.ms += lookMs;
    if (starved.ms < seconds * 1000) return;
    if (length - starved.from < seconds * pace)
      end('REQUEST_TIMEOUT', `The upload stood still: less than ${pace} bytes a second came for ${seconds} seconds`);
    starved = { ms: 0, from: length };
  });
  return () => look[Symbol.dispose]();
}

/** Refuses an upload, of which more may be on its way. */
function endUpload(req: Request, res: Response, code: FaultCode, why: string): void {
  if (res.headersSent) return void req.socket.destroy();
  const fault = new Fault(code, why, code === 'TOO_MANY_REQUESTS' ? { retryAfter: AGAIN_SECONDS } : {});
  refuseAt(pathOf(req), res.set('Connection', 'close'), fault);
  req.resume();
}

/**
 * Node closes a connection as soon as the last answer on it is sent, and what comes then resets it: a client that still sends would not hear the answer. So what is left of
 * the request is taken in, for so long.
 */
function lingerAfter(req: Request, ms: number): void {
  const { socket } = req;
  socket.destroySoon = () => {
    if (req.complete) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    const linger = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => clearTimeout(linger));
    req.push = (piece) => {
      if (piece === null) socket.destroy();
      return true;
    };
  };
}
