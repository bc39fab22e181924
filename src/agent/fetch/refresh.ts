import type { Answer } from './exchange.ts';

/** So much of a document is looked at for the address that it leads to. */
const HEAD = 4096;
/** A stub says nothing beside where it leads: a longer document is a page of its own. */
const STUB_BYTES = 3000;
/** A page that calls itself up again after a while is no redirect. */
const SECONDS_MAX = 10;

const META = /<meta\b[^>]{0,500}>/giu;
const EQUIV = /\bhttp-equiv\s*=\s*["']?\s*refresh\b/iu;
const CONTENT = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/iu;
const VALUE = /^\s*(\d{1,5})(?:\.\d*)?\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']+?)["']?\s*)?$/iu;

/** Where a `Refresh` header or a meta element leads, as given; null where it calls the same page up again, or only after a while. */
function addressOf(value: string): string | null {
  const [, seconds = '', address = ''] = VALUE.exec(value) ?? [];
  return address !== '' && Number(seconds) <= SECONDS_MAX ? address.trim() : null;
}

/**
 * Where a document leads that only leads elsewhere: by a `Refresh` header, or by a meta element of a short document, be it for those without scripts. Null where
 * it does not. `mayRepeat`: the answer set a cookie for the first time, so that the same address may have another one.
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
