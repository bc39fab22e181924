import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const APP = [
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'",
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join('; ');
// GraphiQL's editor writes style attributes, and carries its fonts in its style sheet
const GRAPHIQL = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
  "worker-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');
// Swagger UI writes style attributes
const DOCS = [
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');
const SAMPLES =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Vite's client writes style elements and listens on a socket
const DEV = APP.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace("connect-src 'self'", "connect-src 'self' ws:");

const POLICIES = { nothing: NOTHING, app: APP, dev: DEV, graphiql: GRAPHIQL, docs: DOCS, samples: SAMPLES };

/** Sets the policy of what a page may load and do. */
export const setPolicy = (res: ServerResponse, policy: keyof typeof POLICIES) => res.setHeader('Content-Security-Policy', POLICIES[policy]);

/** A webset's id is a capability: it must not leave in a Referer, nor stay in a cache. */
const ALWAYS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

export const secure: RequestHandler = (_req, res, next) => {
  res.locals.requestId = randomUUID();
  res.setMaxListeners(30); // every endpoint wants to know when it closes
  res.setHeader('X-Request-Id', res.locals.requestId);
  for (const [name, value] of ALWAYS) res.setHeader(name, value);
  setPolicy(res, 'nothing');
  next();
};
