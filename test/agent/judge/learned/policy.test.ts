import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnownCell, Why } from '../../../../src/agent/judge/decide/cell.ts';
import { decideRow } from '../../../../src/agent/judge/decide/decide-row.ts';
import { CUTS, decideCell, POLICY } from '../../../../src/agent/judge/decide/policy.ts';
import { combineVerdicts, VERDICTS, type Verdict } from '../../../../src/domain/verdict.ts';

const [QUOTE, SENTENCE, CLICKED, TAUGHT] = [0, 10, 20, 30].map((start) => ({ start, end: start + 9 }));

/** A cell of which only `facts` are known. */
const known = (facts: Partial<KnownCell>): KnownCell => ({
  answer: null,
  model: null,
  isRequired: true,
  isChosen: false,
  isScored: true,
  rule: null,
  p: 0.5,
  foreseen: 0.5,
  isLearned: false,
  isPlain: false,
  mayDeny: true,
  clicked: null,
  sentence: () => SENTENCE ?? null,
  taught: null,
  likest: null,
  ...facts,
});
const ruled = (verdict: Verdict, reason: NonNullable<KnownCell['rule']>['reason'], evidence = QUOTE ?? null) => ({
  verdict,
  reason,
  evidence,
});
const stated = ruled('match', 'stated');
const denied = ruled('no_match', 'contradicted');
const AGREED = { of: 5, yes: 5, no: 0 };
const SPLIT = { of: 5, yes: 4, no: 1 };
const taught = { at: TAUGHT as NonNullable<typeof TAUGHT>, isSure: true };

const CASES: [why: Why, case_: string, facts: Partial<KnownCell>, verdict: Verdict | null, evidence?: object | undefined][] = [
  ['answered', 'a person answered', { answer: { verdict: 'no_match', passage: null }, rule: stated, p: 1 }, 'no_match'],
  [
    'regained',
    'a model that leaves open most proved cells left it open',
    { model: { verdict: 'needs_review', passage: null, isWeak: true, wasRegained: false }, rule: stated },
    'match',
    QUOTE,
  ],
  [
    'model',
    'a model answered',
    { model: { verdict: 'no_match', passage: null, isWeak: false, wasRegained: false }, rule: stated, p: 1 },
    'no_match',
  ],
  [
    'model',
    'such a model left open a cell that nothing proves',
    { model: { verdict: 'needs_review', passage: null, isWeak: true, wasRegained: false }, isLearned: true, p: 1 },
    'needs_review',
  ],
  ['unscored', 'the page is not scored yet', { isScored: false }, null],
  ['language', 'the page is in another language', { rule: ruled('needs_review', 'language', null), isLearned: true, p: 1 }, 'needs_review'],
  ['stated', 'the page says it', { rule: stated, p: 0.3 }, 'match', QUOTE],
  [
    'stated',
    'a sentence like the clicked ones says it',
    { rule: stated, isLearned: true, p: 0.6, clicked: CLICKED ?? null },
    'match',
    CLICKED,
  ],
  [
    'stated',
    'the page shows that it is of the kind, and answers doubt it slightly',
    { rule: { ...stated, by: { type: 'kind', rank: 1, kind: 'shown' } }, isLearned: true, p: 0.3 },
    'match',
    QUOTE,
  ],
  ['contradicted', 'the page says otherwise', { rule: denied, isLearned: true, p: 0.4 }, 'no_match', QUOTE],
  ['contradicted', 'the page denies it, though answers make it likely', { rule: denied, isLearned: true, p: 0.88 }, 'no_match', QUOTE],
  [
    'part',
    'the page says it of a part, though answers make it certain',
    { rule: ruled('partial', 'part'), isLearned: true, p: 0.99 },
    'partial',
    QUOTE,
  ],
  ['part', 'the page says a part of it', { rule: ruled('partial', 'part') }, 'partial', QUOTE],
  ['learned_match', 'answers make it likely', { isLearned: true, p: CUTS.cell.split }, 'match', SENTENCE],
  ['learned_match', 'the most similar answered rows agree', { isLearned: true, p: CUTS.cell.agreed, likest: AGREED }, 'match', SENTENCE],
  ['taught_match', 'it says the same as a clicked sentence', { isLearned: true, p: CUTS.same, taught }, 'match', TAUGHT],
  [
    'taught_open',
    'it says the same as a proof on another row, though answers doubt it',
    { isLearned: true, p: 0, taught },
    'needs_review',
    TAUGHT,
  ],
  ['taught_open', 'the rules read it, though answers doubt it', { isLearned: true, p: 0, rule: stated }, 'needs_review', QUOTE],
  ['learned_no_match', 'answers make it unlikely', { isLearned: true, p: CUTS.no }, 'no_match'],
  ['learned_open', 'the most similar answered rows disagree', { isLearned: true, p: CUTS.cell.agreed, likest: SPLIT }, 'needs_review'],
  ['learned_open', 'answers decide neither way', { isLearned: true, p: 0.5 }, 'needs_review'],
  ['learned_open', 'cells with low predictions matched', { isLearned: true, p: 0.01, mayDeny: false }, 'needs_review'],
  ['learned_open', 'the page denies it, though answers make it certain', { rule: denied, isLearned: true, p: 0.99 }, 'needs_review'],
  ['learned_open', "answers doubt the rules' finding", { isLearned: true, p: 0.4, rule: stated }, 'needs_review'],
  [
    'learned_open',
    'a relevant sentence says the same, but nobody clicked it',
    { isLearned: true, p: 0.6, taught: { ...taught, isSure: false } },
    'needs_review',
  ],
  ['unproved', 'the quote is not on the page', { rule: ruled('needs_review', 'unproved', null) }, 'needs_review'],
  [
    'unclear',
    'the page says both, though answers make it certain',
    { rule: ruled('needs_review', 'conflict'), isLearned: true, p: 0.99 },
    'needs_review',
  ],
  ['unclear', 'the page’s words are ambiguous', { rule: ruled('needs_review', 'ambiguous') }, 'needs_review'],
  [
    'open',
    'the rules know all wordings of a licence, and the page has none',
    { rule: ruled('needs_review', 'silent', null), isPlain: true, isLearned: true, p: 0.99 },
    'needs_review',
  ],
  ['open', 'the page does not say', { rule: ruled('no_match', 'silent', null) }, 'needs_review'],
  ['open', "the rules' finding is very unlikely", { rule: stated, p: 0.1 }, 'needs_review'],
  ['open', 'answers make it likely, but no sentence says it', { isLearned: true, p: 0.9, sentence: () => null }, 'needs_review'],
];

test.each(CASES)('%s: %s', (why, _, facts, verdict, evidence = undefined) => {
  expect(decideCell(known(facts), false)).toMatchObject({ why, verdict, evidence: evidence ?? null });
});

test('every row of the policy decides at least one of these cells', () => {
  expect(POLICY.map(([why]) => why)).toEqual([...new Set(CASES.map(([why]) => why))]);
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const cell = fc
  .record({
    p: unit,
    answer: fc.option(fc.record({ verdict: fc.constantFrom(...VERDICTS), passage: fc.constant(null) }), { freq: 3 }),
    model: fc.option(
      fc.record({ verdict: fc.constantFrom(...VERDICTS), passage: fc.constant(null), isWeak: fc.boolean(), wasRegained: fc.boolean() }),
      { freq: 3 },
    ),
    rule: fc.constantFrom(null, stated, denied, ruled('partial', 'part'), ruled('needs_review', 'ambiguous')),
    isLearned: fc.boolean(),
    mayDeny: fc.boolean(),
    taught: fc.constantFrom(null, taught),
    likest: fc.constantFrom(null, AGREED, SPLIT),
    isRequired: fc.boolean(),
  })
  .map(known);
const row = fc.record({ kind: unit, cells: fc.array(cell, { minLength: 1, maxLength: 5 }) });

test('a row decided by answers matches only if it is likely as a whole', () => {
  fc.assert(
    fc.property(row, ({ kind, cells }) => {
      const learned = cells.map((one) => ({ ...one, isLearned: true }));
      const { likelihood, cells: decided } = decideRow({ kind, cells: learned });
      const required = decided.filter((_, i) => learned[i]?.isRequired);
      const isAnswered = required.every(({ why }) => why === 'answered' || why === 'model');

      if (combineVerdicts(required.map(({ verdict }) => verdict)) === 'match' && !isAnswered) {
        expect(kind).toBeGreaterThanOrEqual(CUTS.kind);
        expect(likelihood).toBeGreaterThanOrEqual(CUTS.row.agreed);
      }
    }),
  );
});

test('an optional criterion does not change the others', () => {
  fc.assert(
    fc.property(row, cell, ({ kind, cells }, optional) => {
      const alone = decideRow({ kind, cells });
      const beside = decideRow({ kind, cells: [...cells, { ...optional, isRequired: false }] });

      expect({ ...beside, cells: beside.cells.slice(0, -1) }).toEqual(alone);
    }),
  );
});

test('an answer is kept whatever else is known, and every claim has a span on the page', () => {
  fc.assert(
    fc.property(row, (one) => {
      for (const [i, { why, verdict, evidence }] of decideRow(one).cells.entries()) {
        const answer = one.cells[i]?.answer;
        if (answer) expect({ why, verdict }).toEqual({ why: 'answered', verdict: answer.verdict });
        else if (why !== 'model' && (verdict === 'match' || verdict === 'partial')) expect(evidence).not.toBeNull();
      }
    }),
  );
});

test('if cells pass alone but not together, the weakest needs review', () => {
  const likely = (p: number) => known({ p, isLearned: true });
  const decided = (kind: number, ...probabilities: number[]) =>
    decideRow({ kind, cells: probabilities.map(likely) }).cells.map(({ verdict, why }) => [verdict, why]);

  expect(decided(0.6, 0.95, 0.87)).toEqual([
    ['match', 'learned_match'],
    ['needs_review', 'unlikely'],
  ]);
  expect(decided(1, 0.95, 0.55)).toEqual([
    ['match', 'learned_match'],
    ['match', 'learned_match'],
  ]);
  expect(decided(1, 0.95, 0.02)).toEqual([
    ['match', 'learned_match'],
    ['no_match', 'learned_no_match'],
  ]);
});

test('before any answer a proved row of one criterion needs probability .9, a row of several only that none is doubted', () => {
  const verdicts = (...probabilities: number[]) =>
    decideRow({ kind: 1, cells: probabilities.map((p) => known({ p, rule: stated })) }).cells.map(({ verdict }) => verdict);

  expect(verdicts(0.92)).toEqual(['match']);
  expect(verdicts(0.8)).toEqual(['needs_review']);
  expect(verdicts(0.8, 0.5)).toEqual(['match', 'match']);
});
