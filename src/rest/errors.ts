import type { Response } from 'express';
import { FAULTS, Fault } from '../domain/errors.ts';

const MALFORMED = "Malformed request. Ensure the request body is properly formatted and the 'Content-Type' header is set correctly.";
const GENERIC: Partial<Record<Fault['code'], string>> = {
  INTERNAL_SERVER_ERROR: 'Internal server error',
  PAYLOAD_TOO_LARGE: 'Payload Too Large',
};

export const malformed = () => new Fault('BAD_REQUEST', MALFORMED);

/** A message as REST words it: a webset is a search session there. */
const restMessage = ({ code, message }: Fault) =>
  GENERIC[code] ?? message.replaceAll('Webset', 'Search session').replaceAll('webset', 'search session');

/** The error body of the JSON operations: these keys and no other, or an oRPC client drops the message. */
const rpcBody = (fault: Fault) => ({
  defined: FAULTS[fault.code].defined,
  code: fault.code,
  message: restMessage(fault),
  ...(fault.issues && { data: { issues: fault.issues } }),
});

/** The error body of export and stream. */
const plainBody = (fault: Fault) => ({ error: fault.code === 'PAYLOAD_TOO_LARGE' ? fault.message : restMessage(fault) });

/** Answers with a refusal of a JSON operation. */
export function refuseRpc(res: Response, fault: Fault, declared = true): void {
  if (fault.retryAfter !== undefined) res.set('Retry-After', String(fault.retryAfter));
  const body = rpcBody(fault);
  res.status(FAULTS[fault.code].status).json(declared ? body : { ...body, defined: false });
}

/** Answers with a refusal of export or stream; `status` where the endpoint has one of its own. */
export function refusePlain(res: Response, fault: Fault, status: number = FAULTS[fault.code].status): void {
  if (fault.retryAfter !== undefined) res.set('Retry-After', String(fault.retryAfter));
  res.status(status).json(plainBody(fault));
}

/** Whether the path could not be decoded as UTF-8. */
export const isUndecodable = (error: unknown): boolean =>
  error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400);
