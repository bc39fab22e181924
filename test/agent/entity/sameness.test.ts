import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differByName } from '../../../src/agent/entity/difference.ts';
import { areTitlesAlike, areWordsAlike, excerptOf } from '../../../src/agent/entity/sameness.ts';
import { pageOf } from '../../support/page.ts';

test.each([
  ['Ferrodb: a database in Rust', 'FerroDB – a database in Rust', true],
  ['Résumé of the meeting', 'Resume of the meeting', true],
  ['E-mail for schools', 'Email for schools', true],
  ['The mill of Aune', 'The mill of Aune (print version)', true],
  ['The mill of Aune | Printable version', 'The mill of Aune', true],
  ['The mill of Aune', 'The mill of Aune - AMP', true],
  ['Release notes of version 15', 'Release notes of version 16', false],
  ['Part 1', 'Part 2', false],
  ['Alice Jones', 'Alice James', false],
  [
    'Senior software engineer, payments platform and infrastructure (Berlin)',
    'Senior software engineer, payments platform and infrastructure (Bern)',
    false,
  ],
  ['Minutes of the parish council of Upper Aune, June 2024', 'Minutes of the parish council of Upper Aune, July 2024', false],
  ['Screen print', 'Screen', false],
  ['C developer', 'C++ developer', false],
  ['C# developer', 'C++ developer', false],
  ['Size 1.5', 'Size 15', false],
  ['Part 1 2', 'Part 12', false],
  ['Tickets for £5', 'Tickets for $5', false],
  ['Nokia', 'Nokia | Mobile', false],
  ['हिन्दी', 'हनद', false],
  ['カ', 'ガ', false],
  ['', '', false],
  ['!!!', '!!!', false],
])('the titles "%s" and "%s" are alike: %s', (one, other, alike) => {
  expect(areTitlesAlike(one, other)).toBe(alike);
  expect(areTitlesAlike(other, one)).toBe(alike);
});

test('a title is like itself, and likeness goes both ways', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (one, other) => {
      expect(areTitlesAlike(one, other)).toBe(areTitlesAlike(other, one));
      expect(areTitlesAlike(`a${one}`, `a${one}`)).toBe(true);
    }),
  );
});

type Words = Parameters<typeof excerptOf>[0];
const areAlike = (one: Words, other: Words) => areWordsAlike(excerptOf(one), excerptOf(other));
const PROSE = Array.from({ length: 40 }, (_, i) => `Sentence number${i} of the page says something about thing${i * 7}.`);

test('a text equals a copy within another layout, and differs from another text in the same layout', () => {
  const frame = 'p*> Home, products, prices and all that stands on every page of this site';
  const page = pageOf([frame, ...PROSE].join('\n'));
  const copy = pageOf([...PROSE, 'p*> Another footer that has nothing to do with it'].join('\n'));
  const other = pageOf([frame, ...PROSE.map((line) => line.replace(/thing/, 'matter').replace(/number/, 'no'))].join('\n'));

  expect(areAlike(page, copy)).toBe(true);
  expect(areAlike(page, other)).toBe(false);
  expect(areAlike(pageOf(''), pageOf(''))).toBe(false);
});

test.each([
  ['Location: Berlin', 'Location: Madrid', true],
  ['Price: 119 €', 'Price: 129 €', true],
  ['You will work in our office in Berlin with twelve others.', 'You will work in our office in New York with twelve others.', true],
  ['The board met on 4 May in the hall.', 'The board met on 1 June in the hall.', true],
  ['Workplace: New York.', 'Workplace: San Francisco.', true],
  ['Deadline: 5 May 2025', 'Deadline: 6 June 2026', true],
  ['Location\nBerlin', 'Location\nMadrid', true],
  ['Start\n5 May', 'Start\n6 June', true],
  ['location: berlin', 'location: madrid', true],
  ['場所：東京', '場所：大阪', true],
  ['C++ is what we write', 'C is what we write', true],
  ['Today only: the Berlin store', 'Today only: the Madrid store', true],
  ['Updated: 3 May', 'Updated: 4 May', false],
  ['Your cart (0)', 'Your cart (3)', false],
  ['Posted 3 hours ago', 'Posted 5 hours ago', false],
  ['1,204 views', '1,377 views', false],
  ['Printed on 3 May 2024', 'Printed on 9 June 2024', false],
  ['The hall was warm and the soup was hot.', 'The hall was warm and the soup was cold.', false],
  ['Location: Berlin', 'Apply before the first of June', false],
  ['Location: Berlin', 'Location: Berlin', false],
  ['Location: Berlin', 'Location: BERLIN', false],
])('one text says “%s” where the other says “%s”: they are of two things: %s', (one, other, differ) => {
  const [a, b] = [one, other].map((line) => [...PROSE.slice(0, 20), line, ...PROSE.slice(20)].join('\n')) as [string, string];

  expect(differByName(a, b)).toBe(differ);
  expect(differByName(b, a)).toBe(differ);
  expect(areWordsAlike(a, b)).toBe(!differ);
});

test('text that only one page has does not make two things', () => {
  const whole = [...PROSE, 'Location: Berlin', 'Call +49 30 123 456 and ask for Anna.'].join('\n');

  expect(areWordsAlike(whole, PROSE.join('\n'))).toBe(true);
});

test('no text differs from itself, and difference goes both ways', () => {
  const line = fc
    .array(fc.constantFrom('Berlin', 'berlin', '12', '13', 'the', 'Mill', 'of', ':', 'ago'), { maxLength: 8 })
    .map((words) => words.join(' '));
  const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(differByName(one, one)).toBe(false);
      expect(differByName(one, other)).toBe(differByName(other, one));
    }),
  );
});
