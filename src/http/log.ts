import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { messageOf } from '../domain/errors.ts';
import { operationNamed } from '../rest/rpc.ts';
import { isAuthPath } from './auth.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const FIXED = new Set([
  '/',
  '/graphql',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/api/collections',
  '/auth/login',
  '/auth/sign-up',
  '/auth/account',
]);

const RPC = '/api/v1/search/';
const AUTH = '/api/auth';

/**
 * The pattern of a path, for the log and the metrics, of which there is a fixed number whatever strangers ask for. A webset's id opens it,
 * so no path is ever logged as it came.
 */
export function routeOf(path: string): string {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (FIXED.has(bare)) return bare;
  if (bare.startsWith(RPC)) return operationNamed(bare.slice(RPC.length)) ? bare : 'other';
  if (bare.startsWith(AUTH)) return isAuthPath(bare.slice(AUTH.length)) ? bare : 'other';
  const [, download] = /^\/api\/sessions\/[^/]+\/(export|stream)$/.exec(bare) ?? [];
  if (download) return `/api/sessions/:sessionId/${download}`;
  if (/^\/api\/collections\/[^/]+\/files$/.test(bare)) return '/api/collections/:id/files';
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

/** An error for the log: what it is and where it came from, without the ids and the words that a failed statement carries. */
export function describeError(error: unknown): object {
  const { name, stack, cause, code } = (typeof error === 'object' && error !== null ? error : {}) as Partial<Error> & { code?: unknown };
  return {
    ...(name !== undefined && { name: String(name) }),
    message: redact(messageOf(error)),
    ...(code !== undefined && { code: String(code) }),
    ...(stack !== undefined && { stack: redact(String(stack)) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/** A text without ids, and without the parameters of a statement. */
export const redact = (text: string) => text.replace(/^params: .*(\n(?! {4}at ).*)*/gm, 'params: …').replace(UUID, '<id>');
