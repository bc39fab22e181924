import type { Request, RequestHandler, Response } from 'express';
import { Fault, type FaultCode } from '../../domain/errors.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';
import { answerAfterBody, type Drain, lingerAfter } from '../drain.ts';
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

/** An upload that is being received. */
interface Coming {
  client: string;
  since: number;
  /** Bytes that have come. */
  length: number;
  /** Milliseconds in which the service has waited for them, without the time that it used itself. */
  waitedMs: number;
  isWhole(): boolean;
  end(code: FaultCode, why: string): void;
}

/**
 * Bounds uploads, which may last as long as bytes come: their size, number and pace, in time in which the service reads them.
 * Where all places are taken, the slowest of an address with more than its share is ended (`slowestBeyondShare`).
 */
export function limitUploads(
  { bytes, perAddress, all, pace }: UploadLimits,
  patience: Patience['uploads'] = PATIENCE.uploads,
): RequestHandler {
  const coming = new Set<Coming>();

  return (req, res, next) => {
    if (!isUpload(req)) return next();
    lingerAfter(req, patience.lingerMs);
    const client = clientOf(req);
    const own = [...coming].filter((one) => one.client === client).length;
    const drain = { bytes: 2 * bytes, ms: patience.drainMs };
    let stop = () => {};
    answerAfterBody(req, res, drain, () => stop()); // what comes after an answer is dropped, and not watched
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
      return endUpload(req, res, 'UNSUPPORTED_MEDIA_TYPE', 'Send the files as they are, without a content encoding');
    if (Number(req.headers['content-length'] ?? 0) > bytes) return endUpload(req, res, 'PAYLOAD_TOO_LARGE', tooLarge(bytes));
    const isFull = own < perAddress && coming.size >= all;
    const slow = isFull ? slowestBeyondShare([...coming], client, all, patience.graceMs) : null;
    if (own >= perAddress || (isFull && !slow))
      return endUpload(req, res, 'TOO_MANY_REQUESTS', 'Too many uploads at a time: try again in a moment');
    slow?.end('REQUEST_TIMEOUT', 'The upload was the slowest while others waited: send what was not taken again');
    const one: Coming = { client, since: performance.now(), length: 0, waitedMs: 0, isWhole: () => req.complete, end: () => {} };
    coming.add(one);
    const leave = () => void coming.delete(one);
    stop = watch(req, res, one, { bytes, pace, drain, leave, ...patience });
    res.once('close', () => {
      stop();
      leave();
    });
    next();
  };
}

/**
 * The slowest upload of the addresses that have more than their share of the places, now that `newcomer` comes; null where none has.
 * Uploads that have just begun, or have come whole, stay.
 */
function slowestBeyondShare(coming: readonly Coming[], newcomer: string, all: number, graceMs: number): Coming | null {
  const held = Map.groupBy(coming, ({ client }) => client);
  const share = Math.max(1, Math.floor(all / new Set([...held.keys(), newcomer]).size));
  const now = performance.now();
  const paceOf = ({ length, waitedMs }: Coming) => length / Math.max(1, waitedMs);
  if ((held.get(newcomer)?.length ?? 0) >= share) return null; // it has its share
  const beyond = coming.filter(
    ({ client, since, isWhole }) => (held.get(client)?.length ?? 0) > share && now - since >= graceMs && !isWhole(),
  );
  return beyond.toSorted((a, b) => paceOf(a) - paceOf(b))[0] ?? null;
}

const tooLarge = (bytes: number) => `An upload is ${Math.round(bytes / 2 ** 20)} MB at most: send the files in several`;

/** Counts the bytes of an upload, and ends one that is too large, too slow or in too many small pieces. */
function watch(
  req: Request,
  res: Response,
  coming: Coming,
  {
    bytes,
    pace,
    drain,
    leave,
    seconds,
    lookMs,
  }: Pick<UploadLimits, 'bytes' | 'pace'> & { drain: Drain; leave: () => void } & Patience['uploads'],
): () => void {
  const push = req.push.bind(req);
  let pieces = 0;
  let starved = { ms: 0, from: 0 };
  let isOver = false;
  const end = (code: FaultCode, why: string) => {
    if (isOver) return;
    isOver = true;
    leave();
    if (code === 'REQUEST_TIMEOUT') {
      drain.ms = 0; // the rest is not waited for
      push(null); // ends the reader
    }
    endUpload(req, res, code, why);
  };
  coming.end = end;
  req.push = (piece: Buffer | null) => {
    if (isOver) return piece === null ? push(null) : true; // read and dropped
    if (piece === null) return push(piece);
    pieces++;
    coming.length += piece.length;
    if (coming.length > bytes) end('PAYLOAD_TOO_LARGE', tooLarge(bytes));
    else if (pieces > PIECES.free + coming.length / PIECES.bytes) end('BAD_REQUEST', 'The body comes in too many small pieces');
    return isOver || push(piece);
  };
  const look = lookWhileRunning(lookMs, () => {
    if (req.complete || isOver) return look[Symbol.dispose]();
    if (!req.readableFlowing && req.readableLength > 0) return;
    if (req.readableFlowing === null) return;
    starved.ms += lookMs;
    coming.waitedMs += lookMs;
    if (starved.ms < seconds * 1000) return;
    if (coming.length - starved.from < seconds * pace)
      end('REQUEST_TIMEOUT', `The upload stood still: less than ${pace} bytes a second came for ${seconds} seconds`);
    starved = { ms: 0, from: coming.length };
  });
  return () => look[Symbol.dispose]();
}

/** Refuses an upload, of which more may come. */
function endUpload(req: Request, res: Response, code: FaultCode, why: string): void {
  if (res.headersSent) return void req.socket.destroy();
  const fault = new Fault(code, why, code === 'TOO_MANY_REQUESTS' ? { retryAfter: AGAIN_SECONDS } : {});
  refuseAt(pathOf(req), res.set('Connection', 'close'), fault);
  req.resume();
}
