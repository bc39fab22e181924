import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namedIn, registeredIn } from '../../../src/agent/entity/identifier.ts';
import { addressKey, claimOf, siteOf } from '../../../src/agent/entity/identity.ts';
import { canonicalKey } from '../../../src/agent/entity/key.ts';

test.each([
  'https://example.com/a',
  'http://example.com/a',
  'https://www.example.com/a/',
  'https://example.com:443/a',
  'http://EXAMPLE.com:80/a',
  'https://example.com/a?utm_source=x&utm_medium=y',
  'https://example.com/a?fbclid=1&gclid=2&ref=home',
  'https://example.com/a?ref=producthunt',
  'https://example.com/a?ref=sr_1_1',
  'https://example.com/a?ref=%2Fnews',
  'https://example.com/a#part',
  'https://example.com/a/index.html',
  'https://example.com/./b/../a',
])('%s is the same page as the others', (url) => {
  expect(canonicalKey(url)).toBe('https://example.com/a');
});

test.each([
  ['https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a?id=1', 'https://example.com/a?id=2'],
  ['https://example.com/house?ref=A17', 'https://example.com/house?ref=B22'],
  ['https://example.com/house?ref=HX-4410', 'https://example.com/house?ref=HX-4411'],
  ['https://example.com/house?ref=20417', 'https://example.com/house'],
  ['https://example.com/house?ref=A17&q=a%20b', 'https://example.com/house?ref=B22&q=a%20b'],
  ['https://example.com/case/Item', 'https://example.com/case/item'],
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

test('any text has a key', () => {
  expect(canonicalKey(`https://a.com/x?ref=${'1'.repeat(1000)}_`)).toBe('https://a.com/x');
  fc.assert(fc.property(fc.string(), (text) => typeof canonicalKey(text) === 'string'));
});

const keyOf = (...asked: Parameters<typeof claimOf>) => claimOf(...asked).key;

test.each([
  ['on the same site', 'https://m.example.com/a?x=1', 'https://example.com/a'],
  ['on a foreign site', 'https://example.com/a', 'https://other.com/a'],
  ['that folds the site into its front page', 'https://example.com/a', 'https://example.com/'],
  ['that is not http', 'https://example.com/a', 'javascript:alert(1)'],
])('a canonical address %s does not change a page’s key', (_, url, canonicalUrl) => {
  expect(keyOf({ url, canonicalUrl, title: '' }, null)).toBe(canonicalKey(url));
});

test.each([
  ['https://doi.org/10.1145/3292500.3330701', 'doi:10.1145/3292500.3330701'],
  ['http://dx.doi.org/10.1145/3292500.3330701?utm_source=x', 'doi:10.1145/3292500.3330701'],
  ['https://arxiv.org/abs/2101.00001', 'arxiv:2101.00001'],
  ['http://www.arxiv.org/pdf/2101.00001v3.pdf', 'arxiv:2101.00001'],
  ['https://export.arxiv.org/abs/2101.00001v1', 'arxiv:2101.00001'],
  ['https://ar5iv.labs.arxiv.org/html/2101.00001', 'arxiv:2101.00001'],
  ['https://doi.org/10.48550/arXiv.2101.00001', 'arxiv:2101.00001'],
  ['https://arxiv.org/abs/hep-th/9901001v2', 'arxiv:hep-th/9901001'],
  ['https://www.wikidata.org/wiki/Q42#sitelinks', 'qid:Q42'],
  ['https://www.wikidata.org/entity/Q42', 'qid:Q42'],
  ['https://orcid.org/0000-0002-1825-0097', 'orcid:0000-0002-1825-0097'],
])('%s has the key %s by its registry', (url, key) => {
  expect(registeredIn(url)).toBe(key);
  expect(addressKey(url)).toBe(key);
});

test.each([
  ['https://dl.acm.org/doi/abs/10.1145/3292500.3330701', 'doi:10.1145/3292500.3330701'],
  ['https://dl.acm.org/doi/pdf/10.1145/3292500.3330701', 'doi:10.1145/3292500.3330701'],
  ['https://onlinelibrary.wiley.com/doi/10.1002/ASI.24750/full', 'doi:10.1002/asi.24750'],
  ['https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0001', 'doi:10.1371/journal.pone.0001'],
  ['https://link.springer.com/article/10.1007%2Fs00453-020-1', 'doi:10.1007/s00453-020-1'],
  ['https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full.pdf', 'doi:10.1101/2020.01.02.123456'],
  ['https://evil.example/buy/10.1038/nature14539', 'doi:10.1038/nature14539'],
  ['https://www.alphaxiv.org/abs/2101.00001', 'arxiv:2101.00001'],
])('%s names %s, and has its address as key', (url, named) => {
  expect(namedIn(url)).toBe(named);
  expect(registeredIn(url)).toBeNull();
  expect(addressKey(url)).toBe(canonicalKey(url));
  expect(claimOf({ url, canonicalUrl: null, title: '' }, 'research')).toEqual({ key: canonicalKey(url), named });
});

test.each([
  'https://orcid.org/0000-0002-1825-0098',
  'https://arxiv.org/list/cs.DB/recent',
  'https://example.com/10.12/a',
  'https://example.com/%E0%A4%A',
  'https://example.com/10.1234/a%00b',
  'https://doi.org/10.1234/a%E2%80%AEb',
  `https://doi.org/10.1234/${'a'.repeat(400)}`,
])('%s names nothing', (url) => {
  expect(namedIn(url)).toBeNull();
});

test('a key over 512 bytes becomes its beginning and its hash, and different keys stay different', () => {
  const long = (end: string) => `https://example.com/${'漢'.repeat(190)}${end}`;

  const [one, other] = [addressKey(long('a')), addressKey(long('b'))];

  expect(one).toMatch(/^https:\/\/example\.com\/.{80}~[0-9a-f]{64}$/u);
  expect(Buffer.byteLength(one)).toBeLessThanOrEqual(512);
  expect(one).not.toBe(other);
  expect(addressKey(long('a'))).toBe(one);
});

test('a paper found by its DOI has that key, whatever address it redirects to', () => {
  const page = { url: 'https://publisher.example/read/77', canonicalUrl: null, title: 'A study' };

  expect(keyOf({ ...page, foundAt: 'https://doi.org/10.1000/x' }, 'research')).toBe('doi:10.1000/x');
});

const company = (url: string, title = '') => keyOf({ url, canonicalUrl: null, title }, 'companies');

test.each([
  ['https://www.acme.com/', 'Home'],
  ['https://acme.com/about', 'About us'],
  ['http://blog.acme.com/2024/anvils', 'New anvils | ACME'],
  ['https://shop.acme.com/?utm_source=x', ''],
  ['https://acme.com/de/', 'Willkommen'],
  ['https://acme.com/careers', 'Join us'],
  ['https://acme.com/anvils', 'Anvils by Acme'],
])('%s (%s) is the company at acme.com', (url, title) => {
  expect(company(url, title)).toBe('site:acme.com');
});

test.each([
  ['a platform', 'https://www.linkedin.com/company/acme', 'https://www.linkedin.com/company/apex'],
  ['a shared host', 'https://acme.github.io/one', 'https://acme.github.io/two'],
  ['a directory', 'https://findthem.com/companies/acme', 'https://findthem.com/companies/apex'],
  ['an encyclopedia', 'https://en.wikipedia.org/wiki/Acme', 'https://en.wikipedia.org/wiki/Apex'],
  ['deep pages without its name', 'https://daily-news.com/2024/05/acme', 'https://daily-news.com/2024/05/apex'],
  ['a news site', 'https://daily-news.com/acme-raises-5-million', 'https://daily-news.com/apex-raises-7-million'],
  ['an IP address', 'http://127.0.0.1:8080/acme', 'http://127.0.0.1:8080/apex'],
  ['localhost', 'http://localhost:8080/acme', 'http://localhost:8080/apex'],
  ['a name outside of the registries', 'http://directory.test/acme', 'http://directory.test/apex'],
])('two companies on %s are two', (_, one, other) => {
  expect(company(one)).not.toBe(company(other));
  expect(company(one)).toBe(canonicalKey(one));
});

test('only companies have their domain as key', () => {
  for (const category of ['people', 'research', 'articles', 'posts', null] as const)
    expect(keyOf({ url: 'https://acme.com/about', canonicalUrl: null, title: 'Acme' }, category)).toBe('https://acme.com/about');
});

test.each([
  ['https://www.a.example.co.uk/x', 'example.co.uk'],
  ['https://one.github.io/x', 'one.github.io'],
  ['http://127.0.0.1:8080/x', '127.0.0.1:8080'],
  ['no address', ''],
])('the site of %s is %s', (url, site) => {
  expect(siteOf(url)).toBe(site);
});

test('addresses that differ in scheme, www, port, case and tracking are one entity in every category', () => {
  const categories = fc.constantFrom('people', 'companies', 'research', 'articles', 'posts', null);
  fc.assert(
    fc.property(urls, categories, (url, category) => {
      const mirror = new URL(url);
      mirror.protocol = 'https:';
      mirror.searchParams.append('utm_medium', 'mail');
      mirror.hash = 'top';
      const key = (address: string) => keyOf({ url: address, canonicalUrl: null, title: 'x' }, category);
      expect(key(mirror.href)).toBe(key(url));
    }),
    { numRuns: 500 },
  );
});

test('any hit has a key', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.option(fc.webUrl()), fc.string(), fc.string(), (url, canonicalUrl, title, foundAt) => {
      expect(keyOf({ url, canonicalUrl, title, foundAt }, 'companies')).not.toBe('');
    }),
  );
});

test('a DOI that a page names is a claim, except for companies and people, or if a registry gives another', () => {
  const page = { url: 'https://journal.example/view?id=7', canonicalUrl: 'https://doi.org/10.1234/ABC', title: '' };
  const own = 'https://journal.example/view?id=7';

  expect(claimOf(page, 'research')).toEqual({ key: own, named: 'doi:10.1234/abc' });
  expect(claimOf(page, null)).toEqual({ key: own, named: 'doi:10.1234/abc' });
  expect(claimOf(page, 'people')).toEqual({ key: own, named: null });
  expect(claimOf({ ...page, url: 'https://arxiv.org/abs/2101.00001' }, 'research')).toEqual({ key: 'arxiv:2101.00001', named: null });
});
