import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { urlSources } from '../../../src/runs/indexing.ts';
import { readSitemap } from '../../../src/runs/sitemap.ts';
import { never } from '../../support/agent/local-web.ts';
import { entries, entry, openSitemaps, sitemap } from './sitemaps.ts';

const COUNT = 200_000;

test('a sitemap of 200,000 entries is read', async () => {
  const body = entries(COUNT, (i) => `https://example.com/a/page-of-the-site/${i}?a=1&amp;b=2`);
  await using maps = await openSitemaps({ '/sitemap.xml': sitemap(body) });

  const urls = (await readSitemap(`${maps.web.url}/sitemap.xml`, maps.fetcher, never())).urls;

  expect(urls).toHaveLength(COUNT);
  expect(urls.at(-1)).toBe(`https://example.com/a/page-of-the-site/${COUNT - 1}?a=1&b=2`);
  expect(urlSources(urls, maps.fetcher)).toHaveLength(COUNT);
});

test('an index of sitemaps of that size is read; addresses over 2,048 bytes and of other protocols are left out', async () => {
  const parts = [0, 1].map((part) => sitemap(entries(COUNT / 2, (i) => `https://example.com/${part}/${i}`)));
  const odd = sitemap(entry(`https://example.com/${'x'.repeat(2040)}`) + entry('ftp://example.com/') + entry('https://example.com/ok'));
  const pages: Record<string, string> = { '/1.xml': parts[0] as string, '/2.xml': parts[1] as string, '/odd.xml': odd };
  await using maps = await openSitemaps(pages);
  pages['/index.xml'] = `<sitemapindex>${entry(`${maps.web.url}/1.xml`)}${entry(`${maps.web.url}/2.xml`)}</sitemapindex>`;

  const urls = (await readSitemap(`${maps.web.url}/index.xml`, maps.fetcher, never())).urls;

  expect(urls).toHaveLength(COUNT);
  expect((await readSitemap(`${maps.web.url}/odd.xml`, maps.fetcher, never())).urls).toEqual(['https://example.com/ok']);
});

test('an index that names itself, another in a circle and one part 50,000 times is read, each part once', async () => {
  const pages: Record<string, string> = { '/part.xml': sitemap(entry('https://example.com/page')) };
  await using maps = await openSitemaps(pages);
  const named = (...paths: string[]) => `<sitemapindex>${paths.map((path) => entry(maps.web.url + path)).join('')}</sitemapindex>`;
  pages['/other.xml'] = named('/index.xml', '/other.xml');
  pages['/nested.xml'] = named(...Array.from({ length: 50_000 }, (_, i) => `/deep/${i}.xml`));
  pages['/index.xml'] = named('/index.xml', '/other.xml', '/nested.xml', ...Array<string>(50_000).fill('/part.xml'));

  const urls = (await readSitemap(`${maps.web.url}/index.xml`, maps.fetcher, never())).urls;

  expect(urls).toEqual(['https://example.com/page']);
  expect(maps.web.requests.filter((path) => path !== '/robots.txt').length).toBeLessThanOrEqual(5);
});

test('a sitemap that unpacks into more than 50 MB is refused', async () => {
  const bomb = `<urlset>${' '.repeat(60 * 2 ** 20)}</urlset>`;
  await using maps = await openSitemaps({ '/bomb.xml': gzipSync(bomb) }, { encoding: 'gzip' });

  await expect(readSitemap(`${maps.web.url}/bomb.xml`, maps.fetcher, never())).rejects.toThrow(/larger than 50 MB/);
});
