import { EventEmitter } from 'node:events';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { vi } from 'vitest';

/** A request without a connection, as a guard sees it: the test pushes its body. */
export function playRequest(guard: RequestHandler, path: string, headers: Record<string, string> = {}, address = '192.0.2.1') {
  const handedOn: (Buffer | null)[] = [];
  const socket = Object.assign(new EventEmitter(), { remoteAddress: address, destroy: vi.fn(), destroySoon: vi.fn() });
  const req = Object.assign(new EventEmitter(), {
    method: 'POST',
    path,
    originalUrl: path,
    ip: address,
    headers: { 'content-length': '1000000', ...headers },
    socket,
    complete: false,
    readableFlowing: true,
    readableLength: 0,
    resume: vi.fn(),
    push: (piece: Buffer | null) => handedOn.push(piece) > 0,
  });
  const res = Object.assign(new EventEmitter(), {
    closed: false,
    headersSent: false,
    statusCode: 0,
    set: () => res,
    status(code: number) {
      res.statusCode = code;
      return res;
    },
    json(body: unknown) {
      Object.assign(res, { body });
      res.end();
    },
    end() {
      res.headersSent = true;
      res.emit('finish');
      return res;
    },
    writeHead: () => res,
    body: null as unknown,
  });
  guard(req as unknown as Request, res as unknown as Response, (() => {}) as NextFunction);
  return { req, res, handedOn, push: (piece: string | null) => req.push(piece === null ? null : Buffer.from(piece)) };
}

/** Fakes the clocks until disposal. `stall` simulates a time without CPU: afterwards each timer fires once, however long it was. */
export function playClocks(): Disposable & { run(ms: number): Promise<unknown>; stall(ms: number): void } {
  vi.useFakeTimers();
  let stalled = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + stalled);
  return {
    run: (ms) => vi.advanceTimersByTimeAsync(ms),
    stall(ms) {
      stalled += ms;
    },
    [Symbol.dispose]() {
      vi.restoreAllMocks();
      vi.useRealTimers();
    },
  };
}
