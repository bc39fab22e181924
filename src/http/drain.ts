import { Socket } from 'node:net';
import type { Request, Response } from 'express';

/** How much of the body of a refused upload is read and dropped before it is answered, and for how long. */
export interface Drain {
  bytes: number;
  ms: number;
}

/**
 * Delays the answer to a request until its body has come: clients such as `fetch` lose an answer that comes while they send.
 * An answer past the bounds closes the connection. `onAnswer` is called when the answer is ready.
 */
export function answerAfterBody(req: Request, res: Response, drain: Drain, onAnswer: () => void): void {
  const end = res.end.bind(res) as (...args: unknown[]) => Response;
  let isWaiting = false;
  res.end = ((...args: unknown[]) => {
    if (isWaiting) return res;
    isWaiting = true;
    onAnswer();
    afterBody(req, drain, () => {
      if (!req.complete && !res.headersSent) res.set('Connection', 'close');
      end(...args);
    });
    return res;
  }) as typeof res.end;
}

/** Calls `answer` when the body has come, which is dropped, or at the bounds; never if the client leaves first. */
function afterBody(req: Request, { bytes, ms }: Drain, answer: () => void): void {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (req.complete || declared > bytes || ms === 0) return void answer();
  let left = bytes;
  let isOver = false;
  const push = req.push.bind(req);
  const end = (isAnswered: boolean) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    req.push = push;
    req.socket.off('close', leave);
    if (isAnswered) answer();
  };
  const leave = () => end(false);
  const timer = setTimeout(end, ms, true);
  req.socket.once('close', leave);
  req.push = (piece: Buffer | null) => {
    if (piece !== null) {
      left -= piece.length;
      if (left < 0) end(true);
      return true;
    }
    end(true);
    return push(null);
  };
  req.resume(); // drops what was read ahead, and reads on
}

/**
 * Reads the rest of a request for `ms` after the last answer on its connection. Node closes the connection as soon as that is sent,
 * and bytes that come then reset it, so that a client that still sends would lose the answer.
 */
export function lingerAfter(req: Request, ms: number): void {
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
