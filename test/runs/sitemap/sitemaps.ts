import { readConfig } from '../../../src/config.ts';
import { openSitemapFetcher, SITEMAP_LIMITS } from '../../../src/main/agent.ts';
import { openWeb, quickClock } from '../../support/agent/local-web.ts';

export const entry = (url: string) => `<url><loc>${url}</loc><lastmod>2026-01-01</lastmod></url>\n`;
export const sitemap = (body: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</urlset>`;

/** `count` entries of a sitemap. */
export const entries = (count: number, urlOf: (i: number) => string) => Array.from({ length: count }, (_, i) => entry(urlOf(i))).join('');

/** A web of sitemaps, and a function that fetches them. */
export async function openSitemaps(
  pages: Record<string, string | Buffer>,
  { encoding = '', type = 'application/xml', limits = SITEMAP_LIMITS } = {},
) {
  await using open = new AsyncDisposableStack();
  const web = open.use(
    await openWeb((request, response) => {
      const body = pages[request.url ?? ''];
      response
        .writeHead(body === undefined ? 404 : 200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) })
        .end(body);
    }),
  );
  const config = readConfig({ FETCH_ALLOW_PRIVATE: web.place });
  const clock = quickClock();
  const turns = { take: async () => {}, hold: async () => ({ [Symbol.asyncDispose]: async () => {} }) };
  const pauses = { left: async () => ({ ms: 0, reason: null }), set: async () => {} };
  const fetcher = open.use(openSitemapFetcher(config, { clock, turns, pauses }, limits));
  const close = open.move();
  return { web, fetcher, [Symbol.asyncDispose]: () => close.disposeAsync() };
}
