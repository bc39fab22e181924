import { asc, eq, sql } from 'drizzle-orm';
import type { ProviderAnswer, ProviderTally } from '../../../domain/run-state.ts';
import { storableText } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { runProvider, search } from '../../tables/run.ts';

export type Search = Omit<typeof search.$inferSelect, 'position'>;

/** The searches that a run has made, in their order. */
export const listSearches = (tx: Tx, runId: string): Promise<Search[]> =>
  tx.select().from(search).where(eq(search.runId, runId)).orderBy(asc(search.position));

export const insertSearch = (tx: Tx, made: typeof search.$inferInsert) => tx.insert(search).values(made).onConflictDoNothing();

/** Adds what the providers answered to one question of a run. */
export async function addAnswers(tx: Tx, runId: string, answers: readonly ProviderAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  await tx
    .insert(runProvider)
    .values(
      answers.map(({ provider, brought, failure }) => ({
        runId,
        provider,
        asked: 1,
        brought,
        failed: failure === null ? 0 : 1,
        failure: failure && storableText(failure),
      })),
    )
    .onConflictDoUpdate({
      target: [runProvider.runId, runProvider.provider],
      set: {
        asked: sql`${runProvider.asked} + 1`,
        brought: sql`${runProvider.brought} + excluded.brought`,
        failed: sql`${runProvider.failed} + excluded.failed`,
        failure: sql`coalesce(excluded.failure, ${runProvider.failure})`,
      },
    });
}

/** What became of a run's questions, by provider; the one that was asked first comes first. */
export function listAnswers(tx: Tx, runId: string): Promise<ProviderTally[]> {
  const { provider, asked, brought, failed, failure } = runProvider;
  return tx
    .select({ provider, asked, brought, failed, failure })
    .from(runProvider)
    .where(eq(runProvider.runId, runId))
    .orderBy(asc(runProvider.position));
}
