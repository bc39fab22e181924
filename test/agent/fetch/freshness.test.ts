import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshnessOf, hopOf } from '../../../src/agent/fetch/freshness.ts';

const NOW = Date.parse('2026-01-10T00:00:00Z');
const HOUR = 3600;
const at = (ms: number) => new Date(NOW + ms).toUTCString();
const secondsOf = (headers: Record<string, string>) => (freshnessOf(new Headers(headers), NOW).freshUntil - NOW) / 1000;

test.each([
  ['max-age', { 'cache-control': 'max-age=60' }, 60],
  ['s-maxage, since many share this cache', { 'cache-control': 'max-age=60, s-maxage=10' }, 10],
  ['max-age before Expires', { 'cache-control': 'public, max-age=60', expires: at(9e6), date: at(0) }, 60],
  ['max-age less the age it came with', { 'cache-control': 'max-age=60', age: '45' }, 15],
  ['max-age that is over', { 'cache-control': 'max-age=60', age: '90' }, 0],
  ['the lesser of two max-ages', { 'cache-control': 'max-age=60, max-age=5' }, 5],
  ['max-age in quotes and capitals', { 'cache-control': 'Max-Age="60"' }, 60],
  ['a max-age that is no number', { 'cache-control': 'max-age=soon', 'last-modified': at(-9e9) }, 0],
  ["Expires by the server's own clock", { expires: at(-1000_000), date: at(-1060_000) }, 60],
  ['Expires in the past', { expires: at(-1000) }, 0],
  ['Expires: 0', { expires: '0', 'last-modified': at(-9e9) }, 0],
  ['a tenth of the age of the document', { 'last-modified': at(-10 * HOUR * 1000), date: at(0) }, HOUR],
  ['a day at most by that', { 'last-modified': at(-1000 * HOUR * 1000) }, 24 * HOUR],
  ['a document from the future', { 'last-modified': at(9e6) }, 0],
  ['nothing', {}, 0],
  ['no-cache', { 'cache-control': 'no-cache, max-age=60' }, 0],
  ['no-cache for a field', { 'cache-control': 'no-cache="set-cookie", max-age=60' }, 0],
  ['no-store', { 'cache-control': 'no-store, max-age=60' }, 0],
  ['private', { 'cache-control': 'private, max-age=60' }, 0],
  ['Vary: *', { 'cache-control': 'max-age=60', vary: '*' }, 0],
  ['a year at most', { 'cache-control': 'max-age=99999999999' }, 365 * 24 * HOUR],
])('how long an answer is fresh: %s', (_, headers, seconds) => {
  expect(secondsOf(headers as Record<string, string>)).toBeCloseTo(seconds, 0);
});

test.each([
  ['no-store', false],
  ['private', false],
  ['no-cache', true],
  ['max-age=0, must-revalidate', true],
])('whether an answer with %s may be stored: %s', (control, isStorable) => {
  expect(freshnessOf(new Headers({ 'cache-control': control, etag: '"1"' }), NOW)).toMatchObject({ isStorable, etag: '"1"' });
});

test.each([
  [301, {}, 60],
  [308, {}, 60],
  [302, {}, 0],
  [307, {}, 0],
  [302, { 'cache-control': 'max-age=10' }, 10],
  [301, { 'cache-control': 'max-age=10' }, 10],
  [301, { 'cache-control': 'no-cache' }, 0],
  [301, { 'cache-control': 'no-store' }, 0],
])('a page that is fresh for a minute, behind a redirect of status %i %j, is fresh for %i s', (status, headers, seconds) => {
  const hop = hopOf(status, new Headers(headers as Record<string, string>), NOW);

  const { freshUntil } = freshnessOf(new Headers({ 'cache-control': 'max-age=60' }), NOW, [hop]);

  expect((freshUntil - NOW) / 1000).toBe(seconds);
});

test('whatever the headers, an answer is never fresh in the past, nor for more than a year', () => {
  const text = fc.oneof(fc.constantFrom('max-age=60', 'no-cache', 'private', 's-maxage=-1', '=', ',,"', at(0), '0'), fc.string());
  const headers = fc.record(
    { 'cache-control': text, expires: text, date: text, age: text, 'last-modified': text, vary: text },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(headers, (input) => {
      const { freshUntil } = freshnessOf({ get: (name) => (input as Record<string, string>)[name] ?? null }, NOW);
      expect(freshUntil).toBeGreaterThanOrEqual(NOW);
      expect(freshUntil).toBeLessThanOrEqual(NOW + 366 * 24 * HOUR * 1000);
    }),
    { numRuns: 500 },
  );
});
