import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/**
 * Sends a long body piece by piece, as fast as the client reads. A trouble on the way destroys the socket, so that a cut body never looks
 * whole, and is thrown; a client that leaves is none.
 */
export async function sendPieces(req: Request, res: Response, pieces: AsyncIterable<string>): Promise<void> {
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  if (res.closed || res.destroyed) return; // the client left while the first page was read
  try {
    await pipeline(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}
