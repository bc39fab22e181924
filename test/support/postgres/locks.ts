import type postgres from 'postgres';

/**
 * The number of connections to this database that wait for a lock; other tests have theirs on the same server. Also correct inside a
 * transaction, which otherwise caches the first result.
 */
export async function countWaiting(sql: postgres.Sql | postgres.TransactionSql): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`;
  const [found] = await sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return found?.n ?? 0;
}
