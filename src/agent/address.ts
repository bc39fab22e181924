/** The longest address, in bytes, both as written and as the URL standard serializes it. Longer ones are dropped. */
export const ADDRESS_BYTES = 2048;

/** Paths of files that this service serves. Links to them may or may not escape the file names. */
const FILE_PATH = /^\/pages\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\//;

/**
 * The http(s) address, absolute and serialized by the URL standard; a path to a file served here keeps its spelling. Null for any other
 * text.
 */
export function addressOf(text: string, base?: string): string | null {
  if (isLong(text)) return null;
  const url = URL.parse(text, base);
  if (url && FILE_PATH.test(url.pathname)) url.pathname = escaped(url.pathname);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= ADDRESS_BYTES ? url.href : null; // an href is ASCII
}

/** The path with its segments escaped as file names are (services/collections). A path that is not UTF-8 is returned unchanged. */
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

/** Whether an address is dropped because of its length. */
export function isTooLong(text: string, base?: string): boolean {
  return isLong(text) || (URL.parse(text, base)?.href.length ?? 0) > ADDRESS_BYTES;
}

const isLong = (text: string) => text.length > ADDRESS_BYTES || Buffer.byteLength(text) > ADDRESS_BYTES;
