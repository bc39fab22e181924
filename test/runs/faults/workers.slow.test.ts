import { expect, test } from 'vitest';
import { killWorker } from '../../../bench/faults/kill-worker.ts';
import { stopWorker } from '../../../bench/faults/stop-worker.ts';

// short forms; in full: npm run bench -- faults
test.each([killWorker, stopWorker])('$name: $bar', async ({ run }) => {
  const { figure, pass } = await run('short');

  expect(pass, figure).toBe(true);
});
