import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { authAddress, authUser } from '../../tables/auth.ts';

const KEPT = 20;

/** Whether somebody signed in to the account of an e-mail address from there. Addresses are hashes. */
export async function isAddressOf(tx: Tx, email: string, address: string): Promise<boolean> {
  const found = await tx
    .select({ userId: authAddress.userId })
    .from(authAddress)
    .innerJoin(authUser, eq(authUser.id, authAddress.userId))
    .where(and(eq(authUser.email, email.toLowerCase()), eq(authAddress.address, address)));
  return found.length > 0;
}

/** Keeps that an account is used from an address, the last 20 of them. */
export async function insertAddress(tx: Tx, userId: string, address: string): Promise<void> {
  await tx
    .insert(authAddress)
    .values({ userId, address })
    .onConflictDoUpdate({ target: [authAddress.userId, authAddress.address], set: { usedAt: sql`now()` } });
  await tx.execute(sql`
    delete from ${authAddress} where user_id = ${userId} and address in (
      select address from ${authAddress} where user_id = ${userId} order by used_at desc, address offset ${KEPT})`);
}

/** Where an account was made, as a hash; null once it is a day old, or when an operator made it. */
export async function findMadeFrom(tx: Tx, userId: string): Promise<string | null> {
  const [found] = await tx.select({ madeFrom: authUser.madeFrom }).from(authUser).where(eq(authUser.id, userId));
  return found?.madeFrom ?? null;
}

/** Forgets where accounts were made once they are a day old, and addresses that were not used for half a year. */
export async function sweepAddresses(tx: Tx): Promise<void> {
  await tx.execute(sql`update ${authUser} set made_from = null where made_from is not null and created_at < now() - interval '1 day'`);
  await tx.execute(sql`delete from ${authAddress} where used_at < now() - interval '180 days'`);
}
