import { eq } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { search } from '../../tables/run.ts';

export type Search = typeof search.$inferSelect;

/** The searches that a run has made, in no order. */
export const listSearches = (tx: Tx, runId: string): Promise<Search[]> => tx.select().from(search).where(eq(search.runId, runId));

export const insertSearch = (tx: Tx, made: Search) => tx.insert(search).values(made).onConflictDoNothing();
