import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CUTS, decideRow, likelihoodOf, UNLEARNED } from '../../../../src/agent/judge/decide/decide.ts';
import { estimate } from '../../../../src/agent/judge/decide/estimate.ts';
import { nextRows } from '../../../../src/agent/judge/decide/queue.ts';
import { withRules } from '../../../../src/agent/judge/decide/with-rules.ts';
import { combineVerdicts, VERDICTS } from '../../../../src/domain/verdict.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const cell = fc.record({
  p: unit,
  answer: fc.option(fc.constantFrom(...VERDICTS), { freq: 3 }),
  isLearned: fc.boolean(),
  isNoTrusted: fc.boolean(),
  isSaid: fc.boolean(),
  contrast: fc.double({ min: 0, max: 1, noNaN: true }),
  isRequired: fc.boolean(),
});
const row = fc.record({ kind: unit, cells: fc.array(cell, { minLength: 1, maxLength: 5 }) });

test('a row matches only where its cells do, and never below its likelihood', () => {
  fc.assert(
    fc.property(row, (one) => {
      const verdicts = decideRow(one);
      const required = one.cells.filter(({ isRequired }) => isRequired);
      const isAnswered = required.every(({ answer }) => answer !== null);

      if (combineVerdicts(verdicts.filter((_, i) => one.cells[i]?.isRequired)) === 'match' && !isAnswered) {
        expect(one.kind).toBeGreaterThanOrEqual(CUTS.kind);
        expect(likelihoodOf(one)).toBeGreaterThanOrEqual(CUTS.row);
      }
    }),
  );
});

test('a criterion that is not required changes nothing of the others', () => {
  fc.assert(
    fc.property(row, cell, (one, optional) => {
      const more = { ...one, cells: [...one.cells, { ...optional, isRequired: false }] };

      expect(decideRow(more).slice(0, -1)).toEqual(decideRow(one));
      expect(likelihoodOf(more)).toBe(likelihoodOf(one));
    }),
  );
});

test('answers stand, and without them no match is called so only by what stands in its place', () => {
  fc.assert(
    fc.property(row, (one) => {
      const verdicts = decideRow(one);

      for (const [i, { answer, isLearned, contrast }] of one.cells.entries()) {
        if (answer !== null) expect(verdicts[i]).toBe(answer);
        else if (!isLearned && contrast < UNLEARNED.contrast) expect(verdicts[i]).not.toBe('no_match');
      }
    }),
  );
});

test('a row whose cells pass alone but not together has its weakest cell reviewed', () => {
  const likely = (p: number) => ({ p, answer: null, isLearned: true, isNoTrusted: true, isSaid: false, contrast: 0, isRequired: true });

  expect(decideRow({ kind: 0.6, cells: [likely(0.95), likely(0.8)] })).toEqual(['match', 'needs_review']);
  expect(decideRow({ kind: 1, cells: [likely(0.95), likely(0.55)] })).toEqual(['match', 'match']);
  expect(decideRow({ kind: 1, cells: [likely(0.95), likely(0.05)] })).toEqual(['match', 'no_match']);
});

test('before an answer a cell matches only where a sentence says every word of the label', () => {
  const cells = (isSaid: boolean, p = UNLEARNED.row) => [
    { p, answer: null, isLearned: false, isNoTrusted: true, isSaid, contrast: 0, isRequired: true },
  ];

  expect(decideRow({ kind: 1, cells: cells(true) })).toEqual(['match']);
  expect(decideRow({ kind: 1, cells: cells(false) })).toEqual(['needs_review']);
  expect(decideRow({ kind: 1, cells: cells(true, UNLEARNED.cell - 0.2) })).toEqual(['needs_review']);
});

test('before an answer a row of one criterion that the rules prove matches where it is nine times in ten likely, one of more where each is not doubted', () => {
  const rule = { verdict: 'match', reason: 'stated', evidence: { start: 0, end: 9 } } as const;
  const verdicts = (...probabilities: number[]) => {
    const cells = probabilities.map((probability) => ({
      verdict: null,
      reason: 'unsupported' as const,
      probability,
      foreseen: probability,
      evidence: null,
      clicked: null,
    }));
    const row = withRules(
      { likelihood: 0.5, kind: 1, cells },
      probabilities.map(() => rule),
      probabilities.map(() => false),
    );
    return row.cells.map(({ verdict }) => verdict);
  };

  expect(verdicts(0.92)).toEqual(['match']);
  expect(verdicts(0.8)).toEqual(['needs_review']);
  expect(verdicts(0.8, 0.5)).toEqual(['match', 'match']);
});

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
    reason: 'learned',
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
