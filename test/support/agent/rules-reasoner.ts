import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import { judgeByRules } from '../../../src/agent/judge/rules/lexical.ts';

/** The rules as a reasoner, without threads. */
export const rulesReasoner = (): Reasoner => ({
  name: 'lexical',
  async judge(input, signal) {
    signal.throwIfAborted();
    return judgeByRules(input);
  },
});
