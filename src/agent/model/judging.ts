import type { Answers, ModelBudget } from '../ports.ts';
import type { Model } from './ask.ts';

/** How long a call waits for an endpoint that pauses, in milliseconds: less when there is another one. */
export const PATIENCE = { withAnother: 10_000, alone: 5 * 60_000 };

/** A budget without limits. */
export const unlimitedBudget: ModelBudget = { reserve: async () => ({ settle: async () => {} }) };

export interface ModelJudging {
  /** In the order in which they are called. */
  models: readonly Model[];
  answers: Answers;
  onReask?: () => void;
}

/** Quotes nothing of the model's answer, since the page may have influenced it. */
export const AGAIN =
  'Your last answer could not be read. Answer again, with one JSON object in exactly the shape that was asked for, with every id, and nothing before or after it.';
