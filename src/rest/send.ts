import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Answer } from '../services/answers/memory.ts';

/** A long body: `answer` holds the memory of the piece that is being sent. */
export interface Body {
  pieces: AsyncIterable<string | Uint8Array>;
  answer: Answer | undefined;
  headers: Record<string, string>;
}

/** Pieces once there is room for each, beside the one that is read meanwhile. */
async function* heldPieces({ pieces, answer }: Body) {
  for await (const piece of pieces) {
    await answer?.hold((typeof piece === 'string' ? 2 : 1) * piece.length);
    yield piece;
  }
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncIterable<T>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * Sends a long body piece by piece, as fast as the client reads. A trouble on the way destroys the socket, so that a cut body never looks
 * whole, and is thrown; a client that leaves is none.
 */
export async function sendPieces(req: Request, res: Response, body: Body): Promise<void> {
  const held = heldPieces(body);
  try {
    const first = await held.next(); // before the first byte a refusal can still be said
    res.set(body.headers);
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    if (res.closed || res.destroyed) return; // the client left while the first page was read
    await pipeline(Readable.from(startingWith(first, held), { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  } finally {
    await held.return(); // what makes the pieces ends with them
  }
}
