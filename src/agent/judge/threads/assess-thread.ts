import { parentPort } from 'node:worker_threads';
import { assessPage } from '../assess-page.ts';
import type { JudgeInput } from '../finding.ts';

parentPort?.on('message', (input: JudgeInput) => {
  parentPort?.postMessage(assessPage(input));
});
