import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Viewer } from '../../domain/access.ts';
import { unauthorized } from '../../domain/errors.ts';
import { refuse } from './refuse.ts';

/** Paths that a closed instance leaves open: health, metrics, the API's description, signing in, and the files of those pages. */
const OPEN = /^\/(?:healthz|readyz|metrics|openapi\.json|docs|auth|api\/auth|assets)(?:\/|$)/;

/** Refuses callers that are not signed in everywhere else; a browser is redirected to the page for signing in. */
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

/** Asks for `Authorization: Bearer <token>`. Where no token is set, an open instance lets everybody pass, a closed one nobody. */
export const wantToken =
  (token: string | undefined, isOpen: boolean): RequestHandler =>
  (req, res, next) => {
    const [, brought] = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const right = token === undefined ? isOpen : brought !== undefined && timingSafeEqual(digest(brought), digest(token));
    if (right) next();
    else refuse(req, res.set('WWW-Authenticate', 'Bearer'), unauthorized());
  };
