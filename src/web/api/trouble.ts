import type { CombinedError } from 'urql';
import { words } from '../texts/texts.ts';

export type TroubleKind =
  | 'offline'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'invalid'
  | 'unavailable'
  | 'unknown';

/** An error with a message for people. `retryAfter`: seconds, for `limited`. */
export class Trouble extends Error {
  readonly kind: TroubleKind;
  readonly retryAfter: number;

  constructor(kind: TroubleKind, message: string, retryAfter = 0) {
    super(message);
    this.name = 'Trouble';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

const KINDS: Record<string, TroubleKind> = {
  UNAUTHORIZED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'missing',
  CONFLICT: 'conflict',
  TOO_MANY_REQUESTS: 'limited',
  BAD_REQUEST: 'invalid',
  SERVICE_UNAVAILABLE: 'unavailable',
};

interface Extensions {
  code?: string;
  retryAfter?: number;
  issues?: { message: string }[];
}

/** An error of urql as Trouble. */
export function troubleOf(error: Partial<Pick<CombinedError, 'graphQLErrors' | 'networkError' | 'response'>> | undefined): Trouble {
  const first = error?.graphQLErrors?.[0];
  if (first) {
    const { code = '', retryAfter, issues } = first.extensions as Extensions;
    if (/another origin/.test(first.message)) return new Trouble('unknown', words.account.refusals.FORBIDDEN);
    const kind = KINDS[code] ?? 'unknown';
    const message = kind === 'invalid' && issues?.[0] ? issues[0].message : first.message;
    return new Trouble(kind, words.trouble[kind](message, retryAfter ?? 0), retryAfter);
  }
  const status = (error?.response as Response | undefined)?.status;
  if (status === undefined) return new Trouble('offline', words.trouble.offline());
  if (status === 502 || status === 503 || status === 504) return new Trouble('unavailable', words.trouble.unavailable());
  return new Trouble('unknown', words.trouble.unknown(''));
}

/** Any thrown value as Trouble. */
export const asTrouble = (error: unknown): Trouble =>
  error instanceof Trouble ? error : new Trouble('unknown', words.trouble.unknown(''));
