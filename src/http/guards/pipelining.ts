import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Requests of one connection that are not answered yet: a client that waits for each answer has one, and for a moment two. */
const UNANSWERED = 4;

/**
 * Closes a connection that sends more than four requests ahead of their answers. Node reads on for as long as nothing is answered, and each request holds
 * some 10 kB from its head on: a connection could send a hundred thousand.
 */
export function limitPipelining(unanswered = UNANSWERED): RequestHandler {
  const held = new WeakMap<Socket, number>();
  return ({ socket }, res, next) => {
    if (socket.destroyed) return; // what it had read before
    const count = (held.get(socket) ?? 0) + 1;
    if (count > unanswered) return close(socket);
    held.set(socket, count);
    res.once('close', () => held.set(socket, (held.get(socket) ?? 1) - 1));
    next();
  };
}

/**
 * Node parses to its end what one read brought, 2,000 requests of 64 kB, also of a connection that was closed meanwhile. The parser's callback, which is no
 * documented one, has it stop at the next head by answering 2; where it is another, all of them are refused one by one.
 */
function close(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}
