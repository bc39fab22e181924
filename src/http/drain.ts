import { Socket } from 'node:net';
import type { Request, Response } from 'express';

/** How much of the body of a refused upload is taken in and dropped before it is answered, and for how long. */
export interface Drain {
  bytes: number;
  ms: number;
}

/**
 * Has whatever answers a request wait until its whole body has come. Clients such as `fetch` do not hear an answer while they still send: it would be lost with the
 * connection that is closed behind it. Answers past the bounds close theirs. `onAnswer` hears of the first.
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

/**
 * Calls `answer` once the whole body of a request has come, of which nothing more is kept, or at these bounds; never where the client leaves first.
 */
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
  req.resume(); // what was read ahead goes, and the socket is read on
}

/**
 * Node closes a connection as soon as the last answer on it is sent, and what comes then resets it: a client that still sends would not hear the answer. So what is left of
 * the request is taken in, for so long.
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
