import { APICallError } from 'ai';
import { OutsideFailure } from '../../domain/errors.ts';
import { retryAfterMs } from '../search/patience.ts';

export type ModelFailureKind =
  | 'unauthorized' // the key is refused
  | 'used_up' // the account has no credit left
  | 'refused' // wrong model or settings
  | 'too_long' // exceeds the model's context
  | 'limited' // too many requests
  | 'unavailable'; // offline, slow, or not its protocol

/** A failed call of a model. The message is for the operator and says what to do; it contains neither the key nor the prompt. */
export class ModelFailure extends OutsideFailure {
  readonly kind: ModelFailureKind;
  /** Milliseconds after which a retry may help. */
  readonly retryAfterMs: number | undefined;
  /** The endpoint may have refused the output mode, so that another mode may help. */
  readonly mayBeShape: boolean;
  /** The provider may have processed the call, and may charge it. */
  readonly mayCost: boolean;

  constructor(
    kind: ModelFailureKind,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number | undefined; mayBeShape?: boolean; mayCost?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.mayBeShape = options.mayBeShape ?? false;
    this.mayCost = options.mayCost ?? false;
  }
}

const TOO_LONG =
  /context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum.{0,30}tokens|exceeds?.{0,40}(?:tokens|context)|prompt is too long|n_ctx/i;
const USED_UP = /insufficient_quota|insufficient (?:funds|balance|credit)|credit balance|billing|exceeded your current quota/i;
const NO_MODEL = /model.{0,60}(?:not found|does not exist|unknown|not supported|no such)|(?:not found|no such|unknown).{0,20}model/i;

/** The failure behind an error of the SDK. `name` is the endpoint's display name, `now` is in milliseconds. */
export function failureOf(error: unknown, name: string, now: number): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof RangeError && error.message.startsWith('its answer'))
    return new ModelFailure('unavailable', `${name}: ${error.message}`, { mayCost: true, cause: error });
  if (!APICallError.isInstance(error))
    return new ModelFailure('unavailable', `${name} did not answer as its protocol says`, { mayCost: true, cause: error });
  const { statusCode: status, responseBody = '', responseHeaders = {} } = error;
  if (status === undefined) return new ModelFailure('unavailable', `${name} cannot be reached`, { cause: error });
  if (status >= 200 && status < 300)
    return new ModelFailure('unavailable', `${name} did not answer as its protocol says`, { mayCost: true, cause: error });
  const rest = retryAfterMs(responseHeaders['retry-after'] ?? null, now) ?? millisecondsIn(responseHeaders['retry-after-ms']);
  if (status === 402 || ((status === 429 || status === 400 || status === 403) && USED_UP.test(responseBody)))
    return new ModelFailure('used_up', `the quota of the key for ${name} is used up: raise it there`, {
      retryAfterMs: rest,
      cause: error,
    });
  if (status === 429 || ((status === 503 || status === 529) && rest !== undefined))
    return new ModelFailure('limited', `${name} limits how often it may be asked`, { retryAfterMs: rest, cause: error });
  if (status === 401 || status === 403)
    return new ModelFailure('unauthorized', `${name} does not accept the key (status ${status}): check it there`, { cause: error });
  if (status === 413 || ((status === 400 || status === 422 || status === 500) && TOO_LONG.test(responseBody)))
    return new ModelFailure('too_long', `${name} cannot read so long a prompt`, { cause: error });
  if (status === 404 || (status === 400 && NO_MODEL.test(responseBody)))
    return new ModelFailure(
      'refused',
      `${name} does not know the model, or has no such address (status ${status}): check the model and the base URL`,
      { mayBeShape: false, cause: error },
    );
  if (status === 408 || status >= 500)
    return new ModelFailure('unavailable', `${name} answered with status ${status}`, { mayBeShape: status === 501, cause: error });
  return new ModelFailure('refused', `${name} refuses the request (status ${status})`, {
    mayBeShape: status === 400 || status === 422,
    cause: error,
  });
}

const millisecondsIn = (header: string | undefined) => (header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined);
