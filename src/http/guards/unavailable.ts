import type { Request, RequestHandler, Response } from 'express';
import type { DatabaseHealth } from '../../db/connection/health.ts';
import { databaseUnavailable } from '../../domain/errors.ts';
import { pathOf, refuseAt } from './refuse.ts';

/** Refuses requests while the database is unavailable, and those that wait for it as soon as that is known, in each endpoint's shape. */
export function refuseWhileUnavailable(databaseHealth: DatabaseHealth): RequestHandler {
  const waiting = new Map<Response, Request>();
  databaseHealth.onUnavailable(() => {
    for (const [res, req] of waiting) if (!res.headersSent) refuseAt(pathOf(req), res, databaseUnavailable());
  });
  return (req, res, next) => {
    if (!databaseHealth.isUp()) return refuseAt(pathOf(req), res, databaseUnavailable());
    waiting.set(res, req);
    res.once('close', () => waiting.delete(res));
    next();
  };
}
