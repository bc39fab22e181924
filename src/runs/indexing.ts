import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { addressOf } from '../agent/address.ts';
import { FetchFailure } from '../agent/fetch/failure.ts';
import type { Fetcher } from '../agent/fetch/fetcher.ts';
import { ReadFailure } from '../agent/read/failure.ts';
import type { RawDocument } from '../agent/read/read-document.ts';
import type { Reader } from '../agent/read/reader.ts';
import type { Database } from '../db/connection/client.ts';
import { indexPage } from '../db/queries/collections/entry.ts';
import { savePage } from '../db/queries/shared/page.ts';
import { MEDIA_TYPES } from '../domain/page/file-types.ts';
import { inLanes } from './lanes.ts';

/** Where to find documents; each is read only when its turn comes. */
export interface Source {
  url: string;
  /** Where it stands among the files that this service serves; absent: its address is of elsewhere. */
  path?: string;
  open(signal: AbortSignal): Promise<RawDocument>;
}

/** The readable files under a folder, as they stand under a base URL; `index.html` is its folder, unless this service serves the files themselves. */
export async function folderSources(folder: string, base: string, isServedHere = false): Promise<Source[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const root = base.endsWith('/') ? base : `${base}/`;
  return files
    .filter((file) => file.isFile() && extname(file.name).toLowerCase() in MEDIA_TYPES)
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((path) => {
      const steps = relative(folder, path).split(sep).map(encodeURIComponent).join('/');
      const url = new URL(isServedHere ? steps : steps.replace(/(^|\/)index\.html?$/, '$1'), root).href;
      const mediaType = MEDIA_TYPES[extname(path).toLowerCase()] as string;
      return {
        url,
        ...(isServedHere && { path: steps }),
        open: async () => ({ url, status: 200, mediaType, charset: null, body: await readFile(path) }),
      };
    });
}

/** The addresses that a sitemap (or a sitemap index, one level deep) names, or a text file of URLs, a line each. */
export function urlSources(urls: readonly string[], fetcher: Fetcher): Source[] {
  return [...new Set(urls)].map((url) => ({ url, open: (signal) => fetcher.fetch(url, signal) }));
}

const LOC = /<loc>\s*([^<\s]+)\s*<\/loc>/gi;
const unescapeXml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&');

/** The first characters of a sitemap tell whether it is an index. */
const HEAD = 4096;
const isIndex = (xml: string) => /<sitemapindex/i.test(xml.slice(0, HEAD));
/** Of the parts of an index, and of the addresses of all parts together: what comes after is left out. */
const PARTS_MAX = 50_000;
const URLS_MAX = 1_000_000;

/** Adds the addresses that a sitemap names, each once, until there are `most`. */
function addLocs(xml: string, found: Set<string>, most: number): void {
  for (const [, loc = ''] of xml.matchAll(LOC)) {
    if (found.size >= most) return;
    const address = addressOf(unescapeXml(loc));
    if (address !== null) found.add(address);
  }
}

/**
 * The page addresses of a sitemap (sitemaps.org), those within the bounds of an address, each once and `most` at most (a million); a sitemap index is followed one
 * level: what an index names a part and is an index itself, in a circle or not, names no pages.
 */
export async function sitemapUrls(url: string, fetcher: Fetcher, signal: AbortSignal, most = URLS_MAX): Promise<string[]> {
  const read = async (address: string) => new TextDecoder().decode((await fetcher.fetch(address, signal)).body);
  const xml = await read(url);
  const pages = new Set<string>();
  if (!isIndex(xml)) {
    addLocs(xml, pages, most);
    return [...pages];
  }
  const parts = new Set<string>();
  addLocs(xml, parts, PARTS_MAX);
  for (const part of parts) {
    if (pages.size >= most) break;
    const text = await read(part);
    if (!isIndex(text)) addLocs(text, pages, most);
  }
  return [...pages];
}

export interface Indexed {
  indexed: number;
  failed: { url: string; message: string }[];
}

/** Reads documents into a collection, `lanes` at a time. One that cannot be read is named and left out. */
export async function indexSources(
  { db, reader }: { db: Database; reader: Reader },
  sources: readonly Source[],
  { collectionId, lanes, signal, onPage }: { collectionId: string; lanes: number; signal: AbortSignal; onPage?: (done: number) => void },
): Promise<Indexed> {
  const result: Indexed = { indexed: 0, failed: [] };
  await inLanes(
    sources,
    lanes,
    () => signal.aborted,
    async (source) => {
      try {
        const page = await savePage(db, await reader.read(await source.open(signal), signal), collectionId);
        await indexPage(db, page, { collectionId, path: source.path ?? null });
        result.indexed++;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof FetchFailure || error instanceof ReadFailure)) throw error;
        result.failed.push({ url: source.url, message: error.message });
      }
      onPage?.(result.indexed + result.failed.length);
    },
  );
  return result;
}
