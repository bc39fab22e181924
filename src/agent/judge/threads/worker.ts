import { parentPort } from 'node:worker_threads';
import type { JudgeInput } from '../finding.ts';
import { judgeByRules } from '../rules/lexical.ts';
import { type ScoreInput, scoreFor } from '../scores.ts';

/** What a thread is asked about one page. */
export type Asked = { judge: JudgeInput } | { score: ScoreInput };

parentPort?.on('message', (asked: Asked) => {
  parentPort?.postMessage('judge' in asked ? judgeByRules(asked.judge) : scoreFor(asked.score));
});
