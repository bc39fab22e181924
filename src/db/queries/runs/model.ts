import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { endpointCapability, modelAnswer } from '../../tables/model.ts';

export async function findModelAnswer(tx: Tx, key: string): Promise<string | null> {
  const [found] = await tx.select({ answer: modelAnswer.answer }).from(modelAnswer).where(eq(modelAnswer.key, key));
  return found?.answer ?? null;
}

/** Stores an answer. It replaces one under the same key that can no longer be parsed. */
export const saveModelAnswer = (tx: Tx, key: string, answer: string, model: string) =>
  tx
    .insert(modelAnswer)
    .values({ key, model, answer })
    .onConflictDoUpdate({ target: modelAnswer.key, set: { model, answer, madeAt: sql`now()` } });

/** Deletes answers that are more than `days` days old. Returns the number deleted. */
export async function dropOldAnswers(tx: Tx, days: number): Promise<number> {
  const dropped = await tx.execute(sql`delete from ${modelAnswer} where made_at < now() - ${days} * interval '1 day' returning key`);
  return dropped.length;
}

export async function findCapabilities(tx: Tx, key: string): Promise<{ mode: string; outputTokens: number } | null> {
  const [found] = await tx
    .select({ mode: endpointCapability.mode, outputTokens: endpointCapability.outputTokens })
    .from(endpointCapability)
    .where(eq(endpointCapability.key, key));
  return found ?? null;
}

export const saveCapabilities = (tx: Tx, key: string, capabilities: { mode: string; outputTokens: number }) =>
  tx
    .insert(endpointCapability)
    .values({ key, ...capabilities })
    .onConflictDoUpdate({ target: endpointCapability.key, set: { ...capabilities, learntAt: sql`now()` } });
