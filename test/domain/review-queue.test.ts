import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lackNo, nextToReview } from '../../src/domain/review/review-queue.ts';

const rowsOf = (likelihoods: readonly number[], answered: readonly number[] = []) =>
  likelihoods.map((likelihood, i) => ({ i, likelihood, reviewed: answered.includes(i), lacking: null as number | null }));
const hundred = Array.from({ length: 100 }, (_, i) => 1 - i / 100);
const indices = (rows: readonly { i: number }[]) => rows.map(({ i }) => i);

test('the first four rows to ask are spread over the ranking, later ones are closest to the decision', () => {
  expect(indices(nextToReview(rowsOf(hundred), 4))).toEqual([0, 12, 30, 60]);
  expect(new Set(indices(nextToReview(rowsOf(hundred, [0, 12, 30, 60]), 2)))).toEqual(new Set([61, 59]));
});

test('after six answers, a criterion with three yes and too few no is asked about rows that most surely fail it', () => {
  const lacking = (answered: readonly number[]) => rowsOf(hundred, answered).map((row) => ({ ...row, lacking: row.i / 100 }));

  expect(
    lackNo([
      { yes: 3, no: 2 },
      { yes: 2, no: 0 },
      { yes: 9, no: 3 },
    ]),
  ).toEqual([0]);
  expect(indices(nextToReview(lacking([90, 91, 92, 93, 94, 95]), 2))).toEqual([0, 1]);
  expect(indices(nextToReview(lacking([90, 91, 92, 93, 94]), 1))).toEqual([60]);
});

test('if no row surely fails, for example when all rows meet the criterion, the queue is unchanged', () => {
  const rows = rowsOf(hundred, [90, 91, 92, 93, 94, 95]).map((row) => ({ ...row, lacking: 0.9 }));

  expect(indices(nextToReview(rows, 1))).toEqual([60]);
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });

test('no row is asked twice, and no more rows than exist', () => {
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 40 }),
      fc.array(fc.nat(60)),
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      (likelihoods, answered, first, lacks) => {
        const all = rowsOf(likelihoods, answered).map((row) => ({ ...row, lacking: lacks ? row.likelihood : null }));
        const rows = indices(nextToReview(all, first));

        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.some((one) => answered.includes(one))).toBe(false);
        expect(rows).toHaveLength(Math.min(first, all.filter(({ reviewed }) => !reviewed).length));
      },
    ),
  );
});
