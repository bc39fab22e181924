import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection/client.ts';
import { findMadeFrom } from '../db/queries/websets/account-address.ts';
import { ANONYMOUS, type Viewer } from '../domain/access.ts';
import type { Auth } from './auth.ts';
import { COOKIE_PREFIX } from './names.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const COOKIE = `__Secure-${COOKIE_PREFIX}.session_token=`;

/**
 * Who is calling, by the Cookie header: the one way to know it on every endpoint. A cookie that is stale, forged or signed out is none. No
 * cookie, or a bad signature, costs no query. Throws when the database is unavailable. better-auth is opened when the first cookie comes.
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
    await db.execute(sql`select 1`); // better-auth hides why it failed: when it is the database, this says so
    throw error;
  }
}
