import { faultOfDatabase } from '../db/connection/faults.ts';
import { Fault } from '../domain/errors.ts';

/** What a caller may read of an error: a refusal as it is, a database that is unavailable as SERVICE_UNAVAILABLE, null for a bug. */
export function faultOf(error: unknown): Fault | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Fault) return cause;
  return faultOfDatabase(error);
}
