import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { operationNamed } from '../rest/rpc.ts';
import { isAuthPath } from './auth.ts';

const FIXED = new Set([
  '/',
  '/graphql',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/collections',
  '/api/collections',
  '/auth/login',
  '/auth/sign-up',
  '/auth/account',
]);

const RPC = '/api/v1/search/';
const AUTH = '/api/auth';

/**
 * The pattern of a path, for the log and the metrics: one of a fixed number. A path itself is never logged, since
 * a webset's id opens the webset.
 */
export function routeOf(path: string): string {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (FIXED.has(bare)) return bare;
  if (bare.startsWith(RPC)) return operationNamed(bare.slice(RPC.length)) ? bare : 'other';
  if (bare.startsWith(AUTH)) return isAuthPath(bare.slice(AUTH.length)) ? bare : 'other';
  const [, download] = /^\/api\/sessions\/[^/]+\/(export|stream)$/.exec(bare) ?? [];
  if (download) return `/api/sessions/:sessionId/${download}`;
  if (/^\/api\/collections\/[^/]+\/files$/.test(bare)) return '/api/collections/:id/files';
  const [, shared] = /^\/api\/shares\/[^/]+\/(export|download)$/.exec(bare) ?? [];
  if (shared) return `/api/shares/:shareId/${shared}`;
  if (/^\/api\/websets\/[^/]+\/download$/.test(bare)) return '/api/websets/:websetId/download';
  const [, tree] = /^\/(samples|pages|graphiql|docs|auth)\//.exec(path) ?? [];
  return tree ? `/${tree}/*` : 'other';
}

/** One line a request: no address, no cookie, no body. */
export const logRequests =
  (log: Logger): RequestHandler =>
  (req, res, next) => {
    const start = performance.now();
    const route = routeOf(req.path);
    res.locals.route = route; // for the metrics, too
    res.once('close', () => {
      const ms = Math.round(performance.now() - start);
      const cut = !res.writableFinished;
      log.info({ id: res.locals.requestId, method: req.method, route, status: res.statusCode, ms, ...(cut && { cut }) }, 'request');
    });
    next();
  };
