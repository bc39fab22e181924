import { expect, test } from 'vitest';
import { liesIn } from '../../src/knowledge/places/lies-in.ts';
import { countryOf, placeNamed } from '../../src/knowledge/places/named.ts';
import { sideOf } from '../../src/knowledge/places/sides.ts';

const lies = (inner: string, outer: string) => {
  const [a, b] = [placeNamed(inner, true), placeNamed(outer) ?? sideOf(outer)];
  return a && b ? liesIn(a, b) : 'unknown';
};

test.each([
  ['Bacharach', 'Germany', true],
  ['Tegernsee', 'Bavaria', true],
  ['Rhineland-Palatinate', 'Germany', true],
  ['Kitzbühel', 'Germany', false],
  ['Lisbon', 'Europe', true],
  ['Lima', 'South America', true],
  ['Moscow', 'Asia', null],
  ['Edinburgh', 'Scotland', true],
  ['Edinburgh', 'UK', true],
  ['Leeds', 'northern England', true],
  ['Southampton', 'northern England', false],
  ['Palermo', 'southern Italy', true],
  ['Turin', 'southern Italy', false],
  ['Oslo', 'Scandinavia', true],
])('%s is in %s: %s', (inner, outer, is) => expect(lies(inner, outer)).toBe(is));

test('a name shared by several countries excludes none of them', () => {
  const perth = placeNamed('Perth', true);
  const scotland = placeNamed('Scotland');

  expect(perth && scotland && liesIn(perth, scotland)).toBeNull();
});

test('a common word, a river and the sea are not places', () => {
  expect([placeNamed('Table'), placeNamed('Rhine'), placeNamed('Atlantic')]).toEqual([null, null, null]);
});

test('a demonym names its country', () => {
  expect([...(countryOf('Dutch')?.countries ?? [])]).toEqual(['NL']);
  expect([...(countryOf('Austrian')?.countries ?? [])]).toEqual(['AT']);
  expect(countryOf('dutch')).toBeNull();
  expect(countryOf('Gothic')).toBeNull();
});
