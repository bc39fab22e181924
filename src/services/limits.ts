import { spendPoint } from '../db/rate-limit.ts';
import { Fault } from '../domain/errors.ts';
import type { Call } from './call.ts';

const HOUR = 3600;
const SIGNED_IN_FACTOR = 10;

/** Counts a request of the caller's hour. TOO_MANY_REQUESTS with the seconds to wait once it is used up; signed-in users have ten times as many. */
export async function spend(call: Call, what: 'create' | 'run'): Promise<void> {
  const perHour = what === 'create' ? call.limits.createPerHour : call.limits.runPerHour;
  const { userId } = call.viewer;
  const bucket = userId ? `user:${userId}` : call.client && `ip:${call.client}`;
  if (perHour === 0 || !bucket) return;
  const wait = await spendPoint(call.db, `${what}:${bucket}`, userId ? perHour * SIGNED_IN_FACTOR : perHour, HOUR);
  if (wait > 0) throw new Fault('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} seconds`, { retryAfter: wait });
}
