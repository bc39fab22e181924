import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { modelAnswer, modelHabit } from '../../tables/model.ts';

export async function findModelAnswer(tx: Tx, key: string): Promise<string | null> {
  const [found] = await tx.select({ answer: modelAnswer.answer }).from(modelAnswer).where(eq(modelAnswer.key, key));
  return found?.answer ?? null;
}

/** Keeps an answer, in the place of one that could not be read any more. */
export const saveModelAnswer = (tx: Tx, key: string, answer: string, model: string) =>
  tx
    .insert(modelAnswer)
    .values({ key, model, answer })
    .onConflictDoUpdate({ target: modelAnswer.key, set: { model, answer, madeAt: sql`now()` } });

/** Deletes answers given more than so many days ago. Answers how many. */
export async function dropOldAnswers(tx: Tx, days: number): Promise<number> {
  const dropped = await tx.execute(sql`delete from ${modelAnswer} where made_at < now() - ${days} * interval '1 day' returning key`);
  return dropped.length;
}

export async function findHabit(tx: Tx, key: string): Promise<{ mode: string; outputTokens: number } | null> {
  const [found] = await tx
    .select({ mode: modelHabit.mode, outputTokens: modelHabit.outputTokens })
    .from(modelHabit)
    .where(eq(modelHabit.key, key));
  return found ?? null;
}

export const saveHabit = (tx: Tx, key: string, habit: { mode: string; outputTokens: number }) =>
  tx
    .insert(modelHabit)
    .values({ key, ...habit })
    .onConflictDoUpdate({ target: modelHabit.key, set: { ...habit, learntAt: sql`now()` } });
