import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../db/connection/client.ts';
import type { FileKind } from '../db/queries/collections/file.ts';
import { collectionFile } from '../db/tables/collection.ts';
import { FETCHING_QUEUE, READING_QUEUE } from './job-queue.ts';

const QUEUES: Record<FileKind, string> = { uploads: READING_QUEUE, addresses: FETCHING_QUEUE };
/** The most jobs that are ordered, and the most pages of each that are counted. */
const ORDERED_MAX = 500;
const COUNTED_MAX = 1000;

/** Orders the waiting jobs that read collections fairly. Any worker may call it every second; one runs at a time. */
export async function orderReadings(db: Database): Promise<void> {
  for (const kind of ['uploads', 'addresses'] as const) {
    const name = QUEUES[kind];
    const [waits] = await db.execute<{ some: boolean }>(sql`select exists (${waiting(name)}) as some`);
    if (!waits?.some) continue;
    await db.transaction(async (tx) => {
      const [locked] = await tx.execute<{ mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext(${`webset ${name} turns`})) as mine`,
      );
      if (locked?.mine) await order(tx, name, kind);
    });
  }
}

const waiting = (name: string) => sql`select from pgboss.job where name = ${name} and state < 'active' and start_after <= now()`;

/** Sorts by the pages of the same caller before a job, including those being read (a list counts its addresses), then by waiting time. */
const order = (tx: Tx, name: string, kind: FileKind) =>
  tx.execute(sql`
    with free as materialized (
      select id from pgboss.job where name = ${name} and state < 'active' and start_after <= now()
      order by created_on, id limit ${ORDERED_MAX} for update skip locked
    ), jobs as (
      select j.id, j.state, coalesce(j.data->>'caller', j.singleton_key) as caller, j.created_on, greatest(1, f.pages) as pages
      from pgboss.job j cross join lateral (
        select count(*) as pages from (
          select from ${collectionFile} f
          where f.collection_id = j.singleton_key::uuid and f.state = 'waiting' and (f.media_type is null) = ${kind === 'addresses'}
          limit ${COUNTED_MAX}
        ) counted
      ) f
      where j.name = ${name} and (j.state = 'active' or j.id in (select id from free))
    ), placed as (
      select id, state, created_on, sum(pages) over (partition by caller order by state desc, created_on, id) - pages as ahead from jobs
    ), line as (
      select id, row_number() over (order by ahead, created_on, id) as place from placed where state < 'active'
    )
    update pgboss.job j set priority = -l.place from line l where j.name = ${name} and j.id = l.id and j.priority <> -l.place`);

/** The collections in which files of a kind wait without a job for them, and their owners. */
export const withoutReading = (tx: Tx, kind: FileKind) =>
  tx.execute<{ id: string; ownerId: string | null }>(sql`
    select c.id, c.owner_id as "ownerId" from collection c
    where exists (
      select from ${collectionFile} f where f.collection_id = c.id and f.state = 'waiting' and (f.media_type is null) = ${kind === 'addresses'}
    ) and not exists (
      select from pgboss.job j where j.name = ${QUEUES[kind]} and j.state <= 'active' and j.singleton_key = c.id::text
    )`);
