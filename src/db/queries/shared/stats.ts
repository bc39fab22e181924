import { sql } from 'drizzle-orm';
import type { RunState } from '../../../domain/run-state.ts';
import type { Database } from '../../connection/client.ts';
import { run } from '../../tables/run.ts';

/** Rows as Postgres last counted them, and bytes with indexes. */
export interface TableSize {
  table: string;
  rows: number;
  bytes: number;
}

/** How large our tables are. */
export async function tableSizes(db: Database): Promise<TableSize[]> {
  const found = await db.execute<{ table: string; rows: number; bytes: number }>(sql`
    select s.relname as table, s.n_live_tup::float8 as rows, pg_total_relation_size(s.relid)::float8 as bytes
    from pg_stat_user_tables s where s.schemaname = 'public' or (s.schemaname = 'pgboss' and s.relname like 'job%')`);
  return [...found];
}

/** How many runs there are in each state, and how often one was taken again. */
export async function countRuns(db: Database): Promise<{ states: { state: RunState; runs: number }[]; retakes: number }> {
  const found = await db.execute<{ state: RunState; runs: number; retakes: number }>(
    sql`select state, count(*)::int as runs, sum(greatest(attempt - 1, 0))::int as retakes from ${run} group by state`,
  );
  return { states: found.map(({ state, runs }) => ({ state, runs })), retakes: found.reduce((sum, { retakes }) => sum + retakes, 0) };
}
