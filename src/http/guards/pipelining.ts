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
    if (count > unanswered) return void socket.destroy();
    held.set(socket, count);
    res.once('close', () => held.set(socket, (held.get(socket) ?? 1) - 1));
    next();
  };
}
