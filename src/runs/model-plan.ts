import { setTimeout as sleep } from 'node:timers/promises';
import type { Suggested, SuggestInput } from '../agent/model/planning/suggester.ts';
import { CapReached, type ModelBudget } from '../agent/ports.ts';
import { endModelPlan, isModelPlanHeld, takeModelPlan } from '../db/queries/runs/model-plan.ts';
import { rootCause } from '../domain/errors.ts';
import { type ModelPlan, PLAN_SECONDS } from '../domain/model/plan.ts';
import { wordsFor } from './run-failure.ts';
import type { WorkerDeps } from './worker-deps.ts';

const LOOK_MS = 1000;

/** The dependencies for plans. */
export interface PlanDeps extends Pick<WorkerDeps, 'db' | 'budgetOf' | 'log'> {
  /** Suggests criteria and columns with a model. */
  suggest(input: SuggestInput, budget: ModelBudget, signal: AbortSignal): Promise<Suggested>;
}

type Ended = Pick<ModelPlan, 'state' | 'detail' | 'criteria' | 'columns'>;

const failed = (detail: string): Ended => ({ state: 'failed', detail, criteria: null, columns: null });

/**
 * Has a model make one plan, under the caps of a run; answers that an earlier attempt paid for are reused. Writes nothing if the plan was
 * cancelled or retaken meanwhile. Throws when the worker stops, so that the job is retried.
 */
export async function workModelPlan(deps: PlanDeps, id: string, stopped: AbortSignal): Promise<void> {
  const plan = await takeModelPlan(deps.db, id);
  if (!plan) return;
  const [late, stale, over] = [AbortSignal.timeout(PLAN_SECONDS * 1000), new AbortController(), new AbortController()];
  void watch(deps, plan, stale, over.signal);
  try {
    const made = await make(deps, plan, AbortSignal.any([stopped, late, stale.signal]));
    await endModelPlan(deps.db, plan, made);
  } catch (error) {
    if (stale.signal.aborted) return;
    stopped.throwIfAborted();
    if (!late.aborted) deps.log.error({ err: rootCause(error), plan: id }, 'a model plan failed');
    await endModelPlan(deps.db, plan, failed(late.aborted ? `the model did not answer within ${PLAN_SECONDS} s` : wordsFor(error)));
  } finally {
    over.abort();
  }
}

async function make(deps: PlanDeps, plan: ModelPlan, signal: AbortSignal): Promise<Ended> {
  try {
    const { request, category } = plan;
    const { suggestion, trouble } = await deps.suggest({ request, category }, deps.budgetOf(plan, 'plan'), signal);
    if (suggestion === null) return failed(trouble);
    return { state: 'completed', detail: null, criteria: suggestion.criteria, columns: suggestion.columns };
  } catch (error) {
    if (error instanceof CapReached) return failed(error.message);
    throw error;
  }
}

/** Aborts `stale` when the plan is no longer this attempt's; an unavailable database aborts nothing. */
async function watch({ db }: PlanDeps, plan: ModelPlan, stale: AbortController, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    if ((await isModelPlanHeld(db, plan).catch(() => true)) === false) return stale.abort();
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => {});
  }
}
