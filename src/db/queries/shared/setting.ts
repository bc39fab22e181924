import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { authUser } from '../../tables/auth.ts';
import { serviceOperator, serviceSetting } from '../../tables/service.ts';

/** On which processes hear that a setting changed. */
export const SETTINGS_CHANNEL = 'webset_settings';

/** Every stored setting, encrypted. */
export const listSettings = (tx: Tx) =>
  tx.select({ name: serviceSetting.name, sealed: serviceSetting.sealed }).from(serviceSetting).orderBy(asc(serviceSetting.name));

/** Holds all settings against other writers until the transaction ends. */
export const lockSettings = (tx: Tx) => tx.execute(sql`lock table ${serviceSetting} in share row exclusive mode`);

const announce = (tx: Tx) => tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);

/** Keeps a setting, and says so to all processes when the transaction ends. */
export async function putSetting(tx: Tx, name: string, sealed: string): Promise<void> {
  await tx
    .insert(serviceSetting)
    .values({ name, sealed })
    .onConflictDoUpdate({ target: serviceSetting.name, set: { sealed, setAt: sql`now()` } });
  await announce(tx);
}

export async function deleteSetting(tx: Tx, name: string): Promise<void> {
  await tx.delete(serviceSetting).where(eq(serviceSetting.name, name));
  await announce(tx);
}

/**
 * The operator's account; null: deleted; undefined: no account yet. The first account becomes it on first use, and before an account is
 * deleted.
 */
export async function findOperator(tx: Tx): Promise<string | null | undefined> {
  const known = async () => (await tx.select({ userId: serviceOperator.userId }).from(serviceOperator))[0];
  const first = tx
    .select({ only: sql`true`.as('only'), userId: authUser.id })
    .from(authUser)
    .orderBy(asc(authUser.createdAt), asc(authUser.id))
    .limit(1)
    .for('key share'); // one that is being deleted is none
  const found = await known();
  if (found) return found.userId;
  await tx.insert(serviceOperator).select(first).onConflictDoNothing();
  return (await known())?.userId;
}

export const setOperator = (tx: Tx, userId: string) =>
  tx.insert(serviceOperator).values({ userId }).onConflictDoUpdate({ target: serviceOperator.only, set: { userId } });
