import type { Request, Response } from 'express';
import { FAULTS, type Fault } from '../../domain/errors.ts';
import { extensionsOf } from '../../graphql/errors.ts';
import { refusePlain, refuseRpc } from '../../rest/errors.ts';

/** Answers with a refusal in the shape of the request's endpoint. */
export const refuse = (req: Request, res: Response, fault: Fault): void => refuseAt(req.path, res, fault);

/** The whole path, also within a router. */
export const pathOf = ({ originalUrl }: Request) => originalUrl.split('?', 1)[0] as string;

/** The same for a path as the client sent it. */
export function refuseAt(path: string, res: Response, fault: Fault): void {
  if (path.startsWith('/api/v1/')) refuseRpc(res, fault);
  else if (path.startsWith('/api/auth/')) refuseAuth(res, fault);
  else if (isGraphQL(path)) {
    if (fault.retryAfter !== undefined) res.set('Retry-After', String(fault.retryAfter));
    res.status(FAULTS[fault.code].status).json({ errors: [{ message: fault.message, extensions: extensionsOf(fault) }] });
  } else if (fault.code === 'SERVICE_UNAVAILABLE' && /^\/api\/(?:sessions|websets|shares)\//.test(path))
    refusePlain(res, fault, /\/(?:export|download)\/?$/.test(path) ? 500 : 502);
  else refusePlain(res, fault);
}

/** In the shape of better-auth's own. */
function refuseAuth(res: Response, { code, message, retryAfter }: Fault): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(FAULTS[code].status).json({ code, message });
}

const isGraphQL = (path: string) => path === '/graphql' || path === '/graphql/';
