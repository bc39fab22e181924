import { type Allowance, spendPoint } from '../db/queries/shared/rate-limit.ts';
import { Fault } from '../domain/errors.ts';
import type { Call } from './call.ts';

const HOUR = 3600;
const SIGNED_IN_FACTOR = 10;

/** How many requests of a kind the caller has in an hour; signed-in users have ten times as many; the accounts of one day and address share that. Null: they are not counted. */
export function allowanceOf({ viewer, client, limits }: Call, what: 'create' | 'run'): Allowance | null {
  const perHour = what === 'create' ? limits.createPerHour : limits.runPerHour;
  const { userId, newFrom } = viewer;
  const bucket = userId ? (newFrom ? `new:${newFrom}` : `user:${userId}`) : client && `ip:${client}`;
  if (perHour === 0 || !bucket) return null;
  return { key: `${what}:${bucket}`, points: userId ? perHour * SIGNED_IN_FACTOR : perHour, seconds: HOUR };
}

/** The refusal of a request whose hour is used up, with the seconds to wait. */
export const usedUp = (wait: number) =>
  new Fault('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} seconds`, { retryAfter: wait });

/** Counts a request of the caller's hour. TOO_MANY_REQUESTS once it is used up. */
export async function spend(call: Call, what: 'create' | 'run'): Promise<void> {
  const allowance = allowanceOf(call, what);
  const wait = allowance ? await spendPoint(call.db, allowance) : 0;
  if (wait > 0) throw usedUp(wait);
}
