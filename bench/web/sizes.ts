import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import type { Browser } from '../../test/support/browser.ts';

/** What a page loads: file names of its scripts and styles, and their bytes as gzip sends them, the page itself included. */
export interface Load {
  files: string[];
  bytes: number;
}

/** Loads a page in a fresh window and weighs what came before it was `ready`. */
export async function weigh(browser: Browser, url: string, ready: (page: Page) => Promise<unknown>): Promise<Load> {
  const { context } = await browser.context();
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url);
  await ready(page);
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {}); // a page that follows a run is never idle
  const load: Load = { files: [], bytes: 0 };
  const first = new Map(responses.map((response) => [response.url(), response] as const).reverse()); // a second one comes from the cache
  for (const response of first.values()) {
    const { pathname } = new URL(response.url());
    const isPage = response.url() === url;
    if (!isPage && !/^\/assets\/.*\.(js|css)$/.test(pathname)) continue;
    load.bytes += gzipSync(await response.body(), { level: 9 }).length;
    if (!isPage) load.files.push(pathname.replace('/assets/', ''));
  }
  await context.close();
  return load;
}
