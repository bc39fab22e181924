import type { RequestHandler, Response } from 'express';
import type { Pulse } from '../db/pulse.ts';
import { databaseAway } from '../domain/errors.ts';
import { refuseAt } from './refuse.ts';

/** Refuses requests while the database is away, and those that wait for it as soon as that is known, each door in its own words. */
export function refuseWhileAway(pulse: Pulse): RequestHandler {
  const waiting = new Map<Response, string>();
  pulse.onAway(() => {
    for (const [res, path] of waiting) if (!res.headersSent) refuseAt(path, res, databaseAway());
  });
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] as string;
    if (!pulse.isUp()) return refuseAt(path, res, databaseAway());
    waiting.set(res, path);
    res.once('close', () => waiting.delete(res));
    next();
  };
}
