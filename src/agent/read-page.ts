import { type StoredPage, TEXT_VERSION } from '../domain/page/page.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import type { CachedAnswer, Ports } from './ports.ts';
import { ENDED_THREAD, leftAlone, ReadFailure } from './read/read-failure.ts';
import type { Reader } from './read/reader.ts';

export interface PageTools {
  ports: Pick<Ports, 'pages' | 'cache' | 'clock' | 'broken'>;
  fetcher: Pick<Fetcher, 'fetch'>;
  reader: Pick<Reader, 'read'>;
}

export interface PageRead {
  page: StoredPage;
  /** 'cache': no request was made; 'unchanged': the server answered 304; 'web': fetched and read. */
  from: 'cache' | 'unchanged' | 'web';
}

/**
 * The page at an address: the stored one while it is fresh or the server reports no change (RFC 9111). A page that ends its thread is not
 * read again for a day. Throws FetchFailure and ReadFailure.
 */
export async function readPage({ ports, fetcher, reader }: PageTools, address: string, signal: AbortSignal): Promise<PageRead> {
  const { pages, cache, clock, broken } = ports;
  const url = withoutHash(address);
  const reason = await broken.find(url);
  if (reason !== null) throw new ReadFailure('broken', leftAlone(reason));
  const known = await cache.get(url);
  const found = known && (await pages.get(known.pageId));
  const stored = found?.textVersion === TEXT_VERSION ? found : null; // a text of an older version is read again
  if (stored && known && known.freshUntil.getTime() > clock.now()) return { page: stored, from: 'cache' };

  const fetched = await fetcher.fetch(
    url,
    signal,
    stored && known ? { url: stored.url, etag: known.etag, lastModified: known.lastModified } : undefined,
  );
  const { isStorable, freshUntil, etag, lastModified } = fetched.freshness;
  const isUnchanged = fetched.status === 304 && stored !== null;
  const read = () =>
    reader.read(fetched, signal).catch(async (error: unknown) => {
      if (error instanceof ReadFailure && ENDED_THREAD.includes(error.code)) await broken.remember(url, error.message);
      throw error;
    });
  const page = isUnchanged ? stored : await pages.save(await read());

  const answer: CachedAnswer = {
    url,
    pageId: page.id,
    etag: etag ?? (isUnchanged ? (known?.etag ?? null) : null),
    lastModified: lastModified ?? (isUnchanged ? (known?.lastModified ?? null) : null),
    freshUntil: new Date(freshUntil),
    fetchedAt: new Date(clock.now()),
  };
  if (isStorable) await cache.put(answer);
  else if (known) await cache.drop(url);
  return { page, from: isUnchanged ? 'unchanged' : 'web' };
}

/** An address without its fragment, as it is requested. */
export function withoutHash(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.hash = '';
  return url.href;
}
