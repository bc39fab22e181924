import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineVerdicts, VERDICTS, type Verdict } from '../../src/domain/verdict.ts';

const TABLE: [(Verdict | null)[], Verdict | null][] = [
  [[], null],
  [['match'], 'match'],
  [['partial'], 'partial'],
  [['no_match'], 'no_match'],
  [['needs_review'], 'needs_review'],
  [[null], null],
  [['match', 'match'], 'match'],
  [['match', 'partial'], 'partial'],
  [['match', 'needs_review'], 'needs_review'],
  [['partial', 'needs_review'], 'needs_review'],
  [['match', 'no_match'], 'no_match'],
  [['partial', 'no_match'], 'no_match'],
  [['needs_review', 'no_match'], 'no_match'],
  [['match', null], null],
  [['partial', null], null],
  [['needs_review', null], null],
  [['no_match', null], 'no_match'],
  [['match', 'partial', 'needs_review', 'no_match', null], 'no_match'],
];

test.each(TABLE)('%j combine to %j', (verdicts, combined) => {
  expect(combineVerdicts(verdicts)).toBe(combined);
});

test('the order and the number of equal verdicts do not matter', () => {
  const verdicts = fc.array(fc.constantFrom(...VERDICTS, null), { minLength: 1 });

  fc.assert(fc.property(verdicts, (list) => combineVerdicts([...list].reverse().concat(list)) === combineVerdicts(list)));
});
