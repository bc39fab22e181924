import type { Answers, ModelBudget } from '../ports.ts';
import type { Model } from './ask.ts';

/** How long a call waits for an endpoint that rests: not long where another may answer. */
export const PATIENCE = { withAnother: 10_000, alone: 5 * 60_000 };

/** Without a budget nothing is counted. */
export const unlimitedBudget: ModelBudget = { reserve: async () => ({ settle: async () => {} }) };

export interface ModelJudging {
  /** Asked in this order. */
  models: readonly Model[];
  answers: Answers;
  onReask?: () => void;
}

/** What was wrong with an answer, in words of ours alone: the page may have had a say in the answer. */
export const AGAIN =
  'Your last answer could not be read. Answer again, with one JSON object in exactly the shape that was asked for, with every id, and nothing before or after it.';
