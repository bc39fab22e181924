import { expect, test } from 'vitest';
import { type CellAnswer, isNoTrusted } from '../../../../src/agent/judge/decide/answers.ts';
import { decideWebset } from '../../../../src/agent/judge/decide/decide-webset.ts';
import { passagesOf, prepareRun, relearnPassages } from '../../../../src/agent/judge/decide/prepared.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import type { Page } from '../../../../src/domain/page/page.ts';
import { NOTHING_LEARNED } from '../../../../src/domain/review/learning.ts';
import { pageOf } from '../../../support/page.ts';

const criteria = [{ label: 'Operates as a charity', description: 'The organisation is a charity' }];
const TRADES = ['shoes', 'bread', 'lamps', 'maps', 'bicycles', 'paint', 'tea', 'clocks', 'rope', 'glass'];

/** Every second page says in other words that it is a charity; every fifth page is a list. */
const pages = Array.from({ length: 60 }, (_, i) => {
  const trade = TRADES[i % 10];
  if (i % 5 === 4)
    return pageOf(`h1> All about ${trade}\n${TRADES.map((one) => `li> [${one} ${i}](https://acme.example/${one})`).join('\n')}`);
  const status =
    i % 2 === 0
      ? `It is a registered 501(c)(3) organisation of ${trade} lovers.`
      : `It is a limited company with ${i} shareholders in ${trade}.`;
  return pageOf(
    `h1> Company ${i}\np> They deal in ${trade}.\np> ${status}\np> The office is open on ${i % 3 === 0 ? 'Monday' : 'Tuesday'}.`,
  );
});
const isList = (row: number) => row % 5 === 4;
const isMet = (row: number) => row % 2 === 0 && !isList(row);

function runOver(read: readonly Page[]) {
  const wanted = criteria.map(wantedBy);
  const rows = read.map((page) => {
    const reading = readUnits(page);
    return { page: scoreKind(reading), criteria: wanted.map((one) => scorePage(reading, one)) };
  });
  return prepareRun(criteria, rows);
}
const asked = [0, 1, 2, 3, 5, 6, 7, 8, 10, 11];
const cells = (rows: number[]): CellAnswer[] =>
  rows.map((row) => ({ row, criterion: 0, verdict: isMet(row) ? 'match' : 'no_match', passage: null, before: 0.5 }));

test('without answers nothing is `no_match`, and open cells need review', () => {
  const { rows, criteria: learning } = decideWebset(runOver(pages), { cells: [], wrongKind: [] });

  expect(new Set(rows.map((row) => row.cells[0]?.verdict))).toEqual(new Set(['needs_review']));
  expect(new Set(rows.map((row) => row.cells[0]?.why))).toEqual(new Set(['open']));
  expect(learning).toEqual([NOTHING_LEARNED]);
});

test.each([
  ['four with a yes and a no among them', [0, 1, 2, 3], false],
  ['three yes and two no', [0, 2, 6, 1, 3], false],
  ['two yes and nine no', [0, 2, 1, 3, 5, 7, 11, 13, 15, 17, 19], false],
  ['three yes and three no', [0, 2, 6, 1, 3, 5], true],
])('other rows are ranked at once, and decided from three yes and three no on: %s', (_, rows, isDecided) => {
  const unasked = decideWebset(runOver(pages), { cells: [], wrongKind: [] });
  const { rows: decided } = decideWebset(runOver(pages), { cells: cells(rows), wrongKind: [] });
  const others = decided.flatMap((row, i) => (rows.includes(i) ? [] : [row]));

  expect(others.some((row) => row.cells[0]?.verdict !== 'needs_review')).toBe(isDecided);
  expect(decided[20]?.likelihood).not.toBe(unasked.rows[20]?.likelihood);
});

test.each([
  [[], false],
  [[4, 9], false],
  [[4, 9, 14], true],
])('whether five yes answers decide other rows if rows %s are of the wrong kind: %s', (wrongKind, isDecided) => {
  const { rows } = decideWebset(runOver(pages), { cells: cells([0, 2, 6, 8, 10]), wrongKind });

  expect(rows.some((row) => row.cells[0]?.why.startsWith('learned'))).toBe(isDecided);
});

test('if answers may not deny, unlikely rows need review', () => {
  const answers = { cells: cells(asked), wrongKind: [4, 9, 14] };
  const whys = (deny: boolean) => decideWebset(runOver(pages), { ...answers, deny }).rows.map(({ cells: [cell] }) => cell?.why);

  expect(whys(true)).toContain('learned_no_match');
  expect(whys(false)).toEqual(whys(true).map((why) => (why === 'learned_no_match' ? 'learned_open' : why)));
});

test.each([
  ['none of five', 0, 5, true],
  ['one of five', 1, 5, false],
  ['one of eight', 1, 8, true],
  ['two of eight', 2, 8, false],
])('a low probability becomes `no_match` unless too many low predictions matched: %s', (_, missed, low, isTrusted) => {
  const seen = Array.from({ length: low }, (_, i) => ({ before: 0.02, isMatch: i < missed }));

  expect(isNoTrusted([...seen, { before: 0.6, isMatch: true }])).toBe(isTrusted);
});

test("ten answers and two of the wrong kind decide rows in words other than the criterion's", () => {
  const run = runOver(pages);
  const { rows } = decideWebset(run, { cells: cells(asked), wrongKind: [4, 9] });

  const open = rows.map((_, row) => row).filter((row) => !asked.includes(row) && row > 9);
  const things = open.filter((row) => !isList(row));
  expect(things.filter((row) => rows[row]?.cells[0]?.verdict === 'match').every(isMet)).toBe(true);
  expect(things.filter((row) => rows[row]?.cells[0]?.verdict === 'no_match').some(isMet)).toBe(false);
  expect(things.filter((row) => rows[row]?.cells[0]?.verdict === 'match').length).toBeGreaterThan(10);
  expect(open.filter(isList).some((row) => rows[row]?.cells[0]?.verdict === 'match')).toBe(false);
  expect(Math.max(...open.filter(isList).map((row) => rows[row]?.likelihood ?? 1))).toBeLessThan(
    Math.min(...things.filter(isMet).map((row) => rows[row]?.likelihood ?? 0)),
  );
});

test('a clicked sentence becomes the evidence of its row, and others learn from it', () => {
  const run = runOver(pages);
  const at = (row: number) => {
    const start = pages[row]?.text.indexOf('It is a') ?? 0;
    return { start, end: pages[row]?.text.indexOf('\n', start) ?? 0 };
  };
  const answers = {
    cells: cells(asked).map((one) => (one.verdict === 'match' ? { ...one, passage: at(one.row) } : one)),
    wrongKind: [4, 9],
  };

  relearnPassages(run, answers);
  const { rows } = decideWebset(run, answers);

  expect(rows[0]?.cells[0]).toMatchObject({ verdict: 'match', why: 'answered', evidence: at(0) });
  for (const row of [12, 20, 22, 30]) expect(passagesOf(run, { row, criterion: 0 }, 1)).toEqual([at(row)]);
});

test('the order of rows does not change what answers decide', () => {
  const answers = { cells: cells(asked), wrongKind: [4] };
  const once = runOver(pages);
  decideWebset(once, { cells: cells([0, 1]), wrongKind: [] });

  expect(decideWebset(once, answers)).toEqual(decideWebset(runOver(pages), answers));
});

test('an absence never matches without answers', () => {
  const denied = [{ label: 'Not a charity', description: null }];
  const wanted = wantedBy(denied[0] as (typeof denied)[number]);
  const rows = pages.map((page) => ({ page: scoreKind(readUnits(page)), criteria: [scorePage(readUnits(page), wanted)] }));

  expect(decideWebset(prepareRun(denied, rows), { cells: [], wrongKind: [] }).rows.map((row) => row.cells[0]?.verdict)).not.toContain(
    'match',
  );
});
