import { parentPort } from 'node:worker_threads';
import type { JudgeInput } from './finding.ts';
import { judgeByRules } from './lexical.ts';

parentPort?.on('message', (input: JudgeInput) => {
  parentPort?.postMessage(judgeByRules(input));
});
