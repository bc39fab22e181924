import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSitemap } from '../../../src/runs/sitemap.ts';
import { never } from '../../support/agent/local-web.ts';
import { entry, openSitemaps, sitemap } from './sitemaps.ts';

// Sitemaps in every form that sites serve.

const PAGES = ['https://example.com/a', 'https://example.com/b?x=1&y=2'];
const PLAIN = sitemap('<url><loc>https://example.com/a</loc></url><url><loc> https://example.com/b?x=1&amp;y=2\n</loc></url>');
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

test.each([
  ['gzipped', 'application/x-gzip', gzipSync(PLAIN)],
  ['gzipped', 'application/octet-stream', gzipSync(PLAIN)],
  ['gzipped', 'text/xml', gzipSync(PLAIN)],
  ['gzipped twice', 'application/gzip', gzipSync(gzipSync(PLAIN))],
  ['plain under the name of a gzipped one', 'application/x-gzip', PLAIN],
  ['plain', 'text/html; charset=utf-8', PLAIN],
  ['with a prefix', 'text/xml', PLAIN.replace(/<(\/?)(urlset|url|loc)/g, '<$1s:$2').replace('xmlns=', 'xmlns:s=')],
  ['with CDATA', 'text/xml', sitemap(PAGES.map((url) => `<url><loc><![CDATA[${url}]]></loc></url>`).join(''))],
  ['with attributes', 'text/xml', PLAIN.replaceAll('<loc>', '<loc xml:lang="en">')],
  ['in capitals', 'text/xml', PLAIN.replaceAll('loc>', 'LOC>')],
  ['with numbers for characters', 'text/xml', PLAIN.replace('&amp;', '&#x26;')],
  [
    'with pictures and comments',
    'text/xml',
    PLAIN.replace(
      '</url>',
      '<image:image><image:loc>https://example.com/a.png</image:loc></image:image></url><!-- <loc>https://example.com/c</loc> -->',
    ),
  ],
  ['in UTF-16', 'application/xml', utf16(PLAIN.replace('version="1.0"', 'version="1.0" encoding="UTF-16"'))],
  ['a text with a byte order mark', 'text/plain', `\ufeff${PAGES.join('\r\n')}\r\n`],
  ['a text in UTF-16', 'text/plain', utf16(PAGES.join('\n'))],
  [
    'RSS',
    'application/rss+xml',
    `<rss version="2.0"><channel><link>https://example.com/</link>${PAGES.map((url) => `<item><title>x</title><link>${url.replace('&', '&amp;')}</link></item>`).join('')}</channel></rss>`,
  ],
  [
    'Atom',
    'application/atom+xml',
    `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/"/>${PAGES.map((url) => `<entry><link rel="edit" href="https://example.com/edit"/><link href="${url.replace('&', '&amp;')}"/></entry>`).join('')}</feed>`,
  ],
])('a sitemap that is %s, as %s, names its pages', async (_, type, body) => {
  await using maps = await openSitemaps({ '/sitemap.xml.gz': body as string | Buffer }, { type });

  expect(await readSitemap(`${maps.web.url}/sitemap.xml.gz`, maps.fetcher, never())).toEqual({ urls: PAGES, failed: [] });
});

test('a missing part of an index is skipped and named; without any part the index fails', async () => {
  const pages: Record<string, string | Buffer> = { '/1.xml.gz': gzipSync(PLAIN), '/3.txt': 'https://example.com/c\n' };
  await using maps = await openSitemaps(pages);
  const named = (...paths: string[]) =>
    `<sitemapindex>${paths.map((path) => entry(maps.web.url + path).replaceAll('url>', 'sitemap>')).join('')}</sitemapindex>`;
  pages['/index.xml'] = named('/1.xml.gz', '/2.xml', '/3.txt');
  pages['/gone.xml'] = named('/2.xml', '/4.xml');

  expect(await readSitemap(`${maps.web.url}/index.xml`, maps.fetcher, never())).toEqual({
    urls: [...PAGES, 'https://example.com/c'],
    failed: [{ url: `${maps.web.url}/2.xml`, message: expect.stringContaining('404') }],
  });
  await expect(readSitemap(`${maps.web.url}/gone.xml`, maps.fetcher, never())).rejects.toMatchObject({ code: 'http_status' });
});

test('endlessly nested elements end the sitemap there', async () => {
  const deep = sitemap(`<url><loc>https://example.com/a</loc></url>${'<x>'.repeat(500_000)}`);
  await using maps = await openSitemaps({ '/deep.xml': deep });

  expect((await readSitemap(`${maps.web.url}/deep.xml`, maps.fetcher, never())).urls).toEqual(['https://example.com/a']);
});
