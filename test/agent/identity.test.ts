import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalKey, entityKey } from '../../src/agent/identity.ts';

test.each([
  'https://example.com/a',
  'http://example.com/a',
  'https://www.example.com/a/',
  'https://example.com:443/a',
  'http://EXAMPLE.com:80/a',
  'https://example.com/a?utm_source=x&utm_medium=y',
  'https://example.com/a?fbclid=1&gclid=2&ref=home',
  'https://example.com/a#part',
  'https://example.com/a/index.html',
  'https://example.com/./b/../a',
])('%s is the same page as the others', (url) => {
  expect(canonicalKey(url)).toBe('https://example.com/a');
});

test.each([
  ['https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a?id=1', 'https://example.com/a?id=2'],
  ['https://example.com/a', 'https://blog.example.com/a'],
  ['http://localhost:3000/a', 'http://localhost:3001/a'],
])('%s and %s are two pages', (one, other) => {
  expect(canonicalKey(one)).not.toBe(canonicalKey(other));
});

test('the order of parameters makes no difference', () => {
  expect(canonicalKey('https://example.com/a?x=1&y=2')).toBe(canonicalKey('https://example.com/a?y=2&x=1'));
});

const urls = fc.webUrl({ withQueryParameters: true, withFragments: true });

test("a key's key is itself", () => {
  fc.assert(
    fc.property(urls, (url) => {
      const key = canonicalKey(url);
      expect(canonicalKey(key)).toBe(key);
    }),
    { numRuns: 500 },
  );
});

test('tracking parameters and fragments never change a key', () => {
  const tracking = fc.constantFrom('utm_source', 'utm_campaign', 'fbclid', 'gclid', 'ref', 'mc_eid');
  fc.assert(
    fc.property(urls, tracking, fc.webFragments(), (url, parameter, fragment) => {
      const tracked = new URL(url);
      tracked.searchParams.append(parameter, 'x');
      tracked.hash = fragment;
      expect(canonicalKey(tracked.href)).toBe(canonicalKey(url));
    }),
    { numRuns: 500 },
  );
});

test('a key can be made of anything', () => {
  fc.assert(fc.property(fc.string(), (text) => typeof canonicalKey(text) === 'string'));
});

test.each([
  ['on the same site', 'https://m.example.com/a?x=1', 'https://example.com/a', 'https://example.com/a'],
  ['on a foreign site', 'https://example.com/a', 'https://other.com/a', 'https://example.com/a'],
  ['of another customer of a shared host', 'https://one.github.io/a', 'https://two.github.io/a', 'https://one.github.io/a'],
  ['that folds the site into its front page', 'https://example.com/a', 'https://example.com/', 'https://example.com/a'],
  ['on the same host without a domain', 'http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/b', 'https://127.0.0.1:8080/b'],
  ['on another port of such a host', 'http://127.0.0.1:8080/a', 'http://127.0.0.1:9090/b', 'https://127.0.0.1:8080/a'],
  ['that is not http', 'https://example.com/a', 'javascript:alert(1)', 'https://example.com/a'],
])('a canonical address %s', (_, url, canonicalUrl, key) => {
  expect(entityKey({ url, canonicalUrl, title: '' }, null)).toBe(key);
});
