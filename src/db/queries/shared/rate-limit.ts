import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import { rateLimit } from '../../tables/shared.ts';

/** Points in a fixed window, shared by all gateways. */
export interface Allowance {
  key: string;
  points: number;
  seconds: number;
  /** Points spent at a time, one if left out. */
  amount?: number;
}

/** The largest count stored, far from the column's limit. */
const MOST = sql.raw('1000000000');

/**
 * For `with`, filled by placeholders of this prefix: spends the points if `condition` (a `from` with its `where`) holds. Returns whether
 * it was `within`, and the seconds to `wait` for the next window.
 */
export const spending = (prefix = '', condition = sql``) => {
  const filled = (name: keyof Allowance) => sql.placeholder(prefix + name);
  return sql`
  insert into rate_limit as l (key, points, expire)
  select ${filled('key')}, least(${MOST}, ${filled('amount')}::int), now() + ${filled('seconds')} * interval '1 second' ${condition}
  on conflict (key) do update set
    points = case when l.expire <= now() then excluded.points else least(${MOST}, l.points + excluded.points) end,
    expire = case when l.expire <= now() then excluded.expire else l.expire end
  returning points <= ${filled('points')} as within, greatest(1, least(${filled('seconds')}, ceil(extract(epoch from expire - now()))))::int as wait`;
};

/** What fills the placeholders of a prefix. */
export const filledWith = ({ amount = 1, ...allowance }: Allowance, prefix = '') =>
  Object.fromEntries(Object.entries({ ...allowance, amount }).map(([name, value]) => [prefix + name, value]));

const spend = plain<{ within: boolean; wait: number }>(spending());

/** Spends points. Answers the seconds to wait when the window is used up, else 0. */
export async function spendPoint(tx: Tx, allowance: Allowance): Promise<number> {
  const [spent] = await spend(tx, filledWith(allowance));
  return !spent || spent.within ? 0 : spent.wait;
}

const spendBoth = plain<{ wait: number }>(sql`
  with first as (${spending('first_')}), second as (${spending('second_', sql`from first where within`)})
  select case when not first.within then first.wait when second.within then 0 else second.wait end as wait from first left join second on true`);

/** The same of up to two allowances in one statement, the second where the first is within; null is not counted. */
export async function spendPoints(tx: Tx, first: Allowance | null, second: Allowance | null): Promise<number> {
  if (first === null || second === null) {
    const only = first ?? second;
    return only ? spendPoint(tx, only) : 0;
  }
  const [spent] = await spendBoth(tx, { ...filledWith(first, 'first_'), ...filledWith(second, 'second_') });
  return spent?.wait ?? 0;
}

/** Gives a key its points back. */
export const forgetPoints = (tx: Tx, key: string) => tx.delete(rateLimit).where(eq(rateLimit.key, key));

/** Gives a key one of its points back. */
export const givePointBack = (tx: Tx, key: string) =>
  tx.update(rateLimit).set({ points: sql`greatest(0, points - 1)` }).where(eq(rateLimit.key, key));

/** Forgets the windows that are over. One that is being spent is left for the next time, so that two such statements do not deadlock. */
export const sweepRateLimits = (tx: Tx) =>
  tx.execute(sql`
    delete from ${rateLimit} where key in (select key from ${rateLimit} where expire < now() - interval '1 minute' for update skip locked)`);
