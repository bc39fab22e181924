import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection/client.ts';
import { findMadeFrom } from '../db/queries/websets/account-address.ts';
import { ANONYMOUS, type Viewer } from '../domain/access.ts';
import type { Auth } from './auth.ts';
import { COOKIE_PREFIX } from './wire-names.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const COOKIE = `__Secure-${COOKIE_PREFIX}.session_token=`;

/**
 * The viewer of a request, by its Cookie header. A stale, forged or signed-out cookie is none; without a valid signature no query is made.
 * Throws when the database is unavailable. better-auth is opened at the first cookie.
 */
export async function viewerOf(openAuth: () => Promise<Auth>, db: Database, cookie: string | undefined): Promise<Viewer> {
  if (!cookie?.includes(COOKIE)) return ANONYMOUS;
  const auth = await openAuth();
  try {
    const found = await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
    if (!found) return ANONYMOUS;
    const { id: userId, createdAt } = found.user;
    return Date.now() - createdAt.getTime() < DAY_MS ? { userId, newFrom: await findMadeFrom(db, userId) } : { userId };
  } catch (error) {
    await db.execute(sql`select 1`); // better-auth hides the cause: where it is the database, this throws
    throw error;
  }
}
