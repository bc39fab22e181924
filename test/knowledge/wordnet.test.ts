import fc from 'fast-check';
import { expect, test } from 'vitest';
import { familyOf, isCopyleft, isOpenSource, isPermissive, languageNamed, languagesIn, licencesIn } from '../../src/knowledge/software.ts';
import { isWord, kindsBelow, kindsOf, meanings, namesOf } from '../../src/knowledge/wordnet.ts';

const isA = (word: string, kind: string) => {
  const all = new Set(meanings(kind, 'noun'));
  return meanings(word, 'noun').some((one) => [...kindsOf(one).keys()].some((above) => all.has(above)));
};

test.each([
  ['dog', 'animal'],
  ['hostel', 'hotel'],
  ['violinists', 'musician'],
  ['shrub', 'plant'],
])('a %s is a kind of %s', (word, kind) => expect(isA(word, kind)).toBe(true));

test('a restaurant is not a kind of hotel', () => expect(isA('restaurant', 'hotel')).toBe(false));

test('words are found in the plural, hyphenated and in capitals; an unknown word has no meaning', () => {
  expect(meanings('museums', 'noun')).toEqual(meanings('museum', 'noun'));
  expect(meanings('Swimming pool', 'noun').length).toBeGreaterThan(0);
  expect(meanings('part-time', 'adjective').length).toBeGreaterThan(0);
  expect([isWord('museum'), isWord('qwertzuiop')]).toEqual([true, false]);
  expect(meanings('qwertzuiop', 'noun')).toEqual([]);
});

test('hyponyms are found below their kind', () => {
  const [dog] = meanings('dog', 'noun');
  const below = kindsBelow(dog as number, 3);

  expect(below.flatMap(namesOf)).toContain('poodle');
  for (const one of below) expect(kindsOf(one).has(dog as number)).toBe(true);
});

test('any text can be looked up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      for (const part of ['noun', 'verb', 'adjective', 'adverb'] as const) expect(Array.isArray(meanings(text, part))).toBe(true);
      for (const { at, end } of licencesIn(text)) expect(end).toBeGreaterThan(at);
      expect(languagesIn(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test.each([
  ['License: BSD-2-Clause', ['BSD-2-Clause']],
  ['Apache License, Version 2.0', ['Apache-2.0']],
  ['dual licensed under MIT and Apache-2.0', ['MIT', 'Apache-2.0']],
  ['the two-clause BSD terms', ['BSD-3-Clause']],
  ['GNU General Public License v3', ['GPL-3.0-only']],
  ['a permit of the city', []],
])('“%s” names %s', (text, ids) =>
  expect(
    licencesIn(text)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...ids].sort()),
);

test.each([
  ['under the GNU GPL, version 2 or later.', ['GNU GPL, version 2 or later']],
  ['GPLv3+ or AGPL-3', ['GPLv3+', 'AGPL-3']],
  ['the GNU Affero General Public License v3.0', ['GNU Affero General Public License v3.0']],
  ['the GPL 2000 years ago, the LGPL', ['GPL', 'LGPL']],
  ['the Mozilla Public License 2.0 or the Eclipse Public Licence 1.0', ['Mozilla Public License 2.0', 'Eclipse Public Licence 1.0']],
  ['The PostgreSQL Licence is short', ['PostgreSQL Licence']],
])('in “%s” the names are %s', (text, names) => expect(licencesIn(text).map(({ at, end }) => text.slice(at, end))).toEqual(names));

test('licences have classes', () => {
  expect(['MIT', 'ISC', 'BSD-2-Clause', 'Apache-2.0'].map(isPermissive)).toEqual([true, true, true, true]);
  expect(['GPL-3.0-only', 'AGPL-3.0-only', 'LGPL-3.0-only'].map(isCopyleft)).toEqual([true, true, true]);
  expect(['GPL-3.0-only', 'BUSL-1.1', 'proprietary'].map(isPermissive)).toEqual([false, false, false]);
  expect(['GPL-3.0-only', 'MPL-2.0', 'BUSL-1.1'].map(isOpenSource)).toEqual([true, true, false]);
  expect(familyOf('Apache-2.0')).toBe('Apache');
});

test('programming languages are recognised by name, those that are common words only when capitalised', () => {
  expect(languagesIn('written in Go and C++, with some golang tools').map(({ name }) => name)).toEqual(['Go', 'C++', 'Go']);
  expect(languagesIn('go to the next page')).toEqual([]);
  expect(languageNamed('ts')).toBe('TypeScript');
  expect(languageNamed('granite countertop')).toBeNull();
});
