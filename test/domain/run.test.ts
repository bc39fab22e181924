import { expect, test } from 'vitest';
import { isUnderRate } from '../../src/domain/run.ts';

test.each([
  [100, 0, false, 'has nothing to show yet'],
  [1000, 0, false, 'has nothing to show yet'],
  [99, 0, false, 'is too small to say'],
  [99, 1, false, 'is too small to say'],
  [100, 1, false, 'matches at one in a hundred'],
  [101, 1, true, 'matches at less'],
  [104, 1, true, 'matches at less'],
  [104, 2, false, 'matches at one in fifty-two'],
  [300, 2, true, 'matches at less'],
])('of %i rows %i match: under the rate %s, since the run %s', (judged, matched, under) => {
  expect(isUnderRate({ judged, matched })).toBe(under);
});
