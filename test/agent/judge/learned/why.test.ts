import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Why } from '../../../../src/agent/judge/decide/cell.ts';
import { POLICY } from '../../../../src/agent/judge/decide/policy.ts';
import { storedOf } from '../../../../src/agent/judge/decide/stored.ts';
import { VERDICT_REASONS, type Verdict, type VerdictReason } from '../../../../src/domain/verdict.ts';
import { WHY, type WhyCode, whyOf, whyText } from '../../../../src/domain/why.ts';

/** For each policy row, the verdict that it gives a cell, and the reason of the rules' finding if there is one. */
const DECIDED: Record<Exclude<Why, 'answered' | 'model' | 'unscored'>, [verdict: Verdict, reason?: VerdictReason]> = {
  regained: ['match', 'stated'],
  language: ['needs_review', 'language'],
  stated: ['match', 'stated'],
  contradicted: ['no_match', 'contradicted'],
  part: ['partial', 'part'],
  presumed: ['match'],
  learned_match: ['match'],
  taught_match: ['match'],
  taught_open: ['needs_review'],
  learned_no_match: ['no_match'],
  learned_open: ['needs_review'],
  unproved: ['needs_review', 'unproved'],
  unclear: ['needs_review', 'ambiguous'],
  open: ['needs_review', 'silent'],
  unlikely: ['needs_review', 'stated'],
};
const stored = (why: Why) => {
  const [verdict, reason] = DECIDED[why as keyof typeof DECIDED] ?? ['match'];
  const evidence = { start: 0, end: 9 };
  const rule = reason ? { verdict, reason, evidence } : null;
  const cell = { verdict, why, probability: 0.9, foreseen: 0.9, evidence, rule, likest: { of: 5, yes: 4, no: 1 }, wasRegained: false };
  const isLearned = why.startsWith('learned') || why.startsWith('taught');
  return storedOf(cell, { answers: isLearned ? 8 : 0, isOnPage: true });
};

test.each(Object.keys(DECIDED) as (keyof typeof DECIDED)[])('a stored cell that “%s” decided has that code', (why) => {
  const cell = stored(why);

  expect(cell).not.toBeNull();
  expect(cell && whyOf(cell)).toBe(why);
});

test('cells answered by a person or a model have their code and are unchanged', () => {
  expect([stored('answered'), stored('model')]).toEqual([null, null]);
  expect(whyOf({ verdict: 'match', reason: 'stated', judge: 'llm' })).toBe('model');
  expect(whyOf({ verdict: 'match', reason: 'stated', judge: 'llm' }, true)).toBe('person');
  expect(whyOf({ verdict: null, reason: 'failed', judge: 'llm' })).toBe('failed');
  expect(whyOf({ verdict: 'needs_review', reason: 'unproved', judge: 'llm' })).toBe('unproved');
  expect(whyText({ verdict: 'needs_review', reason: 'unanswered', judge: 'llm' })).toBe(
    'A language model gave no answer that could be read.',
  );
});

test("a regained cell returns to the model's verdict once the rules no longer prove it", () => {
  const cell = {
    verdict: 'needs_review',
    probability: 0.4,
    foreseen: 0.4,
    evidence: null,
    rule: null,
    likest: null,
    wasRegained: true,
  } as const;

  expect(storedOf({ ...cell, why: 'model' }, { answers: 0, isOnPage: false })).toEqual({
    verdict: 'needs_review',
    reason: 'silent',
    judge: 'llm',
    hasEvidence: false,
  });
});

test('every reason of every judge has a code', () => {
  for (const reason of VERDICT_REASONS)
    for (const judge of ['lexical', 'learned', 'llm'] as const)
      expect(WHY).toHaveProperty(whyOf({ verdict: 'needs_review', reason, judge }));
});

test('a learned verdict is explained with its figures, and a `no_match` quotes nothing', () => {
  const learned = { reason: 'learned', judge: 'learned', likest: 5, likestYes: 4, likestNo: 1, probability: 0.91 } as const;

  expect(whyText({ ...learned, verdict: 'match' })).toBe(
    'Answers on other results decide: of the 5 answered results most like it, 4 were yes and 1 no; likelihood .91.',
  );
  expect(whyText({ ...learned, verdict: 'no_match', likestYes: 0, likestNo: 5, probability: 0.021 })).toBe(
    'No by answers on other results: of the 5 answered results most like it, 0 were yes and 5 no; likelihood .02.',
  );
  expect(whyText({ verdict: 'needs_review', reason: 'conflict', judge: 'lexical' })).toBe('Two sentences contradict each other.');
});

test('docs/judge.md has a row for every code, in the order of the policy', async () => {
  const text = await readFile(new URL('../../../../docs/judge.md', import.meta.url), 'utf8');
  const lines = [...text.matchAll(/^\| `(\w+)` \|.*\| (.*) \|$/gmu)].map(([, code, means]) => [code, means]);
  const outside: WhyCode[] = ['person', 'presumed', 'unlikely', 'failed'];

  expect(lines.filter(([code]) => code !== 'unscored')).toEqual(Object.entries(WHY).map(([code, { means }]) => [code, means]));
  expect(Object.keys(WHY).filter((code) => !outside.includes(code as WhyCode))).toEqual(
    POLICY.map(([why]) => why).filter((why) => why !== 'answered' && why !== 'unscored'),
  );
});
