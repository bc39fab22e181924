import type { Reasoner } from '../judge/finding.ts';
import type { Answers, ModelBudget } from '../ports.ts';
import type { Model } from './ask.ts';

/** How long a call waits for an endpoint that rests: not long where another may answer. */
export const PATIENCE = { withAnother: 10_000, alone: 5 * 60_000 };

/** Without a budget nothing is counted. */
export const unlimitedBudget: ModelBudget = { reserve: async () => ({ settle: async () => {} }) };

export interface ModelJudging {
  /** Asked in this order; after the last of them the rules judge. */
  models: readonly Model[];
  answers: Answers;
  onReask?: () => void;
  /** They say which passages of a long page are shown, and judge when no model answers. */
  rules: Reasoner;
}

/** What was wrong with an answer, in words of ours alone: the page may have had a say in the answer. */
export const AGAIN =
  'Your last answer could not be read. Answer again, with one JSON object in exactly the shape that was asked for, with every id, and nothing before or after it.';
