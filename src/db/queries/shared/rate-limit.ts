import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import { rateLimit } from '../../tables/shared.ts';

/** So many points in a fixed window, shared by all gateways. */
export interface Allowance {
  key: string;
  points: number;
  seconds: number;
}

/** For `with`, filled with an allowance: spends a point; answers whether it was `within`, and the seconds to `wait` for the next window. */
export const spending = sql`
  insert into rate_limit as l (key, points, expire) values (${sql.placeholder('key')}, 1, now() + ${sql.placeholder('seconds')} * interval '1 second')
  on conflict (key) do update set
    points = case when l.expire <= now() then 1 else l.points + 1 end,
    expire = case when l.expire <= now() then excluded.expire else l.expire end
  returning points <= ${sql.placeholder('points')} as within, greatest(1, least(${sql.placeholder('seconds')}, ceil(extract(epoch from expire - now()))))::int as wait`;

const spend = plain<{ within: boolean; wait: number }>(spending);

/** Spends a point. Answers the seconds to wait when the window is used up, else 0. */
export async function spendPoint(tx: Tx, allowance: Allowance): Promise<number> {
  const [spent] = await spend(tx, { ...allowance });
  return !spent || spent.within ? 0 : spent.wait;
}

/** Gives a key its points back. */
export const forgetPoints = (tx: Tx, key: string) => tx.delete(rateLimit).where(eq(rateLimit.key, key));

/** Gives a key one of its points back. */
export const givePointBack = (tx: Tx, key: string) =>
  tx.update(rateLimit).set({ points: sql`greatest(0, points - 1)` }).where(eq(rateLimit.key, key));

/** Forgets the windows that are over. */
export const sweepRateLimits = (tx: Tx) => tx.execute(sql`delete from ${rateLimit} where expire < now() - interval '1 minute'`);
