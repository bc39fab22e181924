import { expect, test } from 'vitest';
import type { CellAnswer } from '../../../../src/agent/judge/decide/answers.ts';
import { nearestSentenceOf, passagesOf, prepareRun } from '../../../../src/agent/judge/decide/prepared.ts';
import { taughtSentences } from '../../../../src/agent/judge/decide/taught.ts';
import type { Ruled } from '../../../../src/agent/judge/learn/ruled.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import type { Verdict } from '../../../../src/domain/verdict.ts';
import { pageOf } from '../../../support/page.ts';

const criterion = { label: 'Dogs are welcome', description: null };
const pages = [
  ['Hotel Post', 'Your dog stays free of charge.', 'Breakfast is from seven to ten.'],
  ['Hotel Adler', 'A dog stays free of charge here.', 'The bar is open until one.'],
  ['Hotel Krone', 'Horses need a stable in the village.', 'Breakfast is from seven to ten.'],
  ['Hotel Tor', 'Check-in is from three.', 'Breakfast is from seven to ten.'],
  ['Hotel Linde', 'Does your dog stay free of charge?', 'If your dog stays, bring a basket.', 'The dog pool is heated.'],
].map(([title = '', ...lines]) => pageOf([`h1> ${title}`, ...lines.map((line) => `p> ${line}`)].join('\n'), { title }));

const spanOf = (row: number, words: string) => {
  const start = pages[row]?.text.indexOf(words) ?? -1;
  return { start, end: start + words.length };
};
const answer = (row: number, verdict: Verdict, words: string | null = null): CellAnswer => {
  return { row, criterion: 0, verdict, passage: words === null ? null : spanOf(row, words), before: null };
};

function runOf(ruled: (Ruled | null)[] = []) {
  const rows = pages.map((page) => {
    const reading = readUnits(page);
    return { page: scoreKind(reading), criteria: [scorePage(reading, wantedBy(criterion))] };
  });
  return prepareRun([criterion], rows, { ruled: ruled.map((one) => [one]) });
}

/** By row: the sentence that says the same as a proof, and whether the proof is sure. */
function taught(answers: CellAnswer[], ruled: (Ruled | null)[] = []) {
  const run = runOf(ruled);
  const [asked] = run.criteria;
  if (!asked) throw new Error('nothing is asked');
  return Object.fromEntries(
    [...taughtSentences(asked, answers)].map(([row, { at, isSure }]) => [row, [pages[row]?.text.slice(at.start, at.end), isSure]]),
  );
}

test('a sentence like a clicked one is taught and sure', () => {
  expect(taught([answer(0, 'match', 'Your dog stays free of charge.')])[1]).toEqual(['A dog stays free of charge here.', true]);
});

test("so is one like the rules' quote on a row answered yes; one like the most relevant sentence is unsure", () => {
  const rule: Ruled = { verdict: 'match', reason: 'stated', evidence: spanOf(0, 'Your dog stays free of charge.') };

  expect(taught([answer(0, 'match')], [rule, null, null, null])[1]).toEqual(['A dog stays free of charge here.', true]);
  expect(taught([answer(0, 'match')])[1]).toEqual(['A dog stays free of charge here.', false]);
});

test('a clicked sentence that is also on a row answered no teaches nothing, and without a yes nothing is taught', () => {
  const breakfast = 'Breakfast is from seven to ten.';

  expect(Object.keys(taught([answer(0, 'match', breakfast)]))).toEqual(['0', '2', '3']);
  expect(taught([answer(0, 'match', breakfast), answer(2, 'no_match')])).toEqual({});
  expect(taught([answer(2, 'no_match', breakfast)])).toEqual({});
});

test('a question or a supposition is no evidence: it is not taught, teaches nothing by itself, and is not offered as a passage', () => {
  const at = { row: 4, criterion: 0 };
  const [run, text] = [runOf(), pages[4]?.text ?? ''];

  expect(taught([answer(0, 'match', 'Your dog stays free of charge.')])[4]).toBeUndefined();
  expect(taught([answer(4, 'match')])[4]).toEqual(['The dog pool is heated.', false]);
  expect(passagesOf(run, at, 7).map(({ start, end }) => text.slice(start, end))).toEqual(['The dog pool is heated.', 'Hotel Linde']);
  expect(nearestSentenceOf(run, at)).toEqual({ start: text.indexOf('The dog'), end: text.length });
});
