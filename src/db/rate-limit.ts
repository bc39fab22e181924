import { eq, sql } from 'drizzle-orm';
import type { Tx } from './client.ts';
import { rateLimit } from './tables/shared.ts';

/** Spends one point of a fixed window, shared by all gateways. Answers the seconds to wait when the window is used up, else 0. */
export async function spendPoint(tx: Tx, key: string, points: number, windowSeconds: number): Promise<number> {
  const [spent] = await tx.execute<{ points: number; wait: number }>(sql`
    insert into ${rateLimit} as l (key, points, expire) values (${key}, 1, now() + ${windowSeconds} * interval '1 second')
    on conflict (key) do update set
      points = case when l.expire <= now() then 1 else l.points + 1 end,
      expire = case when l.expire <= now() then excluded.expire else l.expire end
    returning points, greatest(1, ceil(extract(epoch from expire - now())))::int as wait`);
  return spent && spent.points > points ? spent.wait : 0;
}

/** Gives a key its points back. */
export const forgetPoints = (tx: Tx, key: string) => tx.delete(rateLimit).where(eq(rateLimit.key, key));

/** Forgets the windows that are over. */
export const sweepRateLimits = (tx: Tx) => tx.execute(sql`delete from ${rateLimit} where expire < now() - interval '1 minute'`);
