import { assessPage } from '../../../src/agent/judge/assess-page.ts';
import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import type { Assessor } from '../../../src/agent/judge/threads/assess-pool.ts';
import { decideRows, type Learner, prepareRows } from '../../../src/agent/judge/threads/learner.ts';

/** Judges by the rules, scores and decides in the caller's own thread. */
export const assessor: Assessor = {
  async assess(input, signal) {
    signal.throwIfAborted();
    return assessPage(input);
  },
};

/** Scores pages, and judges them by another judge than the rules. */
export const assessorBy = (judge: Reasoner): Assessor => ({
  async assess(input, signal) {
    const said = await judge.judge(input, signal);
    return assessPage(input, () => said);
  },
});

export const learner: Learner = {
  decide: async (input) => (input.load ? decideRows(prepareRows(input.stamp, input.load), input) : 'missing'),
  [Symbol.asyncDispose]: async () => {},
};
