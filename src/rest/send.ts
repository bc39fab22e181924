import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Answer } from '../services/answers/memory.ts';

/** A long body: a page of memory is held for it once it is long. */
export interface Body {
  pieces: AsyncIterable<string | Uint8Array>;
  answer: Answer | undefined;
  headers: Record<string, string>;
}

async function* counted({ pieces, answer }: Body) {
  for await (const piece of pieces) {
    await answer?.read(piece.length);
    yield piece;
  }
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncIterable<T>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * Sends a long body in pieces, as fast as the client reads. Throws an error on the way, for which the caller destroys the socket,
 * so that a cut body never looks whole; a client that leaves is no error.
 */
export async function sendPieces(req: Request, res: Response, body: Body): Promise<void> {
  const pieces = counted(body);
  try {
    const first = await pieces.next(); // before the first byte a refusal can still be sent
    res.set(body.headers);
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    if (res.closed || res.destroyed) return; // the client left while the first page was read
    body.answer?.begin();
    await pipeline(Readable.from(startingWith(first, pieces), { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  } finally {
    await pieces.return(); // ends the generator of the pieces
  }
}
