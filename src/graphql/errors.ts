import { GraphQLError } from 'graphql';
import { FAULTS, Fault, type FaultCode, type Issue } from '../domain/errors.ts';
import { faultOf } from '../services/faults.ts';

const UNEXPECTED = 'Unexpected error.';

/** graphql 17 nests originalError: what was thrown in the first place. */
export function rootOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? rootOf(error.originalError) : error;
}

/**
 * Turns whatever was thrown into what a caller may read: a refusal under its code, GraphQL's own errors as they are, the rest masked and
 * reported. Refusals carry no original error, or Yoga would answer a subscription's with 500.
 */
export const maskErrors = (report: (error: unknown) => void) => (error: unknown) => {
  const root = rootOf(error);
  const place =
    error instanceof GraphQLError ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path } : {};
  const fault = faultOf(root);
  if (fault) return new GraphQLError(fault.message, { ...place, extensions: extensionsOf(fault) });
  if (root instanceof GraphQLError) return withCode(root, error);
  report(root);
  return new GraphQLError(UNEXPECTED, { ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true } });
};

/** How a refusal travels in a GraphQL error. */
export const extensionsOf = ({ code, issues, retryAfter }: Fault) => ({
  code,
  ...(issues && { issues }),
  ...(retryAfter !== undefined && { retryAfter }),
});

/** How a refusal of a whole request is answered over HTTP, also to those who accept application/json. */
export const httpOf = ({ code, retryAfter }: Fault) => ({
  status: FAULTS[code].status,
  spec: false,
  headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
});

/** A result's first error as the refusal that it was, for endpoints with other words. Anything without a code of ours is a bug. */
export function faultOfErrors(errors: readonly GraphQLError[]): Fault {
  const [error] = errors;
  const { code, issues, retryAfter } = (error?.extensions ?? {}) as { code?: FaultCode; issues?: Issue[]; retryAfter?: number };
  if (!error || code === undefined || !Object.hasOwn(FAULTS, code)) return new Fault('INTERNAL_SERVER_ERROR', UNEXPECTED);
  return new Fault(code, error.message, { ...(issues && { issues }), ...(retryAfter !== undefined && { retryAfter }) });
}

/** Yoga's own words for refusals in ours, by their status; any other error of GraphQL is the request's. */
function withCode(root: GraphQLError, error: unknown) {
  const carrier = error instanceof GraphQLError ? error : root;
  const code = String(root.extensions.code ?? carrier.extensions.code);
  const byStatus = codeOfStatus(carrier); // a mutation by GET is BAD_REQUEST to Yoga, with 405
  carrier.extensions.code = byStatus === 'BAD_REQUEST' && Object.hasOwn(FAULTS, code) ? code : byStatus;
  return carrier;
}

function codeOfStatus({ extensions }: GraphQLError): FaultCode {
  const { status } = (extensions.http ?? {}) as { status?: number };
  const codes = Object.keys(FAULTS) as FaultCode[];
  return codes.find((code) => FAULTS[code].status === status) ?? 'BAD_REQUEST';
}

/** Whatever was thrown outside of the pipeline as a refusal; a bug is reported and becomes INTERNAL_SERVER_ERROR. */
export function faultFrom(error: unknown, report: (error: unknown) => void): Fault {
  const fault = faultOf(rootOf(error));
  if (fault) return fault;
  const masked = error instanceof GraphQLError ? faultOfErrors([error]) : null; // by the pipeline, which keeps nothing but its code
  if (masked && masked.code !== 'INTERNAL_SERVER_ERROR') return masked;
  report(error);
  return new Fault('INTERNAL_SERVER_ERROR', UNEXPECTED);
}
