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

/** The error for a page that cannot be fetched. Other pages are not affected. The message is shown to the user. */
export class FetchFailure extends OutsideFailure {
  readonly code: FetchFailureCode;
  /** The HTTP status, for 'http_status'. */
  readonly status: number | undefined;
  /** Milliseconds to wait before a retry may succeed; undefined if unknown. */
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
