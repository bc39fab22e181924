/** The most that Excel holds in a cell, in UTF-16 code units. */
export const TEXT_MAX = 32_767;
const CUT = ' … [cut: a cell holds 32,767 characters]';

/** A text as a cell can hold it; a longer one ends in a note that it was cut. */
export function cellText(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  return text.slice(0, TEXT_MAX - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT;
}

/** Characters that XML cannot hold, and texts that Excel reads as an escaped character: `_x0041_`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be escaped
const UNSAFE = /[&<>"]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)|\p{Surrogate}/giu;
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(unsafe: string): string {
  const named = NAMED[unsafe];
  if (named !== undefined) return named;
  const code = unsafe.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Text between tags or in an attribute: control characters and `_x0041_` as Excel escapes them (ECMA-376, ST_Xstring). */
export const xmlText = (text: string) => text.replace(UNSAFE, escaped);

/** Characters of a link in Excel. */
const ADDRESS_MAX = 2079;

/** A link as a valid URI; null of one that is not of the web, or longer than Excel allows. */
export function linkOf(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || text.length > ADDRESS_MAX || !URL.canParse(text)) return null;
  const { href, hostname } = new URL(text);
  const uri = href.replace(/[[\]{}|\\^`"<>\s]/g, (character) => encodeURIComponent(character));
  return hostname.startsWith('[') || uri.length > ADDRESS_MAX ? null : uri;
}

/** The name of a column by its index from 0: A, B, ... Z, AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}
