import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RawDocument } from '../../../src/agent/read/read-document.ts';
import { openReader, type ReaderOptions } from '../../../src/agent/read/reader.ts';
import type { Page } from '../../../src/domain/page/page.ts';
import { never } from '../../support/agent/local-web.ts';
import { pdfWith } from '../../support/agent/pdf.ts';
import { times } from '../../support/run/times.ts';

const open = (more: Partial<ReaderOptions> = {}) => openReader({ threads: 1, memoryMb: 128, seconds: 600, ...more });

const html = (body: string): RawDocument => ({
  url: 'https://example.com/',
  mediaType: 'text/html',
  charset: null,
  body: Buffer.from(body),
});

/** Half a million combining marks out of order: normalising them takes minutes. */
const slow = html(`<p>a${'\u0316\u0301'.repeat(250_000)}`);

const titleOf = async (reading: Promise<Page>) => (await reading).title;

test('documents are read in threads, many at once', async () => {
  await using reader = open({ threads: 2 });

  const pages = await Promise.all(Array.from({ length: 20 }, (_, i) => reader.read(html(`<p>page ${i}`), never())));

  expect(pages.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `page ${i}`));
});

test('an unreadable document fails alone, with the reason', async () => {
  await using reader = open();

  const deep = reader.read(html('<div>'.repeat(5000)), never());
  const next = reader.read(html('<p>next'), never());

  await expect(deep).rejects.toMatchObject({ name: 'ReadFailure', code: 'too_deep' });
  await expect(next).resolves.toMatchObject({ text: 'next' });
});

test('a document that takes too long fails with a message', async () => {
  await using reader = open({ seconds: 0.1, patience: { startingMs: 0, elapsedTimes: 1_000_000 } });

  await expect(reader.read(slow, never())).rejects.toMatchObject({
    name: 'ReadFailure',
    code: 'timeout',
    message: 'The document takes longer than 0.1 s to read',
  });
});

test('a document that takes too much memory fails, and its thread is replaced', async () => {
  await using reader = open({ memoryMb: 24 });

  const large = titleOf(reader.read(html(`<p ${Array.from({ length: 300_000 }, (_, i) => `a${i}`).join(' ')}>x`), never()));
  const next = reader.read(html('<p>next'), never());

  await expect(large).rejects.toMatchObject({ code: 'memory' });
  await expect(next).resolves.toMatchObject({ text: 'next' });
});

test('a PDF that unpacks into more than a thread may hold fails before it fills the memory of the machine', async () => {
  await using reader = open({ memoryMb: times(24, 128) });
  const body = pdfWith(deflateSync(Buffer.alloc(times(40_000_000, 300_000_000), 'q ')), '', 'FlateDecode');

  const reading = reader.read({ url: 'https://example.com/x.pdf', mediaType: 'application/pdf', charset: null, body }, never());

  await expect(titleOf(reading)).rejects.toMatchObject({ name: 'ReadFailure', code: 'memory' });
});

test('an abort ends the reading, with the reason of the abort', async () => {
  await using reader = open();
  const reason = new Error('cancelled');
  const abort = new AbortController();
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const reading = reader.read(slow, abort.signal);
  const waiting = reader.read(slow, abort.signal);
  const thread = await started;
  await once(thread, 'online');
  const ended = once(thread, 'exit');
  abort.abort(reason);

  await expect(reading).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(reader.read(html('<p>next'), never())).resolves.toMatchObject({ text: 'next' });
  await ended;
});

test('a reader that is closed reads nothing more', async () => {
  const reader = open();
  const reading = expect(reader.read(slow, never())).rejects.toThrow('The reader is closed');
  const waiting = expect(reader.read(slow, never())).rejects.toThrow('The reader is closed');

  await reader[Symbol.asyncDispose]();

  await Promise.all([reading, waiting]);
  await expect(reader.read(html('<p>late'), never())).rejects.toThrow('The reader is closed');
});
