import { cancelAliveModelPlan, countAliveModelPlans, findModelPlan, insertModelPlan } from '../db/queries/runs/model-plan.ts';
import { mayHave } from '../domain/access.ts';
import { callerOf } from '../domain/caller/caller.ts';
import { Fault } from '../domain/errors.ts';
import { type ModelPlan, PLANS_ALIVE_MAX } from '../domain/model/plan.ts';
import type { Category } from '../domain/webset-state.ts';
import { sendModelPlan } from '../queue/plan-jobs.ts';
import type { Call } from './call.ts';
import { spendWithin } from './limits.ts';
import { holdCaller } from './open.ts';
import { budgetOf } from './run/budget.ts';

/**
 * Queues a plan of a request for a worker's model, under the caps of a run; it counts as a run of the caller's hour. BAD_REQUEST
 * where no model is configured, CONFLICT while as many plans of the caller are alive as may be.
 */
export async function planWithModel(call: Call, { request, category }: { request: string; category: Category | null }): Promise<ModelPlan> {
  if (!call.model) throw new Fault('BAD_REQUEST', 'No language model is configured: LLM_PROVIDER names one');
  await spendWithin(call, call.db, 'run', request);
  const caller = callerOf(call.viewer.userId, call.client);
  const { maxCostNanoUsd } = budgetOf(call, {});
  return call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    const alive = caller === null ? 0 : await countAliveModelPlans(tx, caller);
    if (alive >= PLANS_ALIVE_MAX) throw new Fault('CONFLICT', `${alive} plans are being made for you already`);
    const plan = await insertModelPlan(tx, { ownerId: call.viewer.userId, caller, request, category, maxCostNanoUsd });
    await sendModelPlan(call.queue, tx, plan.id);
    return plan;
  });
}

/** A plan, for its owner, or for anybody with the id of a plan without one. NOT_FOUND when it is missing, FORBIDDEN for another user's. */
export async function getModelPlan(call: Call, id: string): Promise<ModelPlan> {
  const plan = await findModelPlan(call.db, id);
  if (!plan) throw new Fault('NOT_FOUND', 'Plan not found');
  if (!mayHave(call.viewer, plan)) throw new Fault('FORBIDDEN', 'This plan belongs to another user');
  return plan;
}

/** Ends a plan that is alive as cancelled; one that has ended stays as it is. */
export async function cancelModelPlan(call: Call, id: string): Promise<ModelPlan> {
  await getModelPlan(call, id);
  await cancelAliveModelPlan(call.db, id);
  return getModelPlan(call, id);
}
