import { expect, test } from 'vitest';
import { model } from '../../../bench/faults/model.ts';

// in short; in full: npm run bench:faults
test(`${model.name}: ${model.bar}`, async () => {
  const { figure, pass } = await model.run('short');

  expect(pass, figure).toBe(true);
});
