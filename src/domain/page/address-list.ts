import { CSV_TYPE, LIST_TYPE } from './file-types.ts';

/** The number of bytes of a text that are examined. */
const HEAD_BYTES = 4096;
const LINE = /^(?:#|https?:|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?$|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\S*)?$)/iu;

/** UTF-16 by its byte order mark, otherwise single bytes: addresses are ASCII. */
const textOf = (bytes: Buffer) =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le').slice(1) : bytes.toString('latin1').replace(/^ï»¿/u, '');

/**
 * Whether a file may be a list of addresses to fetch: a table, a list, or a text whose first lines each begin like an address or a comment.
 */
export function mayListAddresses(mediaType: string, body: Buffer): boolean {
  if (mediaType === CSV_TYPE || mediaType === LIST_TYPE) return true;
  if (mediaType !== 'text/plain') return false;
  const head = textOf(body.subarray(0, HEAD_BYTES));
  const lines = head.split(/[\r\n]+/);
  if (body.length > HEAD_BYTES && lines.length > 1) lines.pop(); // the last line may be cut
  const said = lines.flatMap((line) => line.trim() || []);
  return body.length > 0 && said.every((line) => LINE.test(line));
}
