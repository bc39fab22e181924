import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { FILE_TYPES } from '../../runs/candidate/file-types.ts';
import { folderSources, indexSources, type Source, sitemapUrls, urlSources } from '../../runs/indexing.ts';
import { portsOn } from '../../runs/ports/ports.ts';
import { openFetchers, openReaders, SITEMAP_LIMITS } from '../agent.ts';
import { openDatabase } from '../database.ts';

/** `index`: reads a folder (with its base URL), a sitemap or a file of URLs into the index. Answers the exit code: 1 when nothing could be read. */
export async function indexPages(config: Config, what: string, base: string | undefined): Promise<number> {
  const databaseUrl = await openDatabase(config);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('interrupted')));
  await using open = new AsyncDisposableStack();
  const { db } = open.use(openClient(databaseUrl, { max: config.lanes + 1, name: 'webset index' }));
  const fetcher = open.use(openFetchers(config, portsOn(db)));
  const sitemaps = open.use(openFetchers(config, portsOn(db), SITEMAP_LIMITS));
  const sources = await sourcesOf(
    what,
    base,
    (url) => sitemapUrls(url, sitemaps, stop.signal),
    (urls) => urlSources(urls, fetcher),
  );
  if (sources.length === 0)
    throw new Error(`${what} holds nothing to index: files that end in ${FILE_TYPES} are read, and the URLs of a sitemap or a text file`);

  const reader = open.use(openReaders());
  const every = Math.max(1, Math.round(sources.length / 20));
  const onPage = (done: number) => done % every === 0 && console.log(`${done} of ${sources.length}`);
  const { indexed, failed } = await indexSources({ db, reader }, sources, {
    collection: what,
    lanes: config.lanes,
    signal: stop.signal,
    onPage,
  });
  stop.signal.throwIfAborted();
  for (const { url, message } of failed) console.error(`left out ${url}: ${message}`);
  console.log(`indexed ${indexed} page${indexed === 1 ? '' : 's'}${failed.length > 0 ? `, left out ${failed.length}` : ''}`);
  return indexed > 0 ? 0 : 1;
}

async function sourcesOf(
  what: string,
  base: string | undefined,
  sitemap: (url: string) => Promise<string[]>,
  fromUrls: (urls: string[]) => Source[],
): Promise<Source[]> {
  if (/^https?:\/\//i.test(what)) return fromUrls(await sitemap(what));
  const found = await stat(what).catch(() => null);
  if (!found) throw new Error(`${what} is neither a folder, a file of URLs nor the address of a sitemap`);
  if (found.isDirectory()) {
    if (!base || !URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
      throw new Error('a folder needs --base URL: the http(s) address that its files stand under');
    return folderSources(what, base);
  }
  const lines = (await readFile(what, 'utf8')).split(/\r?\n/).map((line) => line.trim());
  const urls = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const bad = urls.find((url) => !URL.canParse(url));
  if (bad !== undefined) throw new Error(`${what} holds a line that is no URL: ${bad.slice(0, 100)}`);
  return fromUrls(urls);
}
