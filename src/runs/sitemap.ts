import { Parser } from 'htmlparser2';
import { addressOf } from '../agent/address.ts';
import { FetchFailure } from '../agent/fetch/fetch-failure.ts';
import type { Fetcher } from '../agent/fetch/fetcher.ts';
import { decode } from '../agent/read/charset.ts';

/** The most parts of an index, and the most addresses of all parts together; the rest is ignored. */
const PARTS_MAX = 50_000;
const URLS_MAX = 1_000_000;
/** Sitemaps and feeds nest five elements; the parser takes time quadratic in depth. */
const DEPTH_MAX = 50;

/** The addresses of a sitemap, and the parts that could not be read, with the reason. */
export interface Sitemap {
  urls: string[];
  failed: { url: string; message: string }[];
}

/**
 * The page addresses of a sitemap (sitemaps.org: XML, gzip, or text) or feed (RSS, Atom), each once, at most `most`. An index is followed
 * one level deep; an unreadable part is skipped. Throws FetchFailure if the sitemap or all of its parts are unavailable.
 */
export async function readSitemap(url: string, fetcher: Fetcher, signal: AbortSignal, most = URLS_MAX): Promise<Sitemap> {
  const read = async (address: string, limit: number) => {
    const { body, charset } = await fetcher.fetch(address, signal);
    return addressesIn(decode(body, charset), limit);
  };
  const { isIndex, found } = await read(url, Math.max(most, PARTS_MAX));
  if (!isIndex) return { urls: [...found].slice(0, most), failed: [] };
  const urls = new Set<string>();
  const failures: { url: string; error: FetchFailure }[] = [];
  const parts = [...found].slice(0, PARTS_MAX);
  for (const part of parts) {
    if (urls.size >= most) break;
    try {
      const inner = await read(part, most);
      if (!inner.isIndex) for (const address of inner.found) if (urls.size < most) urls.add(address);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      failures.push({ url: part, error });
    }
  }
  const [first] = failures;
  if (first && failures.length === parts.length) throw first.error;
  return { urls: [...urls], failed: failures.map(({ url, error }) => ({ url, message: error.message })) };
}

interface Addresses {
  /** Whether the addresses are those of further sitemaps. */
  isIndex: boolean;
  found: Set<string>;
}

function addressesIn(text: string, most: number): Addresses {
  const found = new Set<string>();
  const add = (written: string) => {
    const address = found.size < most ? addressOf(written.trim()) : null;
    if (address !== null) found.add(address);
  };
  if (/^\s*</u.test(text)) return { isIndex: readXml(text, add), found };
  for (const line of text.split(/[\r\n]+/)) if (/^\s*https?:/iu.test(line)) add(line);
  return { isIndex: false, found };
}

/** Elements that contain an address, with their parent element. */
const HOLDS = new Set(['url>loc', 'sitemap>loc', 'urlset>loc', 'sitemapindex>loc', 'item>link', 'entry>link']);

/** Calls back for each address of a sitemap or feed, and returns whether it is an index. Other vocabularies (`image:loc`) are ignored. */
function readXml(text: string, onAddress: (address: string) => void): boolean {
  const open: string[] = [];
  let isIndex = false;
  let ownPrefix = '';
  let held: string | null = null;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const [prefix, name] = tag.includes(':') ? (tag.split(':', 2) as [string, string]) : ['', tag];
        if (open.length === 0) ownPrefix = prefix;
        const local = prefix === ownPrefix ? name.toLowerCase() : tag;
        if (open.length === 0) isIndex = local === 'sitemapindex';
        const place = `${open.at(-1)}>${local}`;
        open.push(local);
        if (open.length > DEPTH_MAX) return parser.pause();
        if (!HOLDS.has(place)) return;
        held = '';
        if (local === 'link' && attributes.href && (attributes.rel ?? 'alternate') === 'alternate') onAddress(attributes.href);
      },
      ontext(data) {
        if (held !== null) held += data;
      },
      onclosetag() {
        open.pop();
        if (held) onAddress(held);
        held = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return isIndex;
}
