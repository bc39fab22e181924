import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packUnits, packWords, type ScoredUnit, unpackUnits, unpackWords } from '../../../../src/agent/judge/score/record.ts';
import { readUnits, scoreKind, scorePage, wantedBy } from '../../../../src/agent/judge/score/score-page.ts';
import { pageOf } from '../../../support/page.ts';

const hash = fc.integer({ min: 1, max: 0xffffff });
const unit = fc.record({
  start: fc.nat(1000),
  end: fc.nat(1000),
  words: fc.array(hash, { maxLength: 60 }),
  label: fc.array(hash, { maxLength: 6 }),
  heading: fc.array(hash, { maxLength: 8 }),
  mentions: fc.array(fc.record({ at: fc.nat(59), isWithin: fc.boolean(), isList: fc.boolean() }), { maxLength: 12 }),
});

test('packing and unpacking returns the same units', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60 }), fc.array(hash), (drafts, words) => {
      let at = 0;
      const units: ScoredUnit[] = drafts.map((one) => {
        at += one.start;
        return { ...one, start: at, end: at + one.end };
      });

      expect(unpackUnits(packUnits(units))).toEqual(units);
      expect(unpackWords(packWords(words))).toEqual(words);
    }),
  );
});

test('words beyond the limits are dropped without damage to the units after them', () => {
  const words = Array.from({ length: 200 }, (_, i) => i + 1);
  const unit = { start: 0, end: 10, words, label: words, heading: words, mentions: [] };
  const last = { start: 20, end: 30, words: [7], label: [8], heading: [9], mentions: [] };

  const [first, second] = unpackUnits(packUnits([unit, last]));

  expect(first).toMatchObject({ words: words.slice(0, 127), label: words.slice(0, 15), heading: words.slice(0, 15) });
  expect(second).toEqual(last);
});

test("a site's name with many words of a criterion fits the limit of a heading", () => {
  const label =
    'Written in Rust by people of a small team with remote jobs for developers, designers, writers, doctors, lawyers, painters and cooks';
  const page = pageOf('h1> Storea\np> It is written in Rust.');
  const title = { source: 'title', type: null, path: 'name', value: `Storea | ${`${label} `.repeat(3)}`, item: 0, depth: 0 } as const;

  const { units } = scorePage(readUnits({ ...page, hints: [title] }), wantedBy({ label, description: null }));

  const [first, second] = unpackUnits(units);
  expect(first).toMatchObject({ start: 0, end: 6 });
  expect(first?.heading.length).toBeGreaterThan(4);
  expect(new Set(first?.heading).size).toBe(first?.heading.length);
  expect(page.text.slice(second?.start, second?.end)).toBe('It is written in Rust.');
});

const long = (lines: number) =>
  pageOf(
    [
      'h1> Acme',
      ...Array.from(
        { length: lines },
        (_, i) =>
          `h2> Section ${i} of what the company builds\ndt> Label number ${i} of many\ndd> In ${1900 + (i % 120)} the team of ${i} people in Berlin, Germany was founded by Ada Lovelace, Alan Turing and Grace Hopper; it sells w${i}x z${i}y q${i}k to v${i}t.`,
      ),
    ].join('\n'),
  );

test('a score takes at most 4 kB per page and criterion, whatever the length of the page', () => {
  const criteria = [
    { label: 'More than 20 people', description: 'The company has a team of more than 20 people' },
    { label: 'Founded after 1950', description: null },
    { label: 'Based in Germany', description: 'The company is based in Germany' },
    { label: 'Sells software to companies that build things', description: 'What it sells is software, and those who buy it build things' },
  ];
  for (const lines of [0, 5, 40, 400, 4000]) {
    const reading = readUnits(long(lines));
    const kind = JSON.stringify(scoreKind(reading)).length;
    for (const criterion of criteria)
      expect(JSON.stringify(scorePage(reading, wantedBy(criterion))).length + kind).toBeLessThanOrEqual(4096);
  }
});

test('the stored units are whole sentences or clauses of the page and include the nearest', () => {
  const filler = Array.from(
    { length: 300 },
    (_, i) => `p> Some other words stand here about thing number ${i} and about nothing that is asked for.`,
  );
  const page = pageOf(
    [
      'h1> Acme',
      ...filler,
      'p> It is a nonprofit; it was founded by friends, who still run it with the help of many people in many places of the world today, and it has been so since its first year.',
    ].join('\n'),
  );
  const score = scorePage(readUnits(page), wantedBy({ label: 'Operates as a nonprofit', description: null }));

  const quotes = unpackUnits(score.units).map(({ start, end }) => page.text.slice(start, end));

  expect(quotes).toContain('It is a nonprofit;');
  expect(quotes.every((quote) => quote.trim() === quote && !quote.includes('\n'))).toBe(true);
});

test('scoring a page is deterministic', () => {
  const criterion = { label: 'More than 20 people', description: null };

  expect(scorePage(readUnits(long(50)), wantedBy(criterion))).toEqual(scorePage(readUnits(long(50)), wantedBy(criterion)));
  expect(scoreKind(readUnits(long(50)))).toEqual(scoreKind(readUnits(long(50))));
});

test('menus and margins are scored only if the page has no other content', () => {
  const wanted = wantedBy({ label: 'Nonprofit', description: null });
  const count = (lines: string) => scorePage(readUnits(pageOf(lines)), wanted).count;

  expect(count('p*> A nonprofit\np> Acme sells shoes.')).toBe(1);
  expect(count('p*> A nonprofit')).toBe(1);
});

test.each([
  ['More than 20 employees', 'A team of 30', true],
  ['More than 20 employees', 'A team of 12', false],
  ['In Congress after 1865', 'elected in 1870', true],
  ['In Congress after 1865', 'elected in 1860', false],
  ['Based in Germany', 'an office in Berlin', true],
  ['Based in Germany', 'an office in Paris', false],
])('“%s”: whether “%s” is within the bound: %s', (label, text, isWithin) => {
  const { bound } = wantedBy({ label, description: null });

  expect(
    bound
      ?.test(text)
      .filter(({ isList }) => !isList)
      .map((one) => one.isWithin),
  ).toEqual([isWithin]);
});

test('names in a list are counted if the criterion bounds a count', () => {
  const { bound } = wantedBy({ label: 'Single author', description: null });

  expect(bound?.test('By Ada Lovelace').map(({ isWithin }) => isWithin)).toEqual([true]);
  expect(bound?.test('By Ada Lovelace, Alan Turing and Grace Hopper').map(({ isWithin }) => isWithin)).toEqual([false]);
});
