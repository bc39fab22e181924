import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { serviceCall } from '../../tables/shared.ts';

const KEPT = sql`interval '1 hour'`;
/** Calls that ended within so many seconds of each other were ended by one event: a power cut ends many workers. */
const MOMENT = sql`interval '10 seconds'`;

/** Notes that a call of a service begins, for so long. Answers its id, and how often within the last hour workers ended while it was asked, since it last answered. */
export async function beginCall(tx: Tx, key: string, leaseMs: number): Promise<{ id: number; ends: number }> {
  const [begun] = await tx.execute<{ id: number; ends: number }>(sql`
    with ended as (
      select count(distinct date_bin(${MOMENT}, until, 'epoch'))::int as ends from ${serviceCall}
      where key = ${key} and until between now() - ${KEPT} and now()
    ), begun as (
      insert into ${serviceCall} (key, until) values (${key}, now() + ${leaseMs} * interval '1 millisecond') returning id
    )
    select id::float8 as id, ends from begun, ended`);
  if (!begun) throw new Error('a call was not noted');
  return begun;
}

/** Says that these calls are still at work. */
export const keepCalls = (tx: Tx, ids: readonly number[], leaseMs: number) =>
  tx.execute(sql`
    update ${serviceCall} set until = now() + ${leaseMs} * interval '1 millisecond' where id = any(${`{${ids.join(',')}}`}::bigint[])`);

/** Ends a call, whatever came of it. `isForgiven`: what ended at the service before counts no longer. */
export const endCall = (tx: Tx, { id, key, isForgiven }: { id: number; key: string; isForgiven: boolean }) =>
  tx
    .delete(serviceCall)
    .where(
      isForgiven ? or(eq(serviceCall.id, id), and(eq(serviceCall.key, key), lt(serviceCall.until, sql`now()`))) : eq(serviceCall.id, id),
    );

/** Forgets the calls that outlived their workers an hour ago. */
export const sweepCalls = (tx: Tx) => tx.delete(serviceCall).where(lt(serviceCall.until, sql`now() - ${KEPT}`));
