import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The content codings that we request. */
export const CODINGS = 'gzip, deflate, br';

/** No honest server stacks more codings. */
const MAX_CODINGS = 3;
/** A truncated body is decoded as far as it goes, as in browsers. */
const LENIENT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const LENIENT_BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZlib = ([first = 0, second = 0]: Uint8Array) => (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

const FEW = 30;
/** Whether bytes contain control characters, which no text does. Brotli has no magic number. */
const isBinary = (bytes: Uint8Array) => bytes.subarray(0, 200).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

/**
 * The body without its content codings (RFC 9110, 8.4): declared ones that the bytes really have, and undeclared gzip. Returns at most
 * `most` + 1 bytes, which shows that there is more.
 */
export async function decoded(body: Uint8Array, declared: string | null, most: number): Promise<Uint8Array> {
  let bytes = body;
  const codings = (declared ?? '').toLowerCase().split(',', MAX_CODINGS);
  for (const coding of codings.map((one) => one.trim()).reverse()) {
    const decoder = decoderOf(coding, bytes);
    const isCertain = isZlib(bytes) || isGzip(bytes) || coding === 'br';
    const inner = decoder && (await through(decoder, bytes, most, isCertain));
    // a few letters may be valid raw deflate by chance
    if (inner && !(coding === 'deflate' && bytes.byteLength < FEW && !isBinary(bytes))) bytes = inner;
  }
  for (let pass = 0; pass < MAX_CODINGS && isGzip(bytes); pass++) {
    const inner = await through(createGunzip(LENIENT), bytes, most, true);
    if (inner === null) break;
    bytes = inner;
  }
  return bytes;
}

function decoderOf(coding: string, bytes: Uint8Array): Transform | null {
  if (bytes.byteLength === 0) return null;
  if (coding === 'gzip' || coding === 'x-gzip')
    return isGzip(bytes)
      ? createGunzip(LENIENT)
      : isZlib(bytes)
        ? createInflate(LENIENT)
        : isBinary(bytes)
          ? createBrotliDecompress(LENIENT_BROTLI) // some servers use this name
          : null;
  if (coding === 'deflate') return isZlib(bytes) ? createInflate(LENIENT) : createInflateRaw(LENIENT);
  if (coding === 'br') return createBrotliDecompress(LENIENT_BROTLI);
  return null;
}

/** Slices for a decoder, small at the end: it returns all data before the slice with an error, and unrelated bytes may follow. */
function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  const end = Math.max(0, bytes.byteLength - TAIL);
  for (let at = 0; at < end; at += SLICE) yield bytes.subarray(at, Math.min(end, at + SLICE));
  for (let at = end; at < bytes.byteLength; at += TAIL_SLICE) yield bytes.subarray(at, at + TAIL_SLICE);
}
const SLICE = 16_384;
const TAIL = 64;
const TAIL_SLICE = 4;

/**
 * The decoded bytes as far as they are valid. Null when there are none, or when the coding is uncertain (`isCertain` false) and an error
 * occurs.
 */
async function through(decoder: Transform, bytes: Uint8Array, most: number, isCertain: boolean): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of Readable.from(slicesOf(bytes))
      .on('error', () => {})
      .pipe(decoder)) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > most) break; // leaving the loop ends the decoder
    }
  } catch {
    if (size === 0 || !isCertain) return null; // data before the error stays
  }
  if (size === 0 && !isCertain) return null;
  return new Uint8Array(Buffer.concat(chunks, Math.min(size, most + 1)));
}
