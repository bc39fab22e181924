/** An address is at most this long, in bytes, as it is written and as the URL standard writes it. Longer ones are dropped. */
export const ADDRESS_BYTES = 2048;

/** The addresses of files that are served here; links write their names with or without escapes. */
const FILE_PATH = /^\/pages\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\//;

/** An http(s) address within its bounds, absolute and in the URL standard's spelling; of a file that is served here in the one that it was given. Null for any other. */
export function addressOf(text: string, base?: string): string | null {
  if (isLong(text)) return null;
  const url = URL.parse(text, base);
  if (url && FILE_PATH.test(url.pathname)) url.pathname = escaped(url.pathname);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= ADDRESS_BYTES ? url.href : null; // an href is ASCII
}

/** A path whose steps are escaped as the names of files are (services/collections/names.ts); one that is no UTF-8 as it is. */
function escaped(path: string): string {
  try {
    return path
      .split('/')
      .map((step) => encodeURIComponent(decodeURIComponent(step)))
      .join('/');
  } catch {
    return path;
  }
}

/** Whether an address is dropped for its length alone. */
export function isTooLong(text: string, base?: string): boolean {
  return isLong(text) || (URL.parse(text, base)?.href.length ?? 0) > ADDRESS_BYTES;
}

const isLong = (text: string) => text.length > ADDRESS_BYTES || Buffer.byteLength(text) > ADDRESS_BYTES;
