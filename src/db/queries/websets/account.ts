import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { authAccount, authSession, authUser } from '../../tables/auth.ts';
import { webset } from '../../tables/webset.ts';

const CREDENTIAL = 'credential'; // better-auth's name for e-mail and password

export interface User {
  id: string;
  email: string;
  createdAt: Date;
  websets: number;
}

/** Every user with the number of their websets, by e-mail. */
export const listUsers = (tx: Tx): Promise<User[]> =>
  tx
    .select({
      id: authUser.id,
      email: authUser.email,
      createdAt: authUser.createdAt,
      websets: sql<number>`(select count(*)::int from ${webset} w where w.owner_id = auth_user.id)`,
    })
    .from(authUser)
    .orderBy(asc(authUser.email));

/** The id of a user. E-mail addresses are kept in lower case. */
export async function findUserId(tx: Tx, email: string): Promise<string | null> {
  const [found] = await tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, email.toLowerCase()));
  return found?.id ?? null;
}

/** Makes a user who signs in by a password, of which `hash` is kept. Throws a unique violation when the address is taken. */
export async function insertUser(tx: Tx, id: string, email: string, hash: string): Promise<void> {
  await tx.transaction(async (inner) => {
    await inner.insert(authUser).values({ id, email: email.toLowerCase(), name: '' });
    await inner.insert(authAccount).values({ id, accountId: id, userId: id, providerId: CREDENTIAL, password: hash });
  });
}

/** Sets the hash of a user's password and ends all sessions. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.transaction(async (inner) => {
    const held = await inner
      .update(authAccount)
      .set({ password: hash, updatedAt: sql`now()` })
      .where(and(eq(authAccount.userId, userId), eq(authAccount.providerId, CREDENTIAL)))
      .returning({ id: authAccount.id });
    // a sign-up that was broken off half-way left a user without one
    if (held.length === 0)
      await inner.insert(authAccount).values({ id: userId, accountId: userId, userId, providerId: CREDENTIAL, password: hash });
    await inner.delete(authSession).where(eq(authSession.userId, userId));
  });
}

/** Holds a user against deletion until the transaction ends; before any webset. False when there is none. */
export async function holdUser(tx: Tx, id: string): Promise<boolean> {
  return (await tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.id, id)).for('key share')).length > 0;
}

/** Holds a user against new websets until the transaction ends; first in its transaction. */
export const lockUser = (tx: Tx, id: string) => tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.id, id)).for('update');

/** Holds a user's websets, in the order of their ids, until the transaction ends. */
export const lockWebsetsOf = (tx: Tx, id: string) =>
  tx.select({ id: webset.id }).from(webset).where(eq(webset.ownerId, id)).orderBy(asc(webset.id)).for('no key update');

/** Deletes a user; sessions, accounts and websets go with it. */
export async function deleteUser(tx: Tx, id: string): Promise<boolean> {
  return (await tx.delete(authUser).where(eq(authUser.id, id)).returning({ id: authUser.id })).length > 0;
}

/** Forgets the sessions that are over. */
export const sweepSessions = (tx: Tx) => tx.delete(authSession).where(lt(authSession.expiresAt, sql`now()`));
