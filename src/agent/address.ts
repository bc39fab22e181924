/** The maximum length of an address in bytes, as written and as serialized by the URL standard. Longer addresses are dropped. */
export const ADDRESS_BYTES = 2048;

/** Paths of files that this service serves. Links may escape the file names or leave them unescaped. */
const FILE_PATH = /^\/pages\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\//;

/**
 * An absolute http(s) address, serialized by the URL standard; the path segments of files served here are escaped. Null for any other
 * text.
 */
export function addressOf(text: string, base?: string): string | null {
  if (isLong(text)) return null;
  const url = URL.parse(text, base);
  if (url && FILE_PATH.test(url.pathname)) url.pathname = escaped(url.pathname);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= ADDRESS_BYTES ? url.href : null; // an href is ASCII
}

/** The path with its segments escaped like stored file names (services/collections/names.ts). A path that is not UTF-8 is unchanged. */
function escaped(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
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
