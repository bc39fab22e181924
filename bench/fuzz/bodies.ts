import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A value as a body: mostly its JSON, now and then packed, cut, with bytes turned, or anything else. */
export const bodies = (value: unknown): fc.Arbitrary<Buffer | null> => {
  const whole = Buffer.from(JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 16, arbitrary: fc.constant(whole) },
    { weight: 1, arbitrary: fc.constant(gzipSync(whole)) },
    { weight: 1, arbitrary: fc.nat(whole.length).map((length) => whole.subarray(0, length)) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(Math.max(0, whole.length - 1)), fc.nat(255)).map(([at, byte]) => turned(whole, at, byte)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
};

function turned(whole: Buffer, at: number, byte: number): Buffer {
  const bytes = Buffer.from(whole);
  if (bytes.length > 0) bytes[at] = byte;
  return bytes;
}

const PATH = [...'abcXYZ019-._~%/;:@&=+$,!*()[]{}|^`"\\<>'].filter((c) => !'{}|^`"\\<>'.includes(c) || c === '\\');
/** A stretch of a path, with percent signs that mean nothing and dots that lead upwards. */
export const strangePath = fc.oneof(
  fc.string({ unit: fc.constantFrom(...PATH, '%00', '%ff', '%2f', '%2e%2e', '%f0%9f%98%80', '..', '//'), minLength: 1, maxLength: 12 }),
  fc.constantFrom('__proto__', 'constructor', '%', '%zz', '../../healthz', 'x'.repeat(4000), '%00', 'getSession%2f', '-'),
);

/** A query string. */
export const strangeQuery = fc
  .array(fc.tuple(strangePath, strangePath), { maxLength: 3 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`));
