import { expect, test } from 'vitest';
import { askedBy } from '../../../../src/agent/judge/columns/asked.ts';
import { candidatesFor } from '../../../../src/agent/judge/columns/candidates.ts';
import { decideColumn } from '../../../../src/agent/judge/columns/decide.ts';
import { isOffered, isValue } from '../../../../src/agent/judge/columns/offer.ts';
import { scoreColumn } from '../../../../src/agent/judge/columns/score-column.ts';
import { readUnits } from '../../../../src/agent/judge/score/score-page.ts';
import { pageOf } from '../../../support/page.ts';

const page = (i: number) =>
  pageOf(
    `h1> Paper ${i}\np> Ada Lovelace, Alan Turing and Grace Hopper\np> Presented in June 2024. pp. ${100 + i}-${109 + i}\ndt> Code\ndd> [on GitHub](https://github.example/paper${i})\np> Cited ${i + 40} times since May 5, 2023.\np> See [other papers](https://acme.example/other).`,
  );
const column = (label: string, format: 'text' | 'url' | 'number' | 'date', description: string | null = null) =>
  askedBy({ label, description, format });
const valuesOf = (asked: ReturnType<typeof column>) => candidatesFor(readUnits(page(7)), asked).map(({ value }) => value);

test.each([
  ['Year founded', 'number', 'year'],
  ['Length in pages', 'number', 'length'],
  ['Number of authors', 'number', 'count'],
  ['First author', 'text', 'first'],
  ['Founders', 'text', 'list'],
  ['HQ city', 'text', 'place'],
  ['Version', 'text', 'code'],
  ['Post title', 'text', 'title'],
  ['Tagline', 'text', 'tagline'],
  ['Website', 'url', 'url'],
] as const)('“%s” (%s) wants a %s', (label, format, type) => {
  expect(column(label, format).type).toBe(type);
});

test('values of every type are among the candidates', () => {
  expect(valuesOf(column('Length in pages', 'number'))).toContain('10');
  expect(valuesOf(column('Number of authors', 'number'))).toContain('3');
  expect(valuesOf(column('Citations', 'number'))).toContain('47');
  expect(valuesOf(column('First author', 'text'))).toContain('Ada Lovelace');
  expect(valuesOf(column('Authors', 'text', 'Names of the authors'))).toContain('Ada Lovelace, Alan Turing and Grace Hopper');
  expect(valuesOf(column('Conference date', 'date'))).toContain('2024-06');
  expect(valuesOf(column('Code repository', 'url'))).toContain('https://github.example/paper7');
});

test('a score takes at most 4 kB per page and column', () => {
  const long = pageOf(
    Array.from(
      { length: 300 },
      (_, i) =>
        `p> In ${1900 + (i % 100)} the Society of Long Names number ${i} and its Friends of Berlin had ${i * 17} members, ${'and more '.repeat(20)}.`,
    ).join('\n'),
  );
  for (const asked of [
    column('Members', 'number'),
    column('Year founded', 'number'),
    column('Society', 'text'),
    column('Date of birth', 'date'),
  ])
    expect(JSON.stringify(scoreColumn(readUnits(long), asked)).length).toBeLessThanOrEqual(4096);
});

test('with too few confirmed values a value is a suggestion; four confirmed pages fill the others, with their sentences', () => {
  const asked = column('Reference count', 'number');
  const scores = Array.from({ length: 20 }, (_, i) => scoreColumn(readUnits(page(i)), asked));
  const confirmed = [0, 1, 2, 3].map((row) => ({ row, value: String(row + 40) }));

  const decided = decideColumn(asked, scores, { confirmed });

  for (const row of [7, 12, 19]) {
    const { value, likelihood, evidence } = decided[row] ?? { value: null, likelihood: 0, evidence: null };
    const { text } = page(row);
    expect(value).toBe(String(row + 40));
    expect(likelihood).toBeGreaterThan(0.5);
    expect(text.slice(evidence?.start, evidence?.end)).toBe(`Cited ${row + 40} times since May 5, 2023.`);
  }
  for (const { value, suggestion } of decided) expect(value === null || suggestion === null).toBe(true);
});

test("before any value is confirmed, only cells that the rules left empty take values in the context of other pages' values", () => {
  const asked = column('Team size', 'number');
  const scores = Array.from({ length: 20 }, (_, i) =>
    scoreColumn(readUnits(pageOf(`h1> Acme ${i}\np> Acme ${i} makes lamps in ${1990 + i}.\ndt> Team size\ndd> ${i + 3}`)), asked),
  );
  const fill = (read: (string | null | undefined)[], some = scores) =>
    decideColumn(asked, some, { confirmed: [], read }).map(({ value }) => value);
  const sizes = scores.map((_, i) => String(i + 3));

  expect(fill(scores.map(() => null))).toEqual(sizes);
  expect(fill(sizes)).toEqual(scores.map(() => null)); // values that the rules read are kept
  expect(fill(scores.map(() => undefined))).toEqual(scores.map(() => null));
  expect(fill([...sizes.slice(0, 12), ...scores.slice(12).map(() => null)]).slice(12)).toEqual(sizes.slice(12));
  expect(fill([null, null], scores.slice(0, 2))).toEqual([null, null]); // too few pages to compare
});

test("a value in another place than the rules' values is left open", () => {
  const asked = column('Decision date', 'date');
  const dated = (i: number, label: string) =>
    pageOf(`h1> Proposal ${i}\np> It is about lamps.\ndt> ${label}\ndd> ${String(1 + (i % 28)).padStart(2, '0')} March 2020`);
  const scores = Array.from({ length: 24 }, (_, i) => scoreColumn(readUnits(dated(i, i < 16 ? 'Resolution' : 'Last date')), asked));
  const read = scores.map((_, i) => (i < 16 ? `2020-03-${String(1 + (i % 28)).padStart(2, '0')}` : null));

  expect(decideColumn(asked, scores, { confirmed: [], read }).map(({ value }) => value)).toEqual(scores.map(() => null));
});

test('a few corrections do not change the cells of other pages', () => {
  const asked = column('Reference count', 'number');
  const scores = Array.from({ length: 20 }, (_, i) => scoreColumn(readUnits(page(i)), asked));
  const read = scores.map((_, row) => (row % 2 ? String(row + 40) : null));
  const said = [1, 3, 5].map((row) => ({ row, value: '7' })); // other values than the rules read
  const before = decideColumn(asked, scores, { confirmed: [], read });

  const decided = decideColumn(asked, scores, { confirmed: said, read });

  expect(decided.map(({ isRead }) => isRead)).toEqual(read.map((one) => one !== null));
  const isLeft = (_: unknown, row: number) => ![1, 3, 5].includes(row);
  expect(decided.map(({ value }) => value).filter(isLeft)).toEqual(before.map(({ value }) => value).filter(isLeft));
});

test("if the likeliest values differ from people's values, they fill no cell", () => {
  const asked = column('Reference count', 'number');
  const scores = Array.from({ length: 20 }, (_, i) => scoreColumn(readUnits(page(i)), asked));
  const confirmed = [0, 1, 2, 3].map((row) => ({ row, value: String(row * 1000 + 9) })); // values that no page has

  const decided = decideColumn(asked, scores, { confirmed });

  expect(decided.map(({ value }) => value)).toEqual(scores.map(() => null));
});

test('a value that is not a text fills no text column', () => {
  const licence = column('Licence', 'text');

  expect(['2.0', 'https://a.example/', 'Licence', ''].filter((value) => isValue(licence, value))).toEqual([]);
  expect(['MIT', 'Apache License 2.0'].filter((value) => isValue(licence, value))).toHaveLength(2);
  expect(isValue(column('Version', 'text'), '2.0')).toBe(true);
});

test('a page without a value of the type gets no value and no suggestion', () => {
  const asked = column('Citations', 'number');

  expect(decideColumn(asked, [scoreColumn(readUnits(pageOf('p> Nothing is counted here.')), asked), null], { confirmed: [] })).toEqual([
    { value: null, suggestion: null, candidate: null, likelihood: 0, evidence: null, isRead: false },
    { value: null, suggestion: null, candidate: null, likelihood: 0, evidence: null, isRead: false },
  ]);
});

test('a likely candidate is suggested if the page names the column, or once values are confirmed', () => {
  const [asked, version] = [column('Release year', 'number'), column('Version', 'text')];
  const unnamed = { value: '1987', says: [0, 0, 0, 0, 0] };
  const named = { value: '1987', says: [0, 0.5, 0, 0, 0] };

  expect(isOffered(asked, named, { likelihood: 0.4, isTaught: false })).toBe(true);
  expect(isOffered(asked, named, { likelihood: 0.3, isTaught: true })).toBe(false);
  expect(isOffered(asked, unnamed, { likelihood: 0.6, isTaught: false })).toBe(false);
  expect(isOffered(asked, unnamed, { likelihood: 0.6, isTaught: true })).toBe(true);
  // a tagline is identified by its place
  expect(isOffered(column('Tagline', 'text'), { ...unnamed, value: 'Lamps for all' }, { likelihood: 0.6, isTaught: false })).toBe(true);
  expect(isOffered(version, { value: 'Versions', says: [1, 1, 1, 1, 1] }, { likelihood: 0.6, isTaught: true })).toBe(false);
  expect(isOffered(version, { value: 'https://badges.example/v.svg', says: [1, 1, 1, 1, 1] }, { likelihood: 0.6, isTaught: true })).toBe(
    false,
  );
  const says = [1, 1, 1, 1, 1];
  expect(isOffered(column('Owner', 'text'), { value: 'This', says }, { likelihood: 0.6, isTaught: true })).toBe(false);
  expect(isOffered(column('Licence', 'text'), { value: '2.0', says }, { likelihood: 0.6, isTaught: true })).toBe(false);
  expect(isOffered(version, { value: '2.0', says }, { likelihood: 0.6, isTaught: true })).toBe(true);
});

test('a page that does not mention a column suggests nothing', () => {
  const suggested = (words: string, asked: ReturnType<typeof column>) =>
    decideColumn(asked, [scoreColumn(readUnits(pageOf(words)), asked)], { confirmed: [] })[0]?.suggestion;
  const story = 'h1> Acme\np> Acme was at 12 Wall Street in 1987, and By Some is its motto.\np> See [the map](https://maps.example/acme).';

  for (const asked of [column('Programming language', 'text'), column('Weekly downloads', 'number'), column('Licence', 'text')])
    expect(suggested(story, asked)).toBeNull();
  expect(suggested('h1> Acme\np> Programming language: OCaml', column('Programming language', 'text')) ?? 'OCaml').toBe('OCaml');
});

test('a value that structured data confirms is filled, and one that it contradicts is not', () => {
  const asked = column('Date of opening', 'date');
  const reading = readUnits(pageOf('h1> Acme\np> On 3 March 2004 and on 2 May 2001 there was a feast.'));
  const decided = (hinted: string) =>
    decideColumn(asked, [scoreColumn(reading, asked, { hinted: (value) => value === hinted })], { confirmed: [], read: [null] })[0];

  expect(decided('2001-05-02')).toMatchObject({ value: '2001-05-02', suggestion: null });
  expect(decided('1999-01-01')).toMatchObject({ value: null, candidate: expect.any(String) });
});

test('lists of names and ranges of pages give counts; struck-out text gives nothing', () => {
  const numbersOf = (words: string, label: string) =>
    scoreColumn(readUnits(pageOf(words)), column(label, 'number')).values.map(({ value }) => value);
  const struck = pageOf('p> Acme has 120 employees.');
  (struck.blocks[0] as { struck?: [number, number][] }).struck = [[9, 12]];

  expect(numbersOf('p> By Ann Lee, Bob Roe and Cy Moe', 'Number of authors')).toContain('3');
  expect(numbersOf('p> Lamps, pp. 11-20', 'Length in pages')).toContain('10');
  expect(scoreColumn(readUnits(struck), column('Employees', 'number')).values).toEqual([]);
});

test('a link in a margin is also a candidate', () => {
  const page = pageOf('h1> Acme\np> Acme makes lamps.\np> [Directory entry](https://lamps.example/acme)');
  (page.blocks[2] as { boilerplate: boolean }).boilerplate = true;

  expect(candidatesFor(readUnits(page), column('Directory entry', 'url'))).toMatchObject([
    { value: 'https://lamps.example/acme', kind: 'margin' },
  ]);
});

test('a value in a line that only its layout marks as boilerplate is a candidate, one in a menu is not', () => {
  const page = pageOf('p> Startups › Lamps › Acme\nh1> Acme\np> Acme makes lamps.\np*> Kind: menus');
  (page.blocks[0] as { boilerplate: string }).boilerplate = 'looks';

  const kinds = candidatesFor(readUnits(page), column('Kind', 'text')).map(({ value }) => value);

  expect(kinds).toContain('Lamps');
  expect(kinds).not.toContain('menus');
  expect(readUnits(page).units.map(({ text }) => text)).toEqual(['Acme', 'Acme makes lamps.']);
});

test('a long menu that only its layout reveals does not crowd out values of the content', () => {
  const menu = Array.from({ length: 900 }, (_, i) => `p> Entry ${i}`);
  const page = pageOf([...menu, 'h1> Acme', 'p> Acme has 47 employees.'].join('\n'));
  for (const block of page.blocks.slice(0, 900)) (block as { boilerplate: string }).boilerplate = 'looks';

  expect(candidatesFor(readUnits(page), column('Employees', 'number')).map(({ value }) => value)).toContain('47');
});
