import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SITEMAP_LIMITS } from '../../../src/main/agent.ts';
import { folderSources, urlSources } from '../../../src/runs/indexing.ts';
import { readSitemap } from '../../../src/runs/sitemap.ts';
import { never } from '../../support/agent/local-web.ts';
import { openFolder } from '../../support/postgres/embedded.ts';
import { entries, entry, openSitemaps, sitemap } from './sitemaps.ts';

// sitemaps of maximum size: sitemap.slow.test.ts

const COUNT = 2000;
const MANY = 500;

test('every entry of a sitemap is read', async () => {
  const body = entries(COUNT, (i) => `https://example.com/a/page-of-the-site/${i}?a=1&amp;b=2`);
  await using maps = await openSitemaps({ '/sitemap.xml': sitemap(body) });

  const urls = (await readSitemap(`${maps.web.url}/sitemap.xml`, maps.fetcher, never())).urls;

  expect(urls).toHaveLength(COUNT);
  expect(urls.at(-1)).toBe(`https://example.com/a/page-of-the-site/${COUNT - 1}?a=1&b=2`);
  expect(urlSources(urls, maps.fetcher)).toHaveLength(COUNT);
});

test('if few addresses are requested, parts without any do not affect later ones', async () => {
  const pages: Record<string, string> = { '/empty.xml': sitemap(''), '/full.xml': sitemap(entries(3, (i) => `https://example.com/${i}`)) };
  await using maps = await openSitemaps(pages);
  pages['/index.xml'] = `<sitemapindex>${entry(`${maps.web.url}/empty.xml`)}${entry(`${maps.web.url}/full.xml`)}</sitemapindex>`;

  expect((await readSitemap(`${maps.web.url}/index.xml`, maps.fetcher, never(), 1)).urls).toEqual(['https://example.com/0']);
  expect((await readSitemap(`${maps.web.url}/full.xml`, maps.fetcher, never(), 2)).urls).toHaveLength(2);
});

test('an index of sitemaps is read; addresses over 2,048 bytes and of other protocols are left out', async () => {
  const parts = [0, 1].map((part) => sitemap(entries(COUNT / 2, (i) => `https://example.com/${part}/${i}`)));
  const odd = sitemap(entry(`https://example.com/${'x'.repeat(2040)}`) + entry('ftp://example.com/') + entry('https://example.com/ok'));
  const pages: Record<string, string> = { '/1.xml': parts[0] as string, '/2.xml': parts[1] as string, '/odd.xml': odd };
  await using maps = await openSitemaps(pages);
  pages['/index.xml'] = `<sitemapindex>${entry(`${maps.web.url}/1.xml`)}${entry(`${maps.web.url}/2.xml`)}</sitemapindex>`;

  const urls = (await readSitemap(`${maps.web.url}/index.xml`, maps.fetcher, never())).urls;

  expect(urls).toHaveLength(COUNT);
  expect((await readSitemap(`${maps.web.url}/odd.xml`, maps.fetcher, never())).urls).toEqual(['https://example.com/ok']);
});

test('an index that names itself, another in a circle and one part many times is read, each part once', async () => {
  const pages: Record<string, string> = { '/part.xml': sitemap(entry('https://example.com/page')) };
  await using maps = await openSitemaps(pages);
  const named = (...paths: string[]) => `<sitemapindex>${paths.map((path) => entry(maps.web.url + path)).join('')}</sitemapindex>`;
  pages['/other.xml'] = named('/index.xml', '/other.xml');
  pages['/nested.xml'] = named(...Array.from({ length: MANY }, (_, i) => `/deep/${i}.xml`));
  pages['/index.xml'] = named('/index.xml', '/other.xml', '/nested.xml', ...Array<string>(MANY).fill('/part.xml'));

  const urls = (await readSitemap(`${maps.web.url}/index.xml`, maps.fetcher, never())).urls;

  expect(urls).toEqual(['https://example.com/page']);
  expect(maps.web.requests.filter((path) => path !== '/robots.txt').length).toBeLessThanOrEqual(5);
});

test('a sitemap is cut at the maximum number of addresses, and refused if it unpacks into too many bytes', async () => {
  const many = `<urlset>${Array.from({ length: 100 }, (_, i) => `<loc>http://a.example/${i}</loc>`.repeat(2)).join('')}</urlset>`;
  const bomb = `<urlset>${' '.repeat(2 * 2 ** 20)}</urlset>`;
  await using maps = await openSitemaps(
    { '/many.xml': gzipSync(many), '/bomb.xml': gzipSync(bomb) },
    { encoding: 'gzip', limits: { ...SITEMAP_LIMITS, maxBytes: 2 ** 20 } },
  );

  expect((await readSitemap(`${maps.web.url}/many.xml`, maps.fetcher, never(), 70)).urls).toHaveLength(70);
  expect((await readSitemap(`${maps.web.url}/many.xml`, maps.fetcher, never())).urls).toHaveLength(100);
  await expect(readSitemap(`${maps.web.url}/bomb.xml`, maps.fetcher, never())).rejects.toThrow(/larger than 1 MB/);
});

test('the files of a folder get addresses under its base, each with the type of its name', async () => {
  await using files = await openFolder();
  const folder = files.path;
  mkdirSync(join(folder, 'more pages'));
  for (const name of ['a.md', 'b.TXT', 'c.png', 'index.html', 'more pages/index.htm']) writeFileSync(join(folder, name), '# Rust DB');

  const sources = await folderSources(folder, 'https://example.com/docs');
  const opened = await Promise.all(sources.map(({ open }) => open(never())));

  expect(opened.map(({ url, mediaType }) => [url, mediaType])).toEqual([
    ['https://example.com/docs/a.md', 'text/markdown'],
    ['https://example.com/docs/b.TXT', 'text/plain'],
    ['https://example.com/docs/', 'text/html'],
    ['https://example.com/docs/more%20pages/', 'text/html'],
  ]);
});
