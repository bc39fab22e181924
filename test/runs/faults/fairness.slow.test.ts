import { expect, test } from 'vitest';
import { fairness } from '../../../bench/faults/fairness.ts';

// in short; in full: npm run bench:faults
test(`${fairness.name}: ${fairness.bar}`, async () => {
  const { figure, pass } = await fairness.run('short');

  expect(pass, figure).toBe(true);
});
