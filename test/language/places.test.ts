import { expect, test } from 'vitest';
import { liesIn } from '../../src/knowledge/places/lies-in.ts';
import { placeNamed } from '../../src/knowledge/places/named.ts';
import { placesIn } from '../../src/language/places.ts';

test.each([
  ['Edinburgh', 'England', false],
  ['Edinburgh', 'Scotland', true],
  ['London', 'Scotland', false],
  ['Scotland', 'United Kingdom', true],
  ['United Kingdom', 'England', null],
  ['Austin', 'Texas', true],
  ['Austin, TX', 'Texas', true],
  ['Austin', 'California', false],
  ['Toronto', 'Ontario', true],
  ['Atlanta, Georgia', 'United States', true],
  ['Tbilisi, Georgia', 'United States', false],
  ['Athens, Georgia', 'Greece', false],
  ['Paris, Texas', 'France', false],
  ['Paris, TX', 'France', false],
  ['Cambridge, MA', 'United Kingdom', false],
  ['Cambridge, Massachusetts', 'United Kingdom', false],
  ['Cambridge', 'United Kingdom', null],
  ['Columbus, GA', 'Ohio', null],
  ['Portland, OR', 'Oregon', true],
  ['Perth, WA 6000', 'Australia', true],
  ['Vancouver, Washington', 'Canada', false],
  ['London, Ontario', 'United Kingdom', false],
  ['London, ON', 'Canada', true],
  ['London, Canada', 'United Kingdom', false],
  ['United States', 'Texas', null],
  ['Berlin', 'Paris', false],
  ['Istanbul', 'Europe', null],
  ['Moscow', 'Asia', null],
  ['Seoul', 'Europe', false],
  ['Texas', 'Europe', false],
  ['Europe', 'France', null],
] as const)('%s is in %s: %s', (inner, outer, lies) => {
  const [place] = placesIn(inner, false);
  const asked = placeNamed(outer);

  expect(place && asked && liesIn(place.place, asked)).toBe(lies);
});

test('New England is not England', () => {
  expect(placesIn('New England', false).map(({ name }) => name)).toEqual(['New England']);
});
