import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ended, NEXT_STEPS, narrowestOf, nextSteps, passRatesOf } from '../../src/domain/run-outcome.ts';
import { VERDICTS, type Verdict } from '../../src/domain/verdict.ts';

const OF = { y: 'match', n: 'no_match', r: 'needs_review', p: 'partial' } as const;
const rowsOf = (...rows: string[]) =>
  rows.map((row) => ({ rows: 1, verdicts: [...row].map((letter): Verdict | null => OF[letter as keyof typeof OF] ?? null) }));
const required = (...ids: string[]) => ids.map((id) => ({ id, required: true }));

test('the narrowest criterion is the one without which most rows match, else the one that the smallest share meets', () => {
  const three = required('a', 'b', 'c');
  const two = required('a', 'b');
  const alone = passRatesOf(three, rowsOf('yyn', 'yrn', 'yyr', 'nyy'));
  const none = passRatesOf(two, rowsOf('rn', 'pn', 'r '));

  expect(narrowestOf(three, alone)).toEqual({
    criterionId: 'c',
    counts: { match: 1, partial: 0, needs_review: 1, no_match: 2 },
    judged: 4,
    without: 2,
  });
  expect(narrowestOf(two, none)).toMatchObject({ criterionId: 'a', without: 0 });
  expect(none[1]).toMatchObject({ judged: 2, counts: { no_match: 2 } });
  expect(narrowestOf([], [])).toBeNull();
  expect(narrowestOf(two, passRatesOf(two, rowsOf('yy')))).toBeNull();
});

test('an optional criterion excludes no row', () => {
  const criteria = [...required('a'), { id: 'b', required: false }];
  const rates = passRatesOf(criteria, rowsOf('yn', 'nn', 'yn'));

  expect(narrowestOf(criteria, rates)?.criterionId).toBe('a');
  expect(rates[1]).toMatchObject({ without: 0, counts: { no_match: 3 } });
});

test('rows counted in groups give the same result as rows counted one by one', () => {
  const verdict = fc.constantFrom(...VERDICTS, null);
  fc.assert(
    fc.property(fc.array(fc.tuple(verdict, verdict, verdict), { maxLength: 20 }), (rows) => {
      const criteria = required('a', 'b', 'c');
      const together = [...Map.groupBy(rows, (row) => row.join()).values()].map((same) => ({ verdicts: same[0] ?? [], rows: same.length }));

      const rates = passRatesOf(criteria, together);

      expect(rates).toEqual(
        passRatesOf(
          criteria,
          rows.map((verdicts) => ({ verdicts, rows: 1 })),
        ),
      );
      for (const { counts, judged } of rates) expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(judged);
    }),
  );
});

test('the next steps have a fixed order; there is at least one, and none if enough rows match', () => {
  const poor: Ended = { matching: 0, target: 20, needsReview: 4, isNarrowed: true, isExhausted: false, hasWeb: false, hasModel: false };

  expect(nextSteps(poor)).toEqual(NEXT_STEPS);
  expect(nextSteps({ ...poor, matching: 20 })).toEqual([]);
  expect(nextSteps({ ...poor, isExhausted: true, hasWeb: true, needsReview: 0 })).toEqual(['loosen_criterion', 'connect_model']);
  expect(nextSteps({ ...poor, isNarrowed: false, needsReview: 0, hasModel: true, hasWeb: true, isExhausted: true })).toEqual([
    'search_more',
  ]);
  expect(nextSteps({ ...poor, isNarrowed: false, needsReview: 0, hasModel: true, isExhausted: true })).toEqual(['turn_on_search']);
});
