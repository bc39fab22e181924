import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimate } from '../../../../src/agent/judge/decide/estimate.ts';
import { nextRows } from '../../../../src/agent/judge/decide/queue.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

test('the first four rows to ask are spread over the ranking, later ones are nearest their decision', () => {
  const likelihood = Array.from({ length: 100 }, (_, i) => 1 - i / 100);

  expect(nextRows(likelihood, new Set(), 4)).toEqual([0, 12, 30, 60]);
  expect(new Set(nextRows(likelihood, new Set([0, 12, 30, 60]), 2))).toEqual(new Set([61, 59]));
});

test('no row is asked twice, and no more than there are', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), fc.array(fc.nat(60)), fc.integer({ min: 1, max: 50 }), (likelihood, asked, first) => {
      const rows = nextRows(likelihood, new Set(asked), first);
      const open = likelihood.filter((_, i) => !asked.includes(i)).length;

      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.some((one) => asked.includes(one))).toBe(false);
      expect(rows).toHaveLength(Math.min(first, open));
    }),
  );
});

const decided = (p: number, count: number) =>
  Array.from({ length: count }, () => ({
    verdict: p > 0.5 ? ('match' as const) : ('no_match' as const),
    why: 'learned_match' as const,
    probability: p,
  }));
const foreseen = (before: number, right: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ before, isMatch: i < right }));

test('an estimate needs eight answers, and lies between its bounds', () => {
  expect(estimate.of(decided(0.9, 50), foreseen(0.9, 7, 7)).precision).toBeNull();

  const { precision, low, high } = estimate.of(decided(0.9, 50), foreseen(0.9, 8, 8));

  expect(precision).toBeCloseTo(0.9);
  expect(low).toBeLessThan(precision ?? 0);
  expect(high).toBeGreaterThan(precision ?? 1);
});

test('predictions that were too low are put right by the answers, the more answers the surer', () => {
  const few = estimate.shift(foreseen(0.4, 8, 10));
  const many = estimate.shift(foreseen(0.4, 80, 100));

  expect(few.at).toBeGreaterThan(0.5);
  expect(many.at).toBeGreaterThan(few.at);
  expect(many.error).toBeLessThan(few.error);
  expect(estimate.shift([]).at).toBe(0);
  expect(estimate.shift([]).error).toBeCloseTo(0.7);
});
