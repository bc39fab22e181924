import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import { type RawDocument, readDocument } from '../../../src/agent/read/read-document.ts';
import { readPage } from '../../../src/agent/read-page.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';
import { memoryPorts } from '../../support/agent/memory-ports.ts';

interface Answer {
  headers?: OutgoingHttpHeaders;
  /** Answers 304 for this entity tag or date. */
  unless?: string;
  text?: string;
}

/** A web of one page, a fetcher, a reader and a store. */
async function openBench(answer: Answer, redirect?: { status: number; headers?: OutgoingHttpHeaders }) {
  await using open = new AsyncDisposableStack();
  const result: Answer = { ...answer };
  const conditions: (string | undefined)[] = [];
  const web = open.use(
    await openWeb((request, response) => {
      if (request.url === '/robots.txt') return response.writeHead(404).end();
      const condition = request.headers['if-none-match'] ?? request.headers['if-modified-since'];
      if (request.url === '/old' && redirect) return response.writeHead(redirect.status, { ...redirect.headers, location: '/page' }).end();
      conditions.push(condition);
      if (condition !== undefined && condition === result.unless) return response.writeHead(304, result.headers).end();
      response.writeHead(200, { 'content-type': 'text/html', ...result.headers }).end(`<p>${result.text ?? 'Words.'}</p>`);
    }),
  );
  const clock = quickClock();
  const ports = memoryPorts(clock);
  const fetcher = open.use(openFetcher({ userAgent: 'webset/0.1', allowPrivate: [web.place], hostDelayMs: 0, clock }));
  const tools = { ports, fetcher, reader: { read: (document: RawDocument) => readDocument(document) } };
  const close = open.move();
  return {
    result,
    clock,
    conditions,
    ports,
    web,
    read: (path = '/page') => readPage(tools, web.url + path, never()),
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}

test('a page is fetched again only when it is no longer fresh', async () => {
  await using bench = await openBench({ headers: { 'cache-control': 'max-age=60' } });

  const first = await bench.read();
  const second = await bench.read('/page#part');
  bench.clock.pass(61_000);
  const third = await bench.read();

  expect([first.from, second.from, third.from]).toEqual(['web', 'cache', 'web']);
  expect(second.page).toEqual(first.page);
  expect(bench.conditions).toEqual([undefined, undefined]);
});

test.each([
  ['an entity tag', { etag: '"v1"' }, '"v1"'],
  ['a date', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'Thu, 01 Jan 2026 00:00:00 GMT'],
])('a stale page with %s is revalidated by it, and the stored page is returned if unchanged', async (_, validator, condition) => {
  await using bench = await openBench({ headers: { 'cache-control': 'no-cache', ...validator }, unless: condition });

  const first = await bench.read();
  const second = await bench.read();

  expect(second).toEqual({ page: first.page, from: 'unchanged' });
  expect(bench.conditions).toEqual([undefined, condition]);
});

test('an unchanged page is fresh again as long as the new answer says', async () => {
  await using bench = await openBench({ headers: { 'cache-control': 'max-age=0', etag: '"v1"' }, unless: '"v1"' });
  await bench.read();
  bench.result.headers = { 'cache-control': 'max-age=60' };

  const froms = [(await bench.read()).from, (await bench.read()).from];

  expect(froms).toEqual(['unchanged', 'cache']);
});

test('a changed page is stored as another page', async () => {
  await using bench = await openBench({ headers: { 'cache-control': 'no-cache', etag: '"v1"' }, unless: '"v1"' });
  const first = await bench.read();
  bench.result.unless = '"v2"';
  bench.result.text = 'Other words.';

  const second = await bench.read();

  expect(second).toMatchObject({ from: 'web', page: { text: 'Other words.' } });
  expect(second.page.id).not.toBe(first.page.id);
});

test('a no-store page is read, stored as evidence, and fetched again without conditions', async () => {
  await using bench = await openBench({ headers: { 'cache-control': 'no-store', etag: '"v1"' }, unless: '"v1"' });

  const first = await bench.read();
  const second = await bench.read();

  expect([first.from, second.from]).toEqual(['web', 'web']);
  expect(await bench.ports.pages.get(first.page.id)).not.toBeNull();
  expect(bench.conditions).toEqual([undefined, undefined]);
});

test.each([
  [301, undefined, 'cache'],
  [302, undefined, 'web'],
  [302, { 'cache-control': 'max-age=60' }, 'cache'],
])('a fresh page behind a redirect of status %i %j is taken from the %s the second time', async (status, headers, from) => {
  await using bench = await openBench({ headers: { 'cache-control': 'max-age=60' } }, { status, ...(headers && { headers }) });

  await bench.read('/old');
  const second = await bench.read('/old');

  expect(second).toMatchObject({ from, page: { url: `${bench.web.url}/page` } });
});

test('conditions are sent to the page’s final address, not to redirecting ones', async () => {
  await using bench = await openBench({ headers: { 'cache-control': 'no-cache', etag: '"v1"' }, unless: '"v1"' }, { status: 302 });

  await bench.read('/old');
  const second = await bench.read('/old');

  expect(second.from).toBe('unchanged');
  expect(bench.conditions).toEqual([undefined, '"v1"']);
});
