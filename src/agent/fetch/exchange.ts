import type { Readable } from 'node:stream';
import { type Dispatcher, Headers, request } from 'undici';
import { CODINGS, decoded } from './decoded.ts';
import { FetchFailure } from './fetch-failure.ts';

const MB = 1024 * 1024;

export interface Limits {
  /** For one document with its redirects, without the wait for the host's turn. */
  totalMs: number;
  /** After decoding. */
  maxBytes: number;
  maxPdfBytes: number;
}

export const LIMITS: Limits = { totalMs: 15_000, maxBytes: 5 * MB, maxPdfBytes: 20 * MB };

export interface Ask {
  headers: Record<string, string>;
  dispatcher: Dispatcher;
  /** Decoded bytes allowed for a media type ('' when none is declared); null: the type is refused. */
  allowance(mediaType: string): number | null;
  /** What to do with a body that exceeds its allowance. */
  excess: 'fail' | 'cut';
}

export interface Answer {
  status: number;
  /** The redirect's target as it was sent. */
  location: string | null;
  retryAfter: string | null;
  mediaType: string;
  charset: string | null;
  headers: Headers;
  /** Empty unless the status is 2xx. */
  body: Uint8Array;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** One request and its answer; the caller follows redirects. Throws FetchFailure, and undici's error when the signal is aborted. */
export async function exchange(url: URL, { headers, dispatcher, allowance, excess }: Ask, signal: AbortSignal): Promise<Answer> {
  const response = await request(url, { headers: { 'accept-encoding': CODINGS, ...headers }, dispatcher, signal });
  const status = response.statusCode;
  const fields = new Headers();
  for (const [name, values] of Object.entries(response.headers)) for (const value of [values ?? []].flat()) fields.append(name, value);
  const [mediaType, charset] = contentType(fields.get('content-type'));
  const answer = {
    status,
    location: REDIRECTS.has(status) ? fields.get('location') : null,
    retryAfter: fields.get('retry-after'),
    mediaType,
    charset,
    headers: fields,
  };
  if (status < 200 || status > 299) {
    leave(response.body);
    return { ...answer, body: new Uint8Array() };
  }
  const allowed = allowance(mediaType);
  if (allowed === null) {
    leave(response.body);
    throw new FetchFailure('media_type', `Documents of the type ${mediaType} are not read`);
  }
  return { ...answer, body: await bodyOf(response.body, fields, { allowed, excess }) };
}

/** Discards the body and closes its connection. */
const leave = (body: Readable) => body.on('error', () => {}).destroy();

/** Counts bytes before and after decoding, so that a small answer cannot unpack into a large one. */
async function bodyOf(
  body: Readable,
  headers: Headers,
  { allowed, excess }: { allowed: number; excess: Ask['excess'] },
): Promise<Uint8Array> {
  const tooLarge = () => new FetchFailure('too_large', `The document is larger than ${(allowed / MB).toFixed(1).replace(/\.0$/, '')} MB`);
  if (excess === 'fail' && Number(headers.get('content-length') ?? 0) > allowed) {
    leave(body);
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > allowed) break; // leaving the loop ends the connection
  }
  const bytes = await decoded(Buffer.concat(chunks, Math.min(size, allowed + 1)), headers.get('content-encoding'), allowed);
  if (bytes.byteLength > allowed && excess === 'fail') throw tooLarge();
  return new Uint8Array(bytes.subarray(0, allowed));
}

function contentType(header: string | null): [mediaType: string, charset: string | null] {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1]).find((label) => label !== undefined);
  return [type.trim().toLowerCase(), charset?.toLowerCase() ?? null];
}

/** Errors that a retry often avoids. */
const PASSING = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT']);

/** An error of undici, which wraps the cause up to twice, as a FetchFailure. */
export function asFetchFailure(error: unknown, host: string): FetchFailure {
  let code = '';
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 6; depth++) {
    if (cause instanceof FetchFailure) return cause;
    if ('code' in cause && typeof cause.code === 'string') code = cause.code;
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause; // several addresses, each with an error of its own
  }
  if (code === 'ENOTFOUND') return new FetchFailure('network', `There is no host ${host}`, { cause: error });
  if (/CERT|SIGNATURE|ALTNAME|TLS|SSL/.test(code))
    return new FetchFailure('network', `${host} shows no valid certificate (${code})`, { cause: error });
  const retryAfterMs = PASSING.has(code) ? 500 : undefined;
  return new FetchFailure('network', `${host} could not be reached${code && ` (${code})`}`, { cause: error, retryAfterMs });
}
