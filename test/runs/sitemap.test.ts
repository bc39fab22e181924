import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openFetchers, SITEMAP_LIMITS } from '../../src/main/agent.ts';
import { sitemapUrls, urlSources } from '../../src/runs/indexing.ts';
import { never, openWeb, quickClock } from '../support/agent/local-web.ts';

const entry = (url: string) => `<url><loc>${url}</loc><lastmod>2026-01-01</lastmod></url>\n`;
const sitemap = (body: string) => `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</urlset>`;

async function openSitemaps(pages: Record<string, string>) {
  await using open = new AsyncDisposableStack();
  const web = open.use(
    await openWeb((request, response) => {
      const body = pages[request.url ?? ''];
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/xml' }).end(body);
    }),
  );
  const config = readConfig({ FETCH_ALLOW_PRIVATE: web.place });
  const clock = quickClock();
  const turns = { take: async () => {}, hold: async () => ({ [Symbol.asyncDispose]: async () => {} }) };
  const pauses = { left: async () => ({ ms: 0, reason: null }), set: async () => {} };
  const fetcher = open.use(openFetchers(config, { clock, turns, pauses }, SITEMAP_LIMITS));
  const close = open.move();
  return { web, fetcher, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('a sitemap of 200,000 entries is read', async () => {
  const body = Array.from({ length: 200_000 }, (_, i) => entry(`https://example.com/a/page-of-the-site/${i}?a=1&amp;b=2`)).join('');
  await using maps = await openSitemaps({ '/sitemap.xml': sitemap(body) });

  const urls = await sitemapUrls(`${maps.web.url}/sitemap.xml`, maps.fetcher, never());

  expect(urls).toHaveLength(200_000);
  expect(urls.at(-1)).toBe('https://example.com/a/page-of-the-site/199999?a=1&b=2');
  expect(urlSources(urls, maps.fetcher)).toHaveLength(200_000);
});

test('so is an index of sitemaps with as many; addresses past 2,048 bytes and of other protocols are left out', async () => {
  const parts = [0, 1].map((part) =>
    sitemap(Array.from({ length: 100_000 }, (_, i) => entry(`https://example.com/${part}/${i}`)).join('')),
  );
  const odd = sitemap(entry(`https://example.com/${'x'.repeat(2040)}`) + entry('ftp://example.com/') + entry('https://example.com/ok'));
  const pages: Record<string, string> = { '/1.xml': parts[0] as string, '/2.xml': parts[1] as string, '/odd.xml': odd };
  await using maps = await openSitemaps(pages);
  pages['/index.xml'] = `<sitemapindex>${entry(`${maps.web.url}/1.xml`)}${entry(`${maps.web.url}/2.xml`)}</sitemapindex>`;

  const urls = await sitemapUrls(`${maps.web.url}/index.xml`, maps.fetcher, never());

  expect(urls).toHaveLength(200_000);
  expect(await sitemapUrls(`${maps.web.url}/odd.xml`, maps.fetcher, never())).toEqual(['https://example.com/ok']);
});
