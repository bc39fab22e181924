import { expect, test } from 'vitest';
import { barOf } from '../../bench/fuzz/hostile/machine.ts';

test('a machine of its own has to answer within the bar, one half of which others take within twice of it, and never within more than four times', () => {
  expect([1, 0.5, 0.1].map((share) => barOf(1000, share))).toEqual([1000, 2000, 4000]);
});
