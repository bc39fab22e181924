import type { Answer } from './exchange.ts';

/** Bytes of a document that are searched for a redirect. */
const HEAD = 4096;
/** A redirecting stub has no content of its own; a longer document does. */
const STUB_BYTES = 3000;
/** A page that reloads itself after more seconds is not a redirect. */
const SECONDS_MAX = 10;

const META = /<meta\b[^>]{0,500}>/giu;
const EQUIV = /\bhttp-equiv\s*=\s*["']?\s*refresh\b/iu;
const CONTENT = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/iu;
const VALUE = /^\s*(\d{1,5})(?:\.\d*)?\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']+?)["']?\s*)?$/iu;

/** The target of a `Refresh` header or meta element, as written; null for a reload of the same page or a long delay. */
function addressOf(value: string): string | null {
  const [, seconds = '', address = ''] = VALUE.exec(value) ?? [];
  return address !== '' && Number(seconds) <= SECONDS_MAX ? address.trim() : null;
}

/**
 * Where a document redirects by a `Refresh` header or, if it is short, a meta element; else null. `mayRepeat`: the answer set a first
 * cookie, so that a redirect to the same address may bring another document.
 */
export function refreshOf({ headers, mediaType, body }: Answer, url: URL, mayRepeat: boolean): string | null {
  const isHtml = mediaType === '' || mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
  const head = isHtml && body.byteLength <= STUB_BYTES ? new TextDecoder('latin1').decode(body.subarray(0, HEAD)) : '';
  const metas = [...head.matchAll(META)].flatMap(([meta]) => {
    const [, double, single, bare] = (EQUIV.test(meta) && CONTENT.exec(meta)) || [];
    return double ?? single ?? bare ?? [];
  });
  const header = headers.get('refresh');
  for (const value of [...(header === null ? [] : [header]), ...metas]) {
    const address = addressOf(value.replaceAll('&amp;', '&'));
    const target = address === null ? null : URL.parse(address, url);
    if (target && (mayRepeat || target.href.split('#')[0] !== url.href.split('#')[0])) return target.href;
  }
  return null;
}
