import { and, eq, inArray, sql } from 'drizzle-orm';
import { type ModelPlan, PLAN_WAIT_SECONDS } from '../../../domain/model/plan.ts';
import type { Tx } from '../../connection/client.ts';
import { modelPlan } from '../../tables/model.ts';

type Stored = typeof modelPlan.$inferSelect;

const isAlive = inArray(modelPlan.state, ['queued', 'running']);
/** Of a plan that has ended: no address is kept. */
const ENDED = { endedAt: sql`now()`, caller: null };

const planOf = ({ inputTokens, outputTokens, costNanoUsd, ...rest }: Stored): ModelPlan => ({
  ...rest,
  spent: { inputTokens, outputTokens, costNanoUsd },
});

type Asked = Pick<ModelPlan, 'ownerId' | 'caller' | 'request' | 'category' | 'maxCostNanoUsd'>;

/** Queues a plan. */
export async function insertModelPlan(tx: Tx, asked: Asked): Promise<ModelPlan> {
  const [made] = await tx.insert(modelPlan).values(asked).returning();
  return planOf(made as Stored);
}

/** How many plans of a caller are alive. */
export const countAliveModelPlans = (tx: Tx, caller: string): Promise<number> =>
  tx.$count(modelPlan, and(eq(modelPlan.caller, caller), isAlive));

export async function findModelPlan(tx: Tx, id: string): Promise<ModelPlan | null> {
  const [found] = await tx.select().from(modelPlan).where(eq(modelPlan.id, id));
  return found ? planOf(found) : null;
}

/** Ends a plan that is alive as cancelled; its worker hears of it within a second, and the fence refuses what it still writes. */
export const cancelAliveModelPlan = (tx: Tx, id: string) =>
  tx
    .update(modelPlan)
    .set({ state: 'cancelled', ...ENDED })
    .where(and(eq(modelPlan.id, id), isAlive));

/** Takes a plan that is alive: the next attempt. Null when it has ended. */
export async function takeModelPlan(tx: Tx, id: string): Promise<ModelPlan | null> {
  const [taken] = await tx
    .update(modelPlan)
    .set({ state: 'running', attempt: sql`${modelPlan.attempt} + 1` })
    .where(and(eq(modelPlan.id, id), isAlive))
    .returning();
  return taken ? planOf(taken) : null;
}

/** Whether a plan is still this attempt's. */
export async function isModelPlanHeld(tx: Tx, { id, attempt }: Pick<ModelPlan, 'id' | 'attempt'>): Promise<boolean> {
  const found = await findModelPlan(tx, id);
  return found?.state === 'running' && found.attempt === attempt;
}

/** Ends a plan of this attempt: the fence. False when it was cancelled or retaken; then nothing is written. */
export async function endModelPlan(
  tx: Tx,
  { id, attempt }: Pick<ModelPlan, 'id' | 'attempt'>,
  made: Pick<ModelPlan, 'state' | 'detail' | 'criteria' | 'columns'>,
): Promise<boolean> {
  const ended = await tx
    .update(modelPlan)
    .set({ ...made, ...ENDED })
    .where(and(eq(modelPlan.id, id), eq(modelPlan.attempt, attempt), eq(modelPlan.state, 'running')))
    .returning({ id: modelPlan.id });
  return ended.length > 0;
}

/** Ends plans that no worker made in time, and forgets those of yesterday. */
export async function sweepModelPlans(tx: Tx): Promise<void> {
  await tx
    .update(modelPlan)
    .set({ state: 'failed', detail: 'no worker made it in time', ...ENDED })
    .where(and(isAlive, sql`${modelPlan.createdAt} < now() - ${PLAN_WAIT_SECONDS} * interval '1 second'`));
  await tx.delete(modelPlan).where(sql`${modelPlan.createdAt} < now() - interval '1 day'`);
}
