import express, { type Request, type RequestHandler, type Response } from 'express';
import { answerFor } from '../auth/caller.ts';
import { ADDRESS_HEADER, CLIENT_HEADER } from '../auth/wire-names.ts';
import { FAULTS, Fault, type FaultCode } from '../domain/errors.ts';
import { createLimiter } from '../domain/work/limiter.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { addressOf, clientOf } from './guards/client.ts';
import { type AddressLimit, untilClosed } from './guards/per-address-limit.ts';
import { refuse } from './guards/refuse.ts';

const BODY_MAX = 16 * 1024;

/** The endpoints of better-auth that are open, and their methods; all others are 404. */
const OPEN: Record<string, 'GET' | 'POST'> = {
  '/sign-up/email': 'POST',
  '/sign-in/email': 'POST',
  '/sign-out': 'POST',
  '/get-session': 'GET',
  '/change-password': 'POST',
  '/delete-user': 'POST',
};

export const isAuthPath = (path: string) => Object.hasOwn(OPEN, path);

/** Paths on which no password is hashed. */
const QUICK = new Set(['/sign-out', '/get-session']);
/** Requests with passwords of one client at a time: the one whose password is hashed, and those that wait. */
const ASKED_MAX = 20;

const PASSED_ON = ['cookie', 'content-type', 'origin'] as const;

/**
 * better-auth at /api/auth, for the paths in `OPEN`. A client, or a browser that signed in before, has 20 requests with passwords
 * at a time; more are answered 503 before anything is counted.
 */
export function serveAuth({ auth, ping, settings }: GatewayDeps, addressLimit: AddressLimit): RequestHandler[] {
  const asked = createLimiter({ each: ASKED_MAX });
  const answerTo = async (req: Request, res: Response, path: string): Promise<globalThis.Response> => {
    const client = clientOf(req);
    const answer = () => answerFor(client, untilClosed(res), () => auth.handler(requestOf(req, settings.publicUrl + req.path)));
    if (QUICK.has(path)) {
      await addressLimit.take(client, res);
      return answer();
    }
    const browser = auth.browserOf(req.headers.cookie);
    const key = browser === null ? client : `browser ${browser}`;
    if (!asked.isFree(key)) throw new Fault('SERVICE_UNAVAILABLE', 'Too many are signing in from here: try again', { retryAfter: 5 });
    return asked.run(key, answer);
  };
  return [
    express.raw({ type: () => true, limit: BODY_MAX }),
    async (req, res) => {
      const path = req.path.slice('/api/auth'.length);
      const method = Object.hasOwn(OPEN, path) ? OPEN[path] : undefined;
      if (!method) return refuse(req, res, new Fault('NOT_FOUND', 'Not Found'));
      if (req.method !== method) return refuse(req, res.set('Allow', method), new Fault('METHOD_NOT_SUPPORTED', 'Method Not Supported'));

      // better-auth takes forms as well: a page of any origin could send one
      if (method === 'POST' && !req.is('json'))
        return refuse(req, res, new Fault('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'));

      const answer = await answerTo(req, res, path);
      const text = await answer.text();
      if (answer.status >= 500) {
        await ping(); // better-auth hides the cause: where it is the database, this throws the right error
        return refuse(req, res, new Fault('INTERNAL_SERVER_ERROR', 'Internal server error'));
      }
      const wait = answer.headers.get('x-retry-after');
      if (wait) res.set('Retry-After', wait);
      for (const cookie of answer.headers.getSetCookie()) res.append('Set-Cookie', cookie);
      if (answer.status >= 400) return void res.status(answer.status).json(refusalOf(answer.status, text));
      res
        .status(answer.status)
        .type(answer.headers.get('content-type') ?? 'application/json')
        .send(text || 'null');
    },
  ];
}

/** A refusal with a code and a message: some of better-auth's lack the code, or have no body. */
function refusalOf(status: number, text: string): { code: string; message: string } {
  const ours = (Object.keys(FAULTS) as FaultCode[]).find((code) => FAULTS[code].status === status) ?? 'BAD_REQUEST';
  const { code = ours, message = 'Refused' } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string; message?: string };
  return { code, message };
}

function requestOf(req: Request, url: string): globalThis.Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = req.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const address = addressOf(req);
  if (address !== undefined) headers.set(ADDRESS_HEADER, address);
  headers.set(CLIENT_HEADER, clientOf(req));
  const body =
    req.method === 'POST' && Buffer.isBuffer(req.body) && req.body.length > 0 ? new Blob([new Uint8Array(req.body)]).stream() : null;
  return new globalThis.Request(url, { method: req.method, headers, body, ...(body && { duplex: 'half' }) } as RequestInit);
}
