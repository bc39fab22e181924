import { createHash } from 'node:crypto';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Database } from '../db/connection/client.ts';
import { forgetPoints, spendPoint } from '../db/queries/shared/rate-limit.ts';
import { storableText } from '../domain/text.ts';

/** Code points. An e-mail address has 254 at most (RFC 5321, section 4.5.3.1.3, without the brackets). */
const LENGTHS = { email: 254, name: 200, image: 2048 } as const;

/** Failed tries at one account in a row, from wherever: NIST SP 800-63B allows 100. The quarter of an hour keeps a stranger from locking it for long. */
const TRIES = { points: 30, seconds: 900 };

/** What better-auth lets pass and we do not: `limited` counts the tries at each account, whatever address they come from. */
export const guardBefore = (db: Database, limited: boolean) =>
  createAuthMiddleware(async ({ path, body }) => {
    const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    keepWithin(given);
    if (path === '/delete-user') wantPassword(given);
    if (path === '/sign-in/email' && limited) await countTry(db, given.email);
    if (path === '/change-password') return { context: { body: { ...given, revokeOtherSessions: true } } };
    return undefined;
  });

/** Who signs in has no failed tries. */
export const guardAfter = (db: Database) =>
  createAuthMiddleware(async ({ path, body, context }) => {
    if (path === '/sign-in/email' && context.newSession) await forgetPoints(db, keyOf(body.email));
  });

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

async function countTry(db: Database, email: unknown): Promise<void> {
  if (typeof email !== 'string') return; // refused by its shape
  const wait = await spendPoint(db, { key: keyOf(email), ...TRIES });
  if (wait === 0) return;
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_REQUESTS', message: `Too many tries at this account: try again in ${wait} seconds` },
    { 'X-Retry-After': String(wait) },
  );
}

/** Whether there is such an account or not: who is refused learns nothing. */
const keyOf = (email: string) => `auth:account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
