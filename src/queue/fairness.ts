import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/connection/client.ts';
import { askHandOver } from '../db/queries/runs/run.ts';
import { chooseHandOvers, type Waiting } from '../domain/caller/fairness.ts';
import { RUN_QUEUE } from './job-queue.ts';
import { LAST_IN_LINE } from './run-jobs.ts';

/** A job that has been due for this long finds no free place: idle workers poll every second. */
const NO_PLACE_SECONDS = 2;
/** The most jobs that are ordered. Later ones wait longer than the next run of this in any case. */
const ORDERED_MAX = 200;

const isDue = sql`j.name = ${RUN_QUEUE} and j.state < 'active' and j.start_after <= now()`;

/**
 * Distributes the places of all workers fairly: orders the waiting jobs, asks runs to hand over, and returns how many were asked. Any
 * worker may call it every second; one runs at a time.
 */
export async function shareOut(db: Database): Promise<number> {
  const [waits] = await db.execute<{ some: boolean }>(sql`select exists (select from pgboss.job j where ${isDue}) as some`);
  if (!waits?.some) return 0;
  return db.transaction(async (tx) => {
    const [locked] = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('webset share out')) as mine`);
    if (!locked?.mine) return 0;
    const waiting = await listWaiting(tx);
    const chosen = waiting.length === 0 ? [] : chooseHandOvers(await listHeld(tx), waiting);
    for (const how of ['now', 'turn'] as const) {
      const ids = chosen.filter((one) => one.how === how).map(({ runId }) => runId);
      await askHandOver(tx, ids, how);
    }
    await orderJobs(tx);
    return chosen.length;
  });
}

/**
 * A caller's first waiting run has rank 0 plus the places that the caller holds, the next one rank 1, and so on. Equal ranks: the caller
 * served longest ago first, then the run that waits longest.
 */
const orderJobs = (tx: Tx) =>
  tx.execute(sql`
    with callers as (
      select coalesce(r.caller, '') as caller, count(*) filter (where j.state = 'active') as places, max(r.taken_at) as served
      from pgboss.job j join run r on r.id = j.singleton_key::uuid
      where j.name = ${RUN_QUEUE} and j.state <= 'active'
      group by 1
    ), free as materialized (
      select j.id, j.singleton_key, j.start_after from pgboss.job j where ${isDue} for update skip locked
    ), numbered as (
      select f.id, f.start_after, coalesce(r.caller, '') as caller,
        row_number() over (partition by r.caller order by f.start_after, f.id) as nth
      from free f join run r on r.id = f.singleton_key::uuid
    ), line as (
      select n.id, row_number() over (order by n.nth + c.places, c.served nulls first, n.start_after, n.id) as place
      from numbered n join callers c using (caller)
    ), placed as (
      select id, case when place <= ${ORDERED_MAX} then -place else ${LAST_IN_LINE} end as priority from line
    )
    update pgboss.job j set priority = p.priority from placed p
    where j.name = ${RUN_QUEUE} and j.id = p.id and j.priority <> p.priority`);

/** Callers whose runs found no place, longest wait first. */
const listWaiting = async (tx: Tx): Promise<Waiting[]> =>
  tx.execute<{ caller: string; runs: number }>(sql`
    select coalesce(r.caller, '') as caller, count(*)::int as runs
    from pgboss.job j join run r on r.id = j.singleton_key::uuid
    where ${isDue} and j.start_after <= now() - ${NO_PLACE_SECONDS} * interval '1 second'
    group by 1 order by min(j.start_after)`);

const listHeld = (tx: Tx) =>
  tx.execute<{ runId: string; caller: string; seconds: number; leaving: boolean }>(sql`
    select r.id as "runId", coalesce(r.caller, '') as caller, extract(epoch from now() - coalesce(r.taken_at, now()))::float8 as seconds,
      r.hand_over is not null or r.state not in ('queued', 'running') as leaving
    from pgboss.job j join run r on r.id = j.singleton_key::uuid
    where j.name = ${RUN_QUEUE} and j.state = 'active'`);
