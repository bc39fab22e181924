import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Answer } from '../services/answers/memory.ts';

/** A long body: `answer` holds the memory of the piece that is being sent. */
export interface Body {
  pieces: AsyncIterable<string>;
  answer: Answer | undefined;
  headers: Record<string, string>;
}

/** Pieces once there is room for each, beside the one that is read meanwhile. */
async function* heldPieces(pieces: AsyncIterable<string>, answer: Answer | undefined) {
  for await (const piece of pieces) {
    await answer?.hold(2 * piece.length);
    yield piece;
  }
}

async function* startingWith(first: IteratorResult<string, void>, rest: AsyncIterable<string>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * Sends a long body piece by piece, as fast as the client reads. A trouble on the way destroys the socket, so that a cut body never looks
 * whole, and is thrown; a client that leaves is none.
 */
export async function sendPieces(req: Request, res: Response, { pieces, answer, headers }: Body): Promise<void> {
  const held = heldPieces(pieces, answer);
  const first = await held.next(); // before the first byte a refusal can still be said
  res.set(headers);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  if (res.closed || res.destroyed) return; // the client left while the first page was read
  try {
    await pipeline(Readable.from(startingWith(first, held), { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}
