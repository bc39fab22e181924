import { createHash } from 'node:crypto';
import normalizeUrl from 'normalize-url';
import { storableText } from '../../domain/text.ts';

/** The longest key in bytes, since Postgres limits the size of an index entry. */
const KEY_BYTES = 512;
/** Code points of a longer key that precede its hash. */
const PREFIX = 100;

/** A key as it is stored and compared. A key of more than 512 bytes becomes its first 100 code points, `~` and the SHA-256 of the whole. */
export function boundedKey(text: string): string {
  const key = storableText(text);
  if (key.length <= KEY_BYTES / 3 || Buffer.byteLength(key) <= KEY_BYTES) return key; // a UTF-16 unit is three bytes at most
  const prefix = [...key.slice(0, 2 * PREFIX)].slice(0, PREFIX).join('');
  return `${prefix}~${createHash('sha256').update(key).digest('hex')}`;
}

/** Parameters that name the visitor's origin and do not identify the page. */
const TRACKING = new RegExp(
  `^(?:utm_|(?:fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|${[
    'ref|ref_src|ref_url|referrer|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsCtaTracking',
    'oly_anon_id|oly_enc_id|vero_id|vero_conv|wickedid|s_cid|cmpid|ncid|icid',
  ].join('|')})$)`,
  'i',
);

/** A `ref` that is a reference number (“A17”, “HX-4410”) identifies the page; a word or a path names the visitor's origin. */
const REFERENCE =
  /^ref=(?!(?:web|nav|h|v|n8n|k8s)\d*$)(?=[^=]*\d)(?:[a-z]{1,12}[-._/]?)?\d{1,20}[a-z]{0,4}(?:[-./]\d{1,20}[a-z]{0,4}){0,4}$/i;
const isTracking = (name: string, value: string) => TRACKING.test(name) && !REFERENCE.test(`${name}=${value}`);

/** A query that needs no normalization, as most do. */
const PLAIN_QUERY = /^\?[\w.~*-]+(?:=[\w.~*-]*)?(?:&[\w.~*-]+(?:=[\w.~*-]*)?)*$/;

/**
 * One key for the spellings of an address: scheme, `www.`, default port, parameter order, tracking parameters, fragment, trailing slash and
 * index.html make no difference. Only for comparison, never fetched.
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

/** Sorted by name, without tracking parameters. */
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

/** Decodes until nothing changes, since decoding may reveal another escape: the key of a key is that key. */
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
  parsed.searchParams.sort(); // also serializes every parameter in one way
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
