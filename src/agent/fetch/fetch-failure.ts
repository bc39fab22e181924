import { OutsideFailure } from '../../domain/errors.ts';

export type FetchFailureCode =
  | 'bad_url'
  | 'blocked_address'
  | 'robots'
  | 'timeout'
  | 'too_large'
  | 'media_type'
  | 'http_status'
  | 'redirects'
  | 'network';

/** A page that cannot be fetched. It concerns this page only; the message is for the user. */
export class FetchFailure extends OutsideFailure {
  readonly code: FetchFailureCode;
  /** The HTTP status, for 'http_status'. */
  readonly status: number | undefined;
  /** Milliseconds after which a retry may help. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: FetchFailureCode,
    message: string,
    { status, retryAfterMs, ...options }: ErrorOptions & { status?: number | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.name = 'FetchFailure';
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
