import { expect, test } from 'vitest';
import { entityLinks, looksLikeListing } from '../../src/agent/listing.ts';
import { pageOf } from '../house/page.ts';

const names = ['Acme', 'Boltbase', 'Cinder', 'Dunes', 'Ember', 'Fjord', 'Glade', 'Heron', 'Iris', 'Juno'];
const entries = names.map((name) => `li> [${name}](https://acme.example/companies/${name.toLowerCase()}) – a company of some size`);

test('an index of companies is a listing, and each company is linked once', () => {
  const page = pageOf(['h1> Companies', ...entries, ...entries, '[Next](https://acme.example/companies/page/2)'].join('\n'));

  expect(looksLikeListing(page)).toBe(true);
  expect(entityLinks(page)).toHaveLength(names.length);
  expect(entityLinks(page)[0]?.url).toBe('https://acme.example/companies/acme');
});

test('an article that links to many pages in its sentences is none', () => {
  const prose = names.map(
    (name) => `Long ago, and after much work, the founders of [${name}](https://acme.example/companies/${name.toLowerCase()}) met.`,
  );

  expect(looksLikeListing(pageOf(['h1> A history of companies', ...prose].join('\n')))).toBe(false);
});

test('a company with a few related ones beside its own words is none', () => {
  const own = Array.from(
    { length: 6 },
    (_, i) => `Acme has done a great many things in its years, and number ${i} was one of the best of them all.`,
  );

  expect(looksLikeListing(pageOf(['h1> Acme', ...own, ...entries.slice(0, 5)].join('\n')))).toBe(false);
});

test('links to other sites, files and the page itself lead to no entity', () => {
  const page = pageOf(
    'h1> Acme\n[Elsewhere](https://other.example/a)\n[Report](https://acme.example/report.pdf)\n[2](https://acme.example/list?page=2)',
  );

  expect(entityLinks(page)).toEqual([]);
});
