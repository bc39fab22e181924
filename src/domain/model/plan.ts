import type { Format } from '../enrichment.ts';
import type { Spent } from '../money/cost.ts';
import type { RunState } from '../run.ts';
import type { Category } from '../webset.ts';

export interface SuggestedCriterion {
  label: string;
  /** Empty where the label says it all. */
  description: string;
}

export interface SuggestedColumn extends SuggestedCriterion {
  format: Format;
}

/** A plan that a model is asked for, and what came of it. */
export interface ModelPlan {
  id: string;
  ownerId: string | null;
  caller: string | null;
  request: string;
  category: Category | null;
  state: RunState;
  attempt: number;
  /** Why there is no plan, in words. */
  detail: string | null;
  /** Null until it is completed, like the columns. */
  criteria: SuggestedCriterion[] | null;
  columns: SuggestedColumn[] | null;
  maxCostNanoUsd: number | null;
  spent: Spent;
}

/** How many of a caller may wait or be made at a time. */
export const PLANS_ALIVE_MAX = 3;
/** How long a model may take over a plan, in seconds. */
export const PLAN_SECONDS = 120;
/** After so long without a worker a plan has failed. */
export const PLAN_WAIT_SECONDS = 300;
