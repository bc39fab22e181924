import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Database } from '../db/connection/client.ts';
import { insertAddress } from '../db/queries/websets/account-address.ts';
import { storableText } from '../domain/text.ts';
import { browserOf, keepBrowser } from './browser.ts';
import { currentCaller } from './caller.ts';
import { type Attempt, clearAttempt, countAttempt, hashOf } from './tries.ts';
import { CLIENT_HEADER } from './wire-names.ts';

/** Code points. An e-mail address has 254 at most (RFC 5321, section 4.5.3.1.3, without the brackets). */
const LENGTHS = { email: 254, name: 200, image: 2048 } as const;

export interface GuardOptions {
  db: Database;
  /** Signs cookies, and hashes the keys of counts. */
  secret: string;
  /** Whether tries are counted. */
  limited: boolean;
}

type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

async function attemptOf(context: Hook, { secret }: GuardOptions): Promise<Attempt | null> {
  const { email } = (context.body ?? {}) as { email?: unknown };
  if (typeof email !== 'string') return null; // refused by its shape
  const browser = await browserOf(context, secret, hashOf(secret, 'account', email));
  return { email, client: clientOf(context), browser };
}

const clientOf = ({ headers }: Pick<Hook, 'headers'>) => headers?.get(CLIENT_HEADER) ?? 'gone';

/** Checks that better-auth lacks: lengths and characters, tries, and the password for deleting an account. */
export const guardBefore = (options: GuardOptions) =>
  createAuthMiddleware(async (context) => {
    const { path, body } = context;
    const input = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    keepWithin(input);
    if (path === '/delete-user') wantPassword(input);
    if (path === '/sign-in/email') {
      const attempt = await attemptOf(context, options);
      if (attempt && options.limited) await countAttempt(options.db, options.secret, attempt);
      const caller = currentCaller();
      if (caller && attempt?.browser) caller.account = hashOf(options.secret, 'account', attempt.email);
    }
    if (path === '/change-password') return { context: { body: { ...input, revokeOtherSessions: true } } };
    return undefined;
  });

/** After a sign-in the wrong tries are forgotten, and the browser and the address are stored as known. */
export const guardAfter = (options: GuardOptions) =>
  createAuthMiddleware(async (context) => {
    const { path } = context;
    const { newSession } = context.context;
    if ((path !== '/sign-in/email' && path !== '/sign-up/email') || !newSession) return;
    const { db, secret, limited } = options;
    const attempt = await attemptOf(context, options);
    if (!attempt) return;
    if (limited && path === '/sign-in/email') await clearAttempt(db, secret, attempt);
    await insertAddress(db, newSession.user.id, hashOf(secret, 'address', attempt.client));
    await keepBrowser(context, secret, hashOf(secret, 'account', attempt.email), attempt.browser);
  });

/** Where an account is made, as it is kept for its first day. */
export const madeFrom = (headers: Headers | undefined, secret: string) => hashOf(secret, 'address', clientOf({ headers }));

function keepWithin(body: Record<string, unknown>): void {
  for (const [name, max] of Object.entries(LENGTHS)) {
    const text = body[name];
    if (typeof text !== 'string') continue;
    if (text.length > max && [...text].length > max)
      throw new APIError('BAD_REQUEST', { code: `${name.toUpperCase()}_TOO_LONG`, message: `${name} must have ${max} characters at most` });
    if (text !== storableText(text))
      throw new APIError('BAD_REQUEST', { code: 'INVALID_TEXT', message: `${name} must not hold NUL characters or lone surrogates` });
  }
}

/** better-auth takes a session of today for enough to delete an account; we want the password. */
function wantPassword({ password }: Record<string, unknown>): void {
  if (typeof password !== 'string' || password === '')
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REQUIRED', message: 'Password required' });
}
