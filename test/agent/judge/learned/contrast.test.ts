import { expect, test } from 'vitest';
import { decideWebset } from '../../../../src/agent/judge/decide/decide-webset.ts';
import { prepareRun } from '../../../../src/agent/judge/decide/prepared.ts';
import { contrastsOf } from '../../../../src/agent/judge/learn/contrast.ts';
import { unpackUnits } from '../../../../src/agent/judge/score/record.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import type { Page } from '../../../../src/domain/page/page.ts';
import { pageOf } from '../../../support/page.ts';

function decide(pages: Page[], criterion: { label: string; description: string | null }) {
  const wanted = wantedBy(criterion);
  const rows = pages.map((page) => {
    const reading = readUnits(page);
    return { page: scoreKind(reading), criteria: [scorePage(reading, wanted)] };
  });
  const { rows: decided } = decideWebset(prepareRun([criterion], rows), { cells: [], wrongKind: [] });
  return decided.map(({ cells: [cell] }, i) => {
    return { verdict: cell?.verdict, quote: cell?.evidence ? pages[i]?.text.slice(cell.evidence.start, cell.evidence.end) : null };
  });
}
const PLACES = ['Dover', 'Leeds', 'York', 'Bath', 'Hull'];
const member = (i: number, line: string) =>
  pageOf(`h1> Person number ${i}\np> ${line}\np> Lived in ${PLACES[i % 5]} and spoke on canals, roads and schools in many sessions.`);
const parties = Array.from({ length: 60 }, (_, i) =>
  member(i, i % 5 === 4 ? 'Nothing is known of the votes.' : `Party: ${i % 3 === 0 ? 'Whig' : 'Tory'} of the old school`),
);

test('before an answer another value where other pages say what is asked is no match, with that line as its evidence', () => {
  const cells = decide(parties, { label: 'Whig', description: 'A member of the Whig party' });

  const others = cells.filter((_, i) => i % 5 !== 4 && i % 3 !== 0);
  expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(['no_match']));
  expect(new Set(others.map(({ quote }) => quote))).toEqual(new Set(['Party: Tory of the old school']));
});

test.each([
  ['nearly all', 55],
  ['hardly any', 2],
])('where %s pages say it, the others are open: a place proves nothing then', (_, often) => {
  const pages = Array.from({ length: 60 }, (__, i) => member(i, `Party: ${i < often ? 'Whig' : 'Tory'} of the old school`));
  const cells = decide(pages, { label: 'Whig', description: 'A member of the Whig party' });

  expect(cells.slice(often).map(({ verdict }) => verdict)).not.toContain('no_match');
});

test('what the name of its site says is said: nothing on the page stands in its place', () => {
  const named = (page: Page): Page => {
    const title = { source: 'title', type: null, path: 'name', value: `${page.title} | The Whig register`, item: 0, depth: 0 } as const;
    return { ...page, hints: [title] };
  };
  const cells = decide([...parties.slice(0, 2).map(named), ...parties.slice(2)], {
    label: 'Whig',
    description: 'A member of the Whig party',
  });

  expect(cells.slice(1, 3).map(({ verdict }) => verdict)).toEqual(['needs_review', 'no_match']);
});

test('a page that says nothing in that place is open, and so is one of which no other page says what is asked', () => {
  const silent = decide(parties, { label: 'Whig', description: 'A member of the Whig party' }).filter((_, i) => i % 5 === 4);
  const unknown = decide(parties, { label: 'Left-handed', description: null });

  expect(new Set(silent.map(({ verdict }) => verdict))).toEqual(new Set(['needs_review']));
  expect(new Set(unknown.map(({ verdict }) => verdict))).toEqual(new Set(['needs_review']));
});

test('a sentence under a heading under which others say what is asked is held against nothing', () => {
  const rules = Array.from({ length: 60 }, (_, i) =>
    pageOf(
      `h1> spacing-${i}\nh2> When Not To Use It\np> ${
        i % 4 === 0
          ? 'This is a formatting preference of some teams.'
          : 'You can turn this rule off where the consistency of spaces between opening tags, closing tags and their attributes concerns nobody in your team.'
      }`,
    ),
  );

  const cells = decide(rules, { label: 'About formatting', description: null });

  expect(cells.filter(({ verdict }) => verdict === 'no_match')).toEqual([]);
});

test('what breaks a bound speaks against it where other rows keep it, and not on a page that also keeps it there', () => {
  const criterion = { label: 'Founded after 2018', description: null };
  const pages = Array.from({ length: 40 }, (_, i) =>
    pageOf(
      `h1> Firm ${i}\np> Founded: ${i % 2 === 0 ? 2021 : 1990}\np> Their shop is in ${PLACES[i % 5]}.${i === 1 ? '\np> Founded: 2022' : ''}`,
    ),
  );
  const wanted = wantedBy(criterion);
  const units = pages.map((page) => unpackUnits(scorePage(readUnits(page), wanted).units));

  const { against } = contrastsOf(wanted, units);

  const quoteOf = (row: number) => {
    const unit = units[row]?.[against[row]?.unit ?? -1];
    return unit ? pages[row]?.text.slice(unit.start, unit.end) : null;
  };
  expect([0, 1, 3].map(quoteOf)).toEqual([null, null, 'Founded: 1990']);
});

test('what stands behind the same words speaks less against a label alone than against one with a description', () => {
  // a fifth of the pages that say it do so behind “kept in”
  const pages = Array.from({ length: 60 }, (_, i) => {
    const said =
      i % 3 === 0
        ? i % 15 === 0
          ? 'It is kept in copper vats beside the mill.'
          : 'Old copper lines its roof and gutters.'
        : 'It is kept in wooden vats beside the mill.';
    return pageOf(`h1> Works number ${i}\np> ${said}\np> Opened for ${PLACES[i % 5]} and its roads.`);
  });
  const strengthOf = (description: string | null) => {
    const wanted = wantedBy({ label: 'Copper', description });
    const { against } = contrastsOf(
      wanted,
      pages.map((page) => unpackUnits(scorePage(readUnits(page), wanted).units)),
    );
    return against[1]?.strength ?? 0;
  };

  expect(strengthOf('The works holds its liquids in copper')).toBeGreaterThan(0);
  expect(strengthOf(null)).toBe(0);
});
