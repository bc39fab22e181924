import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Viewer } from '../../domain/access.ts';
import { unauthorized } from '../../domain/errors.ts';
import { refuse } from './refuse.ts';

/** What a closed instance leaves open: how it does, what its API is, and signing in with the files that those pages are made of. */
const OPEN = /^\/(?:healthz|readyz|metrics|openapi\.json|docs|auth|api\/auth|assets)(?:\/|$)/;

/** Refuses whoever is not signed in everywhere else; a browser is led to the page for signing in. */
export const closeToStrangers =
  (viewerOf: (req: Request, res: Response) => Promise<Viewer>): RequestHandler =>
  async (req, res, next) => {
    if (OPEN.test(req.path) || (await viewerOf(req, res)).userId !== null) return next();
    if (!isNavigation(req)) return refuse(req, res, unauthorized());
    res.redirect(303, `/auth/login?next=${encodeURIComponent(req.originalUrl)}`);
  };

const isNavigation = ({ method, path, headers }: Request) =>
  method === 'GET' && !/^\/(?:api|samples|graphiql)(?:\/|$)/.test(path) && Boolean(headers.accept?.includes('text/html'));

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Lets through who brings `Authorization: Bearer <token>`; without a token everybody where the instance is open, else nobody. */
export const wantToken =
  (token: string | undefined, isOpen: boolean): RequestHandler =>
  (req, res, next) => {
    const [, brought] = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const right = token === undefined ? isOpen : brought !== undefined && timingSafeEqual(digest(brought), digest(token));
    if (right) next();
    else refuse(req, res.set('WWW-Authenticate', 'Bearer'), unauthorized());
  };
