/** For GraphQL, REST and export: a code's HTTP status, and whether an operation declares it (spec section 7, oRPC's `defined`). */
export const FAULTS = {
  BAD_REQUEST: { status: 400, defined: false },
  UNAUTHORIZED: { status: 401, defined: false },
  FORBIDDEN: { status: 403, defined: false },
  NOT_FOUND: { status: 404, defined: true },
  METHOD_NOT_SUPPORTED: { status: 405, defined: false },
  REQUEST_TIMEOUT: { status: 408, defined: false },
  CONFLICT: { status: 409, defined: true },
  PAYLOAD_TOO_LARGE: { status: 413, defined: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, defined: false },
  TOO_MANY_REQUESTS: { status: 429, defined: true },
  INTERNAL_SERVER_ERROR: { status: 500, defined: false },
  SERVICE_UNAVAILABLE: { status: 503, defined: false },
} as const;

export type FaultCode = keyof typeof FAULTS;

/** A validation error in the standard schema shape. `path` leads to the invalid part of the input. */
export interface Issue {
  code: string;
  path: (string | number)[];
  message: string;
}

/** An error that the caller may read. Every other error is a bug, and its message is masked. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly issues: Issue[] | undefined;
  /** Seconds after which the caller may retry a TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE. */
  readonly retryAfter: number | undefined;

  constructor(code: FaultCode, message: string, more: { issues?: Issue[]; retryAfter?: number } = {}) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.issues = more.issues;
    this.retryAfter = more.retryAfter;
  }
}

export const websetNotFound = () => new Fault('NOT_FOUND', 'Webset not found');
export const unauthorized = () => new Fault('UNAUTHORIZED', 'Sign in first');
export const websetForbidden = () => new Fault('FORBIDDEN', 'This webset belongs to another user');
export const clientLeft = () => new Fault('REQUEST_TIMEOUT', 'The client left before its turn');
export const runAlive = () => new Fault('CONFLICT', 'A run is already in progress');
export const labelTaken = (what: 'criterion' | 'enrichment') =>
  new Fault('CONFLICT', `This webset already has ${what === 'criterion' ? 'a criterion' : 'an enrichment'} with that label`);
export const tooMany = (what: 'criterion' | 'enrichment', most: number) =>
  new Fault('CONFLICT', `This webset already has ${most} ${what === 'criterion' ? 'criteria' : 'enrichments'}, as many as it may`);
export const invalidInput = (issues: Issue[]) => new Fault('BAD_REQUEST', 'Input validation failed', { issues });
export const databaseUnavailable = () => new Fault('SERVICE_UNAVAILABLE', 'The database cannot be reached');

/** A failure outside this service: a page, a search provider, a model. The service and its database are healthy. */
export class OutsideFailure extends Error {}

/** Whether an error, or one of its causes, is an OutsideFailure. */
export const isOfOutside = (error: unknown): boolean =>
  error instanceof OutsideFailure || (error instanceof Error && error.cause !== undefined && isOfOutside(error.cause));

/**
 * The innermost cause. The errors around it (the driver's, the query builder's) repeat SQL and parameters, which must not reach logs or
 * events.
 */
export const rootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;

/** The message of an error. Libraries and threads also throw plain objects: their `message`, or the names of their fields. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('message' in error && typeof error.message === 'string') return error.message;
  return `an error without a message (${Object.keys(error).join(', ') || 'no fields'})`;
}

/** The message of the innermost cause. */
export const wordsOf = (error: unknown): string => messageOf(rootCause(error));
