import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { deleteCollection, insertCollection, listPublicCollections } from '../../db/queries/collections/collection.ts';
import { COLLECTION_NAME_MAX, filesAddress } from '../../domain/page/collection.ts';
import { FILE_TYPES } from '../../domain/page/file-types.ts';
import { folderSources, indexSources, type Source, urlSources } from '../../runs/indexing.ts';
import { portsOn } from '../../runs/ports/ports.ts';
import { readSitemap } from '../../runs/sitemap.ts';
import { openFetchers, openReaders, openSitemapFetcher } from '../agent.ts';
import { openDatabase } from '../database.ts';

export interface IndexOptions {
  base?: string;
  name?: string;
  remove?: boolean;
}

/**
 * `index`: reads a folder, a sitemap or a file of URLs into an operator's collection, which everyone searches; indexing it again updates
 * its collection. Returns the exit code: 1 when nothing could be read.
 */
export async function indexPages(config: Config, what: string, { base, name, remove = false }: IndexOptions): Promise<number> {
  if (base !== undefined && !isHttp(base)) throw new Error('--base must be the http(s) address that the files of the folder stand under');
  const databaseUrl = await openDatabase(config);
  if (remove) return removePages(databaseUrl, what);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('interrupted')));
  await using open = new AsyncDisposableStack();
  const { db } = open.use(openClient(databaseUrl, { max: config.lanes + 1, name: 'webset index' }));
  const fetcher = open.use(openFetchers(config, portsOn(db)));
  const sitemaps = open.use(openSitemapFetcher(config, portsOn(db)));
  const sources = await sourcesOf(what, {
    async sitemap(url) {
      const { urls, failed } = await readSitemap(url, sitemaps, stop.signal);
      for (const part of failed) console.error(`left out ${part.url}, a part of the sitemap: ${part.message}`);
      return urls;
    },
    fromUrls: (urls) => urlSources(urls, fetcher),
    fromFolder: (filesBase) => folderSources(what, base ?? filesBase, base === undefined),
  });
  const isEmpty = (await sources(config.publicUrl)).length === 0;
  if (isEmpty)
    throw new Error(`${what} holds nothing to index: files that end in ${FILE_TYPES} are read, and the URLs of a sitemap or a text file`);
  const named = { name: (name ?? what).slice(0, COLLECTION_NAME_MAX), source: what };
  const { id: collectionId, token } = await insertCollection(db, { kind: 'operator', ownerId: null, ...named }, name !== undefined);
  const found = await sources(filesAddress(config.publicUrl, token));

  const reader = open.use(openReaders());
  const every = Math.max(1, Math.round(found.length / 20));
  const onPage = (done: number) => done % every === 0 && console.log(`${done} of ${found.length}`);
  const { indexed, failed } = await indexSources({ db, reader }, found, {
    collectionId,
    lanes: config.lanes,
    signal: stop.signal,
    onPage,
  });
  stop.signal.throwIfAborted();
  for (const { url, message } of failed) console.error(`left out ${url}: ${message}`);
  console.log(`indexed ${indexed} page${indexed === 1 ? '' : 's'}${failed.length > 0 ? `, left out ${failed.length}` : ''}`);
  return indexed > 0 ? 0 : 1;
}

/** `index --remove`: removes a collection by its name, or by the folder, sitemap or file it was made of. */
async function removePages(databaseUrl: string, what: string): Promise<number> {
  await using client = openClient(databaseUrl, { max: 1, name: 'webset index' });
  const held = await listPublicCollections(client.db);
  const found = held.filter(({ kind, name, source }) => kind === 'operator' && (name === what || source === what));
  const names = held.flatMap(({ kind, name }) => (kind === 'operator' ? [name] : [])).join(', ') || 'none';
  if (found.length === 0) throw new Error(`nothing is indexed as ${what}; there are: ${names}`);
  for (const { id } of found) await deleteCollection(client.db, id);
  console.log(`removed ${found.map(({ name, pages }) => `${name} (${pages} page${pages === 1 ? '' : 's'})`).join(', ')}`);
  return 0;
}

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

interface Ways {
  sitemap(url: string): Promise<string[]>;
  fromUrls(urls: string[]): Source[];
  fromFolder(filesBase: string): Promise<Source[]>;
}

/** Lists the sources, given the address under which this service serves their files. */
async function sourcesOf(what: string, { sitemap, fromUrls, fromFolder }: Ways): Promise<(filesBase: string) => Promise<Source[]>> {
  const found = await stat(what).catch(() => null);
  if (found?.isDirectory()) return fromFolder;
  if (/^https?:\/\//i.test(what)) {
    const pages = fromUrls(await sitemap(what));
    return async () => pages;
  }
  if (!found) throw new Error(`${what} is neither a folder, a file of URLs nor the address of a sitemap`);
  const lines = (await readFile(what, 'utf8')).split(/\r?\n/).map((line) => line.trim());
  const urls = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const bad = urls.find((url) => !URL.canParse(url));
  if (bad !== undefined) throw new Error(`${what} holds a line that is no URL: ${bad.slice(0, 100)}`);
  const pages = fromUrls(urls);
  return async () => pages;
}
