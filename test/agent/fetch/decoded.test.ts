import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decoded } from '../../../src/agent/fetch/decoded.ts';

const PAGE = Buffer.from('<!doctype html><title>Ferro</title><p>Ferro was founded in 1999.</p>');
const MOST = 10_000;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test.each([
  ['gzip', 'gzip', gzipSync(PAGE)],
  ['gzip', 'x-gzip', gzipSync(PAGE)],
  ['gzip', 'GZIP', gzipSync(PAGE)],
  ['gzip', null, gzipSync(PAGE)],
  ['gzip', 'br', gzipSync(PAGE)],
  ['gzip', 'deflate', gzipSync(PAGE)],
  ['gzip', 'none', gzipSync(PAGE)],
  ['zlib', 'deflate', deflateSync(PAGE)],
  ['bare deflate', 'deflate', deflateRawSync(PAGE)],
  ['brotli', 'br', brotliCompressSync(PAGE)],
  ['gzip over brotli', 'br, gzip', gzipSync(brotliCompressSync(PAGE))],
  ['nothing', 'gzip', PAGE],
  ['nothing', 'br', PAGE],
  ['nothing', 'deflate', PAGE],
  ['zlib', 'gzip', deflateSync(PAGE)],
  ['gzip with more behind it', 'gzip', Buffer.concat([gzipSync(PAGE), Buffer.from('\r\n')])],
  ['brotli', 'gzip', brotliCompressSync(PAGE)],
  ['nothing', 'utf-8', PAGE],
  ['nothing', null, PAGE],
])('a body coded as %s and declared as %s is read', async (_, declared, body) => {
  expect(text(await decoded(body, declared, MOST))).toBe(PAGE.toString());
});

test.each(['hi', 'ok\n', '0', 'K', 'true', '{}', 'no news today'])('“%s” with a declared coding stays as it is', async (words) => {
  for (const coding of ['gzip', 'deflate', 'x-gzip']) expect(text(await decoded(Buffer.from(words), coding, MOST))).toBe(words);
});

test('an empty body is empty, coded or not', async () => {
  for (const body of [gzipSync(''), brotliCompressSync(''), Buffer.alloc(0)])
    expect((await decoded(body, body.length > 10 ? 'gzip' : 'br', MOST)).byteLength).toBe(0);
});

test('a truncated body is decoded as far as it goes', async () => {
  const long = Buffer.from(Array.from({ length: 5000 }, (_, i) => `line ${i * 7919}`).join('\n'));
  const half = text(await decoded(gzipSync(long).subarray(0, 9000), 'gzip', long.length));

  expect(half.length).toBeGreaterThan(1000);
  expect(long.toString().startsWith(half)).toBe(true);
});

test('a small answer does not unpack into a large one', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));

  expect((await decoded(bomb, 'gzip', MOST)).byteLength).toBe(MOST + 1);
  expect((await decoded(gzipSync(bomb), null, MOST)).byteLength).toBe(MOST + 1);
});

test('any bytes with any declared coding give bytes, at most one more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('gzip', 'br', 'deflate', 'br,gzip', 'x', null),
      async (bytes, declared) => {
        expect((await decoded(bytes, declared, 1000)).byteLength).toBeLessThanOrEqual(1001);
      },
    ),
  );
});
