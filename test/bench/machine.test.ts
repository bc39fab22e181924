import { expect, test } from 'vitest';
import { barOf } from '../../bench/fuzz/hostile/machine.ts';

test('an idle machine must answer within the bar, one that gives us half its CPU within twice the bar, and any within four times', () => {
  expect([1, 0.5, 0.1].map((share) => barOf(1000, share))).toEqual([1000, 2000, 4000]);
});
