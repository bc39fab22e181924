import type { Request, Response } from 'express';
import { FAULTS, type Fault } from '../domain/errors.ts';
import { extensionsOf } from '../graphql/errors.ts';
import { refusePlain, refuseRpc } from '../rest/errors.ts';

/** Answers with a refusal in the words of the door that the request came to. */
export function refuse(req: Request, res: Response, fault: Fault): void {
  if (req.path.startsWith('/api/v1/')) refuseRpc(res, fault);
  else if (req.path.startsWith('/api/auth/')) refuseAuth(res, fault);
  else if (isGraphQL(req.path)) {
    if (fault.retryAfter !== undefined) res.set('Retry-After', String(fault.retryAfter));
    res.status(FAULTS[fault.code].status).json({ errors: [{ message: fault.message, extensions: extensionsOf(fault) }] });
  } else refusePlain(res, fault);
}

/** As better-auth words its own. */
function refuseAuth(res: Response, { code, message }: Fault): void {
  res.status(FAULTS[code].status).json({ code, message });
}

const isGraphQL = (path: string) => path === '/graphql' || path === '/graphql/';
