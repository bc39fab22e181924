import { scoreFor } from '../../../src/agent/judge/scores.ts';
import { decideKept, keep, type Learner } from '../../../src/agent/judge/threads/learner.ts';
import type { Scorer } from '../../../src/agent/judge/threads/threaded.ts';

/** Scores and decides in the caller's own thread. */
export const scorer: Scorer = { score: async (input) => scoreFor(input) };

export const learner: Learner = {
  decide: async (input) => (input.load ? decideKept(keep(input.stamp, input.load), input) : 'missing'),
  [Symbol.asyncDispose]: async () => {},
};
