import { expect, test } from 'vitest';
import { findPlaces, liesIn, placeNamed } from '../../src/language/places.ts';

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
  ['Atlanta, Georgia', 'Asia', false],
  ['Tbilisi, Georgia', 'United States', false],
  ['Athens, Georgia', 'Greece', false],
  ['Paris, Texas', 'France', false],
  ['Vancouver, Washington', 'Canada', false],
  ['London, Ontario', 'United Kingdom', false],
  ['London, Canada', 'United Kingdom', null],
  ['United States', 'Texas', null],
  ['Berlin', 'Paris', false],
  ['Istanbul', 'Europe', null],
  ['Moscow', 'Asia', null],
  ['Moscow', 'Europe', true],
  ['Seoul', 'Europe', false],
] as const)('whether %s lies in %s: %s', (inner, outer, lies) => {
  const [place] = findPlaces(inner);
  const asked = placeNamed(outer);

  expect(place && asked && liesIn(place, asked)).toBe(lies);
});

test('New England is not England', () => {
  expect(findPlaces('New England')).toEqual([]);
});
