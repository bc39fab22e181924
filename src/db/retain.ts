import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { indexEntry, page } from './tables/page.ts';
import { row, value, verdict } from './tables/row.ts';
import { candidate, run } from './tables/run.ts';
import { tape } from './tables/tape.ts';
import { webset } from './tables/webset.ts';

const BATCH = 200;

/** Deletes websets that nobody owns and nobody touched or ran for so many days, with all that hangs on them. Answers how many. */
export const dropOldAnonymous = (db: Database, days: number): Promise<number> =>
  inBatches(() =>
    db.execute(sql`
      delete from ${webset} where id in (
        select w.id from ${webset} w
        where w.owner_id is null and w.updated_at < now() - ${days} * interval '1 day'
          and not exists (
            select from ${run} u where u.webset_id = w.id
              and (u.state in ('queued', 'running') or coalesce(u.ended_at, u.created_at) >= now() - ${days} * interval '1 day')
          )
        limit ${BATCH} for update skip locked
      ) returning id`),
  );

/** Deletes pages read more than so many days ago that nothing stands on: no index entry, candidate, row, quote or recording. Answers how many. */
export const dropOldPages = (db: Database, days: number): Promise<number> =>
  inBatches(() =>
    db.execute(sql`
      delete from ${page} where id in (
        select p.id from ${page} p
        where p.fetched_at < now() - ${days} * interval '1 day'
          and not exists (select from ${indexEntry} e where e.page_id = p.id)
          and not exists (select from ${candidate} c where c.page_id = p.id)
          and not exists (select from ${row} r where r.page_id = p.id)
          and not exists (select from ${verdict} v where v.page_id = p.id)
          and not exists (select from ${value} l where l.page_id = p.id)
          and not exists (select from ${tape} t where t.page_id = p.id)
        limit ${BATCH} for update skip locked
      ) returning id`),
  );

/** Small transactions, so that nobody waits long for a lock. */
async function inBatches(drop: () => Promise<{ length: number }>): Promise<number> {
  for (let dropped = 0; ; ) {
    const { length } = await drop();
    dropped += length;
    if (length < BATCH) return dropped;
  }
}
