import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { FetchFailure } from '../agent/fetch/fetch-failure.ts';
import type { Fetcher } from '../agent/fetch/fetcher.ts';
import type { RawDocument } from '../agent/read/read-document.ts';
import { ReadFailure } from '../agent/read/read-failure.ts';
import type { Reader } from '../agent/read/reader.ts';
import type { Database } from '../db/connection/client.ts';
import { indexPage } from '../db/queries/collections/entry.ts';
import { savePage } from '../db/queries/shared/page.ts';
import { MEDIA_TYPES } from '../domain/page/file-types.ts';
import { inLanes } from './lanes.ts';

/** A document and where to find it; each is read only in its turn. */
export interface Source {
  url: string;
  /** Its path among the files that this service serves; absent for an external address. */
  path?: string;
  open(signal: AbortSignal): Promise<RawDocument>;
}

/** The readable files of a folder, under a base URL. `index.html` gets the address of its folder, unless this service serves the files. */
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

/** Pages of the web by address, each once. */
export function urlSources(urls: readonly string[], fetcher: Fetcher): Source[] {
  return [...new Set(urls)].map((url) => ({ url, open: (signal) => fetcher.fetch(url, signal) }));
}

export interface Indexed {
  indexed: number;
  failed: { url: string; message: string }[];
}

/** Reads documents into a collection, `lanes` at a time. Unreadable ones are reported and left out. */
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
