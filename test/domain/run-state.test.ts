import { expect, test } from 'vitest';
import { isUnderRate } from '../../src/domain/run-state.ts';

test.each([
  [100, 0, false, 'has no match yet'],
  [1000, 0, false, 'has no match yet'],
  [99, 0, false, 'has too few rows'],
  [99, 1, false, 'has too few rows'],
  [100, 1, false, 'has one match in 100'],
  [101, 1, true, 'has fewer'],
  [104, 1, true, 'has fewer'],
  [104, 2, false, 'has one match in 52'],
  [300, 2, true, 'has fewer'],
])('of %i rows %i match: under the rate %s, as the run %s', (judged, matched, under) => {
  expect(isUnderRate({ judged, matched })).toBe(under);
});
