import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { runQuery } from '../../tables/run.ts';

export type NewRunQuery = Pick<typeof runQuery.$inferSelect, 'text' | 'family'>;

/** The queries of a run beside those of its plan, in the order they came. */
export const listRunQueries = (tx: Tx, runId: string): Promise<NewRunQuery[]> =>
  tx
    .select({ text: runQuery.text, family: runQuery.family })
    .from(runQuery)
    .where(eq(runQuery.runId, runId))
    .orderBy(asc(runQuery.position));

/** Adds queries to a run; one that it has stays as it is. */
export async function insertRunQueries(tx: Tx, runId: string, queries: readonly NewRunQuery[]): Promise<void> {
  if (queries.length > 0)
    await tx
      .insert(runQuery)
      .values(queries.map((query) => ({ ...query, runId })))
      .onConflictDoNothing();
}
