import { expect, test } from 'vitest';
import { estimate } from '../../../../src/agent/judge/decide/estimate.ts';

const decided = (p: number, count: number) =>
  Array.from({ length: count }, () => ({
    verdict: p > 0.5 ? ('match' as const) : ('needs_review' as const),
    why: p > 0.5 ? ('learned_match' as const) : ('learned_open' as const),
    probability: p,
  }));
const foreseen = (before: number, right: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ before, isMatch: i < right }));

test('an estimate needs eight answers and is within its interval', () => {
  expect(estimate.of(decided(0.9, 50), foreseen(0.9, 7, 7)).precision).toBeNull();

  const { precision, low, high } = estimate.of(decided(0.9, 50), foreseen(0.9, 8, 8));

  expect(precision).toBeCloseTo(0.9);
  expect(low).toBeLessThan(precision ?? 0);
  expect(high).toBeGreaterThan(precision ?? 1);
});

test('missed matches are expected among undecided cells, fewer than their probabilities add up to', () => {
  const cells = [...decided(0.9, 20), ...decided(0.3, 50)];

  const { found, missed, missedLow, missedHigh } = estimate.of(cells, foreseen(0.5, 5, 10));

  expect(found).toBe(20);
  expect(missed).toBeGreaterThan(2);
  expect(missed).toBeLessThan(15);
  expect(missedLow).toBeLessThan(missed ?? 0);
  expect(missedHigh).toBeGreaterThan(missed ?? 0);
  expect(estimate.of(cells, foreseen(0.5, 3, 7)).missed).toBeNull();
});

test('answered cells count as found, but neither as decided nor as missed', () => {
  const answered = [
    { verdict: 'match', why: 'answered', probability: 0.2 },
    { verdict: 'no_match', why: 'answered', probability: 0.9 },
  ] as const;

  expect(estimate.of(answered, foreseen(0.5, 5, 10))).toMatchObject({ found: 1, decided: 0, precision: null, missed: 0 });
});

test('answers correct predictions that were too low, with less error the more answers there are', () => {
  const few = estimate.shift(foreseen(0.4, 8, 10));
  const many = estimate.shift(foreseen(0.4, 80, 100));

  expect(few.at).toBeGreaterThan(0.5);
  expect(many.at).toBeGreaterThan(few.at);
  expect(many.error).toBeLessThan(few.error);
  expect(estimate.shift([]).at).toBe(0);
  expect(estimate.shift([]).error).toBeCloseTo(0.7);
});
