import type { Request, RequestHandler, Response } from 'express';
import type { Pulse } from '../../db/connection/pulse.ts';
import { databaseAway } from '../../domain/errors.ts';
import { pathOf, refuseAt } from './refuse.ts';

/** Refuses requests while the database is away, and those that wait for it as soon as that is known, each door in its own words. */
export function refuseWhileAway(pulse: Pulse): RequestHandler {
  const waiting = new Map<Response, Request>();
  pulse.onAway(() => {
    for (const [res, req] of waiting) if (!res.headersSent) refuseAt(pathOf(req), res, databaseAway());
  });
  return (req, res, next) => {
    if (!pulse.isUp()) return refuseAt(pathOf(req), res, databaseAway());
    waiting.set(res, req);
    res.once('close', () => waiting.delete(res));
    next();
  };
}
