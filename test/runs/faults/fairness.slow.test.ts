import { expect, test } from 'vitest';
import { fairness } from '../../../bench/faults/fairness.ts';

// short form; in full: npm run bench -- faults
test(`${fairness.name}: ${fairness.bar}`, async () => {
  const { figure, pass } = await fairness.run('short');

  expect(pass, figure).toBe(true);
});
