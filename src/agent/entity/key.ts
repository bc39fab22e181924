import { createHash } from 'node:crypto';
import normalizeUrl from 'normalize-url';
import { storableText } from '../../domain/text.ts';

/** A key is at most this long, in bytes: what stands in an index of Postgres' has its bounds. */
const KEY_BYTES = 512;
/** Code points of a longer key that stand before its hash. The migration that shortened stored keys did the same. */
const PREFIX = 100;

/** A key as it is stored and compared: one past 512 bytes is its first 100 code points, `~` and the SHA-256 of the whole. */
export function boundedKey(text: string): string {
  const key = storableText(text);
  if (key.length <= KEY_BYTES / 3 || Buffer.byteLength(key) <= KEY_BYTES) return key; // a UTF-16 unit is three bytes at most
  const prefix = [...key.slice(0, 2 * PREFIX)].slice(0, PREFIX).join('');
  return `${prefix}~${createHash('sha256').update(key).digest('hex')}`;
}

/** Parameters that say where a visitor came from, never which page it is. */
const TRACKING = new RegExp(
  `^(?:utm_|(?:fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|${[
    'ref|ref_src|ref_url|referrer|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsCtaTracking',
    'oly_anon_id|oly_enc_id|vero_id|vero_conv|wickedid|s_cid|cmpid|ncid|icid',
  ].join('|')})$)`,
  'i',
);

/** A `ref` that is a reference number (“A17”, “HX-4410”) names the page; one that is a word or a path says where a visitor came from. */
const REFERENCE =
  /^ref=(?!(?:web|nav|h|v|n8n|k8s)\d*$)(?=[^=]*\d)(?:[a-z]{1,12}[-._/]?)?\d{1,20}[a-z]{0,4}(?:[-./]\d{1,20}[a-z]{0,4}){0,4}$/i;
const isTracking = (name: string, value: string) => TRACKING.test(name) && !REFERENCE.test(`${name}=${value}`);

/** A query in which nothing is escaped or left out: most are, and are spared the normalising. */
const PLAIN_QUERY = /^\?[\w.~*-]+(?:=[\w.~*-]*)?(?:&[\w.~*-]+(?:=[\w.~*-]*)?)*$/;

/**
 * One name for the many spellings of a page's address: scheme, `www.`, default port, order of parameters, tracking
 * parameters, fragment, trailing slash and index.html make no difference. A key to compare, never an address to fetch.
 */
export function canonicalKey(address: string): string {
  const url = URL.parse(address);
  if (!url || !PLAIN_QUERY.test(url.search) || !/^https?:$/.test(url.protocol)) return boundedKey(settled(address));
  const query = plainQuery(url.search);
  url.search = '';
  url.hash = '';
  const base = settled(url.href);
  if (query === '') return boundedKey(base);
  return boundedKey(`${base}${URL.parse(base)?.pathname === '/' ? '/' : ''}?${query}`);
}

/** Sorted by name, without what tracks. */
function plainQuery(search: string): string {
  const parts = search
    .slice(1)
    .split('&')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .map((part) => ({ part, name: part.slice(0, part.indexOf('=')), value: part.slice(part.indexOf('=') + 1) }))
    .filter(({ name, value }) => !isTracking(name, value));
  return parts
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ part }) => part)
    .join('&');
}

/** Decoding may uncover another escape: until nothing changes, so that a key's key is itself. */
function settled(address: string): string {
  let key = address;
  for (let pass = 0; pass < 5; pass++) {
    const next = normalized(key);
    if (next === key) break;
    key = next;
  }
  return key;
}

function normalized(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return url;
  for (const [name, value] of [...parsed.searchParams]) if (isTracking(name, value)) parsed.searchParams.delete(name, value);
  parsed.searchParams.sort(); // also writes every parameter in the one spelling
  try {
    return normalizeUrl(parsed.href, {
      forceHttps: true,
      stripHash: true,
      stripWWW: true,
      sortQueryParameters: true,
      removeTrailingSlash: true,
      removeDirectoryIndex: [/^index\.(x?html?|php)$/i],
      removeQueryParameters: [],
      emptyQueryValue: 'always',
    });
  } catch {
    return parsed.href;
  }
}
