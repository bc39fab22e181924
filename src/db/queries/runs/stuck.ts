import { sql } from 'drizzle-orm';
import type { Database } from '../../connection/client.ts';

/**
 * Ends the sessions whose client stopped in the middle of a statement, between its Parse and its Sync: they hold their locks, and no
 * timeout of Postgres below 17 sees them, since they neither idle nor execute. Answers how many.
 */
export async function endStuckSessions(db: Database, seconds: number): Promise<number> {
  const ended = await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name like 'webset%'
      and state = 'active' and wait_event = 'ClientRead' and xact_start is not null
      and state_change < now() - ${seconds} * interval '1 second'`);
  return ended.length;
}
