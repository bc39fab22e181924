import type { Tx } from '../db/connection/client.ts';
import { type Allowance, spendPoint, spendPoints } from '../db/queries/shared/rate-limit.ts';
import { Fault } from '../domain/errors.ts';
import type { Call } from './call.ts';

type Counted = 'create' | 'run' | 'review';

const HOUR = 3600;
const DAY = 24 * HOUR;
const KB = 1024;
const SIGNED_IN_FACTOR = 10;

/** Those that are no settings: people's answers an hour and address, and bytes of texts that one writes a day. */
export const LIMITS = { reviewPerHour: 600, bytesPerDay: 50 * 2 ** 20 };

/** Who is counted: a user, the accounts of one day and address together, or an address; null: nobody. */
function bucketOf({ viewer: { userId, newFrom }, client }: Call): string | null {
  if (userId) return newFrom ? `new:${newFrom}` : `user:${userId}`;
  return client && `ip:${client}`;
}

function allowance(call: Call, what: string, points: number, seconds: number): Allowance | null {
  const bucket = bucketOf(call);
  if (points === 0 || !bucket) return null;
  return { key: `${what}:${bucket}`, points: call.viewer.userId ? points * SIGNED_IN_FACTOR : points, seconds };
}

/** How many requests of a kind the caller has in an hour; signed-in users have ten times as many. Null: they are not counted. */
export const allowanceOf = (call: Call, what: Counted): Allowance | null => allowance(call, what, call.limits[`${what}PerHour`], HOUR);

/** The kB of these texts or bytes, 1 at least, of what the caller may write in a day; signed-in users may write ten times as much. */
export function writingOf(call: Call, ...texts: readonly (string | number | null | undefined)[]): Allowance | null {
  const daily = allowance(call, 'bytes', Math.ceil((call.limits.bytesPerDay ?? 0) / KB), DAY);
  const bytes = texts.reduce<number>((sum, text) => sum + (typeof text === 'number' ? text : Buffer.byteLength(text ?? '')), 0);
  return daily && { ...daily, amount: Math.max(1, Math.ceil(bytes / KB)) };
}

/** The refusal of a request whose hour or day is used up, with the seconds to wait. */
export const usedUp = (wait: number) =>
  new Fault('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} seconds`, { retryAfter: wait });

const take = async (call: Call, spent: Allowance | null): Promise<void> => {
  const wait = spent ? await spendPoint(call.db, spent) : 0;
  if (wait > 0) throw usedUp(wait);
};

/**
 * Counts a request of the caller's hour (null: none) and what it writes in one statement; within a transaction, unless that is rolled back.
 * A transaction holds the caller's account before (lock order). TOO_MANY_REQUESTS once one is used up.
 */
export async function spendWithin(
  call: Call,
  tx: Tx,
  what: Counted | null,
  ...texts: readonly (string | null | undefined)[]
): Promise<void> {
  const wait = await spendPoints(tx, what && allowanceOf(call, what), writingOf(call, ...texts));
  if (wait > 0) throw usedUp(wait);
}

/** Counts a request of the caller's hour. TOO_MANY_REQUESTS once it is used up. */
export const spend = (call: Call, what: Counted): Promise<void> => take(call, allowanceOf(call, what));

/** Counts what is written: texts, or their bytes. TOO_MANY_REQUESTS once the caller's day is used up. */
export const write = (call: Call, ...texts: readonly (string | number | null | undefined)[]): Promise<void> =>
  take(call, writingOf(call, ...texts));
