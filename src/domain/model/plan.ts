import type { Format } from '../enrichment.ts';
import type { Spent } from '../money/cost.ts';
import type { RunState } from '../run-state.ts';
import type { Category } from '../webset-state.ts';

export interface SuggestedCriterion {
  label: string;
  /** Empty when the label says everything. */
  description: string;
}

export interface SuggestedColumn extends SuggestedCriterion {
  format: Format;
}

/** A plan that is requested from a model, and its result. */
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
  /** Null until completed, as are the columns. */
  criteria: SuggestedCriterion[] | null;
  columns: SuggestedColumn[] | null;
  maxCostNanoUsd: number | null;
  spent: Spent;
}

/** The most plans of one caller that may wait or be in progress. */
export const PLANS_ALIVE_MAX = 3;
/** Seconds that a model has for a plan. */
export const PLAN_SECONDS = 120;
/** A plan that no worker took within these seconds has failed. */
export const PLAN_WAIT_SECONDS = 300;
