import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnownCell } from '../../../../src/agent/judge/decide/cell.ts';
import { decideRow } from '../../../../src/agent/judge/decide/decide-row.ts';
import { decideCell } from '../../../../src/agent/judge/decide/policy.ts';
import { ASK_TYPES, type Grounds, type ShownKind } from '../../../../src/domain/page/grounds.ts';
import type { Verdict } from '../../../../src/domain/verdict.ts';

const QUOTE = { start: 0, end: 9 };

const cell = (facts: Partial<KnownCell>): KnownCell => ({
  answer: null,
  model: null,
  isRequired: true,
  isChosen: true,
  isScored: true,
  rule: null,
  p: 0.1,
  foreseen: 0.1,
  isLearned: false,
  isPlain: false,
  mayDeny: true,
  clicked: null,
  sentence: () => null,
  taught: null,
  likest: null,
  ...facts,
});
const by = (grounds: Partial<Grounds>): Grounds => ({ type: 'place', rank: 1, kind: null, ...grounds });
const rule = (verdict: Verdict, grounds: Partial<Grounds>) => ({
  verdict,
  reason: verdict === 'match' ? ('stated' as const) : verdict === 'no_match' ? ('contradicted' as const) : ('silent' as const),
  evidence: QUOTE,
  by: by(grounds),
});
const kind = (shown: ShownKind, facts: Partial<KnownCell> = {}) =>
  cell({
    rule: rule(shown === 'shown' ? 'match' : shown === 'other' ? 'no_match' : 'needs_review', { type: 'kind', kind: shown }),
    ...facts,
  });
const met = cell({ rule: rule('match', {}) });
const open = cell({ rule: null });
const whys = (cells: KnownCell[]) => decideRow({ kind: 1, cells }).cells.map(({ verdict, why }) => `${verdict} ${why}`);

test('on a chosen page the kind is presumed if all else matches, with the introduction as evidence', () => {
  const [presumed, other] = decideRow({ kind: 1, cells: [kind('open'), met] }).cells;

  expect(presumed).toMatchObject({ verdict: 'match', why: 'presumed', evidence: QUOTE });
  expect(other).toMatchObject({ verdict: 'match', why: 'stated' });
});

test.each([
  ['another required cell is open', [kind('open'), met, open]],
  ['it is the only criterion', [kind('open')]],
  ['the page seems to be something else', [kind('else'), met]],
  ['a search brought the page', [kind('open', { isChosen: false }), cell({ rule: rule('match', {}), isChosen: false })]],
  ['answers decide', [kind('open', { isLearned: true }), met]],
])('the kind is not presumed if %s', (_, cells) => {
  expect(whys(cells)[0]).toMatch(/^needs_review/);
});

test('an optional criterion has no influence', () => {
  expect(whys([kind('open'), met, cell({ rule: null, isRequired: false })])[0]).toBe('match presumed');
});

test('a page of another kind is `no_match`, and one that shows the kind matches by itself', () => {
  expect(whys([kind('other'), met])[0]).toBe('no_match contradicted');
  expect(whys([kind('shown')])[0]).toBe('match stated');
});

test('a criterion with kind and quality matches by the quality if the kind is shown or presumed', () => {
  const quality = (shown: ShownKind) => cell({ rule: rule('match', { type: 'quality', kind: shown }) });

  expect(whys([quality('shown')])).toEqual(['match stated']);
  expect(whys([quality('open')])).toEqual(['match presumed']);
  expect(whys([quality('else')])).toEqual(['needs_review open']);
});

test('on a chosen page a number read by words alone is no contradiction', () => {
  const worded = rule('no_match', { type: 'number', isWorded: true });

  expect(decideCell(cell({ rule: worded }), false)).toMatchObject({ verdict: 'needs_review' });
  expect(decideCell(cell({ rule: worded, isChosen: false }), false)).toMatchObject({ verdict: 'no_match' });
  expect(decideCell(cell({ rule: rule('no_match', { type: 'number' }) }), false)).toMatchObject({ verdict: 'no_match' });
});

test('on a page that a search found, a feature mentioned in passing proves nothing', () => {
  const feature = (rank: 0 | 1 | 2, p: number, isLearned = false) =>
    decideCell(cell({ rule: rule('match', { type: 'feature', rank }), isChosen: false, p, isLearned }), false).verdict;

  expect([feature(2, 0.9), feature(1, 0.9), feature(1, 0.4), feature(0, 0.9)]).toEqual(['needs_review', 'match', 'needs_review', 'match']);
  expect(decideCell(cell({ rule: rule('match', { type: 'feature', rank: 2 }), p: 0.01 }), false).verdict).toBe('match');
  expect(feature(0, 0.6, true)).toBe('needs_review');
});

test('whatever is known of a row, matches and contradictions by the rules have evidence', () => {
  const grounds = fc.record({
    type: fc.constantFrom(...ASK_TYPES),
    rank: fc.constantFrom(0 as const, 1 as const, 2 as const),
    kind: fc.constantFrom<ShownKind | null>('shown', 'other', 'else', 'open', null),
  });
  const cells = fc.record({
    verdict: fc.constantFrom<Verdict>('match', 'partial', 'no_match', 'needs_review'),
    grounds,
    isChosen: fc.boolean(),
    isRequired: fc.boolean(),
    p: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (list) => {
      const decided = decideRow({
        kind: 1,
        cells: list.map(({ verdict, grounds: of, ...facts }) => cell({ rule: rule(verdict, of), ...facts })),
      });
      for (const { verdict, evidence } of decided.cells) if (verdict === 'match' || verdict === 'no_match') expect(evidence).not.toBeNull();
    }),
  );
});
