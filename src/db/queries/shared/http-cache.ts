import { eq } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { httpCache } from '../../tables/page.ts';

export type StoredAnswer = typeof httpCache.$inferSelect;

/** What is known of an address, or null. */
export async function findAnswer(tx: Tx, url: string): Promise<StoredAnswer | null> {
  const [found] = await tx.select().from(httpCache).where(eq(httpCache.url, url));
  return found ?? null;
}

/** Keeps an answer in the place of what was known of its address. */
export async function saveAnswer(tx: Tx, { url, ...answer }: StoredAnswer): Promise<void> {
  await tx
    .insert(httpCache)
    .values({ url, ...answer })
    .onConflictDoUpdate({ target: httpCache.url, set: answer });
}

export async function dropAnswer(tx: Tx, url: string): Promise<void> {
  await tx.delete(httpCache).where(eq(httpCache.url, url));
}
