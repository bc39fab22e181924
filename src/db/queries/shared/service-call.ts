import { and, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { serviceCall } from '../../tables/shared.ts';

const KEPT = sql`interval '1 hour'`;
/** Calls that outlived their workers within so long of each other were ended by one event: a power cut ends many workers. */
const MOMENT = sql`interval '10 seconds'`;
/** After this many answers a service is not blamed for a worker's end: one that ends workers answers far less between two ends. */
const FORGIVING_ANSWERS = 10;

/** Records the start of a call and its lease. Returns its id, and how many workers ended in such a call within the last hour. */
export async function beginCall(tx: Tx, key: string, leaseMs: number): Promise<{ id: number; ends: number }> {
  const [begun] = await tx.execute<{ id: number; ends: number }>(sql`
    with ended as (
      select until, lag(until) over (order by until) as before from ${serviceCall}
      where key = ${key} and answers < ${FORGIVING_ANSWERS} and until between now() - ${KEPT} and now()
    ), begun as (
      insert into ${serviceCall} (key, until) values (${key}, now() + ${leaseMs} * interval '1 millisecond') returning id
    )
    select id::float8 as id, (select count(*)::int from ended where before is null or until - before > ${MOMENT}) as ends from begun`);
  if (!begun) throw new Error('a call was not noted');
  return begun;
}

/** Says that these calls are still at work. */
export const keepCalls = (tx: Tx, ids: readonly number[], leaseMs: number) =>
  tx.execute(sql`
    update ${serviceCall} set until = now() + ${leaseMs} * interval '1 millisecond' where id = any(${`{${ids.join(',')}}`}::bigint[])`);

/** Ends a call, whatever came of it. */
export const endCall = (tx: Tx, id: number) => tx.delete(serviceCall).where(eq(serviceCall.id, id));

const outlived = (key: string) => and(eq(serviceCall.key, key), lt(serviceCall.until, sql`now()`));

/** Counts an answer of a service for the ends of workers before it. */
export const countAnswer = (tx: Tx, key: string) =>
  tx
    .update(serviceCall)
    .set({ answers: sql`least(${serviceCall.answers} + 1, ${FORGIVING_ANSWERS})` })
    .where(outlived(key));

/** Forgets the ends of workers at a service. */
export const forgetEnds = (tx: Tx, key: string) => tx.delete(serviceCall).where(outlived(key));

/** Forgets the calls that outlived their workers an hour ago. */
export const sweepCalls = (tx: Tx) => tx.delete(serviceCall).where(lt(serviceCall.until, sql`now() - ${KEPT}`));
