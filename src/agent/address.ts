/** An address is at most this long, in bytes, as it is written and as the URL standard writes it. Longer ones are dropped. */
export const ADDRESS_BYTES = 2048;

/** An http(s) address within its bounds, absolute and in the URL standard's spelling. Null for any other. */
export function addressOf(text: string, base?: string): string | null {
  if (isLong(text)) return null;
  const url = URL.parse(text, base);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= ADDRESS_BYTES ? url.href : null; // an href is ASCII
}

/** Whether an address is dropped for its length alone. */
export function isTooLong(text: string, base?: string): boolean {
  return isLong(text) || (URL.parse(text, base)?.href.length ?? 0) > ADDRESS_BYTES;
}

const isLong = (text: string) => text.length > ADDRESS_BYTES || Buffer.byteLength(text) > ADDRESS_BYTES;
