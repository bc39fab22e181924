import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { Hit, PageIndex } from '../../../src/agent/ports.ts';
import type { SearchProvider } from '../../../src/agent/search/provider.ts';
import { openIndexSearch } from '../../../src/agent/search/providers/index-provider.ts';
import { openSearxng } from '../../../src/agent/search/providers/searxng.ts';
import { searchAll } from '../../../src/agent/search/search-all.ts';
import { never, openWeb } from '../../support/agent/local-web.ts';

const ask = { text: 'databases written in Rust', pageNumber: 0 };

const answering =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

test('SearXNG is requested as documented, and its results become hits', async () => {
  const results = [
    { url: 'https://a.example/', title: ' A\u200b  page ', content: 'About\nA', engine: 'x', publishedDate: '2024-05-01T00:00:00' },
    { url: 'https://b.example/', title: 'B', content: null, publishedDate: null },
  ];
  await using web = await openWeb(answering(200, JSON.stringify({ query: 'q', results })));

  const hits = await openSearxng({ baseUrl: `${web.url}/sub` }).search({ ...ask, pageNumber: 1 }, never());

  expect(web.requests).toEqual(['/sub/search?q=databases+written+in+Rust&format=json&pageno=2']);
  expect(hits).toEqual([
    {
      url: 'https://a.example/',
      title: 'A page',
      snippet: 'About A',
      provider: 'searxng',
      position: 0,
      publishedAt: '2024-05-01T00:00:00',
    },
    { url: 'https://b.example/', title: 'B', snippet: '', provider: 'searxng', position: 1 },
  ]);
});

test('a broken connection is retried once', async () => {
  const answer = answering(200, JSON.stringify({ results: [{ url: 'https://a.example/' }] }));
  await using once = await openWeb((req, res) => (once.requests.length === 1 ? res.destroy() : answer(req, res)));
  await using always = await openWeb((_, res) => res.destroy());

  const hits = await openSearxng({ baseUrl: once.url }).search(ask, never());
  const failing = openSearxng({ baseUrl: always.url }).search(ask, never());

  expect(hits).toHaveLength(1);
  await expect(failing).rejects.toMatchObject({ kind: 'unavailable' });
  expect([once.requests.length, always.requests.length]).toEqual([2, 2]);
});

test('invalid items of a SearXNG answer are left out', async () => {
  const results = [null, 7, { title: 'no address' }, { url: 'https://a.example/', title: 5, content: {} }];
  await using web = await openWeb(answering(200, JSON.stringify({ results })));

  const hits = await openSearxng({ baseUrl: web.url }).search(ask, never());

  expect(hits).toEqual([{ url: 'https://a.example/', title: '', snippet: '', provider: 'searxng', position: 3 }]);
});

const silent = (...engines: unknown[]) => JSON.stringify({ results: [], unresponsive_engines: engines });

test.each([
  [403, '', 'misconfigured', /add "json" to search\.formats/],
  [401, '', 'unauthorized', /user name and password/],
  [429, '', 'rate_limited', /how often/],
  [404, '', 'misconfigured', /SEARXNG_URL/],
  [502, '', 'unavailable', /502/],
  [200, '<html>', 'misconfigured', /JSON/],
  [200, '{"other":1}', 'misconfigured', /SEARXNG_URL/],
  [403, '<div id="cf-chl-widget">', 'unavailable', /asks for a CAPTCHA \(status 403\)/],
  [200, silent(['one', 'timeout']), 'unavailable', /: one did not answer in time\. .*request_timeout/],
  [
    200,
    silent(['one', 'Suspended: CAPTCHA'], ['two', 'CAPTCHA']),
    'unavailable',
    /: one, two took us for a robot \(CAPTCHA\)\. .*wait some hours/,
  ],
  [
    200,
    silent(['one', 'too many requests'], ['two', 'access denied']),
    'unavailable',
    /: one said that we ask too often; two refused us\. /,
  ],
  [200, silent(['one', 'unexpected crash'], ['two'], 'three'), 'unavailable', /: one \(unexpected crash\), two, three failed\. /],
  [200, ' '.repeat(3_000_000), 'unavailable', /2 MB/],
])('the failure for a SearXNG with status %i says what to do (case %#)', async (status, body, kind, message) => {
  await using web = await openWeb(answering(status, body));

  const search = openSearxng({ baseUrl: web.url }).search(ask, never());

  await expect(search).rejects.toMatchObject({ name: 'SearchFailure', kind, message: expect.stringMatching(message) });
});

test('the pause that a SearXNG asks for is respected', async () => {
  await using web = await openWeb((_, response) => response.writeHead(429, { 'retry-after': '30' }).end());

  await expect(openSearxng({ baseUrl: web.url }).search(ask, never())).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 30_000,
  });
});

test('an unreachable SearXNG is reported as unavailable, without its address, since callers read the message', async () => {
  const search = openSearxng({ baseUrl: 'http://me:secret@127.0.0.1:9' }).search(ask, never());

  await expect(search).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'SearXNG cannot be reached: is it running at the address in SEARXNG_URL?',
  });
});

test('a slow SearXNG fails', async () => {
  await using web = await openWeb(() => {});

  const search = openSearxng({ baseUrl: web.url, timeoutMs: 100 }).search(ask, never());

  await expect(search).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('did not answer within 0.1 s') });
});

test('an aborted search ends at once with the reason of the abort', async () => {
  await using web = await openWeb(() => {});
  const reason = new Error('cancelled');
  const abort = new AbortController();
  const search = openSearxng({ baseUrl: web.url }).search(ask, abort.signal);

  abort.abort(reason);

  await expect(search).rejects.toBe(reason);
});

test('an invalid address is refused when the service starts', () => {
  expect(() => openSearxng({ baseUrl: 'searx.local' })).toThrow(/SEARXNG_URL/);
});

const indexOf = (hits: Hit[], size: number): PageIndex => ({
  search: async () => hits,
  size: async () => size,
  find: async () => new Map(),
});
const hit = (url: string, position: number, more: Partial<Hit> = {}): Hit => ({
  url,
  title: url,
  snippet: '',
  provider: 'one',
  position,
  ...more,
});

test('an empty index says how to fill it, and one without results returns none', async () => {
  const empty = openIndexSearch(indexOf([], 0)).search(ask, never());
  const silent = await openIndexSearch(indexOf([], 3)).search(ask, never());

  await expect(empty).rejects.toThrow('nothing is indexed yet: npm run webset -- index <folder>');
  expect(silent).toEqual([]);
});

const provider = (name: string, answer: Hit[] | Error): SearchProvider => ({
  name,
  search: async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  },
});

test('a provider that fails is reported and the others answer', async () => {
  const providers = [provider('broken', new Error('no key')), provider('one', [hit('https://a.example/', 0)])];

  const { hits, failures } = await searchAll(providers, ask, never());

  expect(failures).toEqual([{ provider: 'broken', error: new Error('no key'), passing: true }]);
  expect(hits.map(({ url }) => url)).toEqual(['https://a.example/']);
});

test('a page that two providers rank well precedes one that a single provider ranks first', async () => {
  const one = [hit('https://first.example/', 0), hit('https://both.example/?utm_source=one', 1)];
  const two = [hit('https://other.example/', 0), hit('http://www.both.example/', 1, { provider: 'two', pageId: 'p1', snippet: 'seen' })];

  const { hits } = await searchAll([provider('one', one), provider('two', two)], ask, never());

  expect(hits).toHaveLength(3);
  expect(hits[0]).toMatchObject({ url: 'https://both.example/?utm_source=one', pageId: 'p1', snippet: 'seen' });
});

test('addresses that cannot be fetched do not become hits', async () => {
  const bad = ['ftp://a.example/', 'javascript:alert(1)', 'nothing', `https://a.example/${'x'.repeat(2040)}`];

  const { hits } = await searchAll(
    [
      provider(
        'one',
        bad.map((url, i) => hit(url, i)),
      ),
    ],
    ask,
    never(),
  );

  expect(hits).toEqual([]);
});

test('an aborted search of all providers throws the reason', async () => {
  const reason = new Error('cancelled');

  await expect(searchAll([provider('one', [])], ask, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('the first 200 of 10,000 results are used', async () => {
  const results = Array.from({ length: 10_000 }, (_, i) => ({ url: `https://a.example/${i}`, title: 'x'.repeat(50), content: '' }));
  await using instance = await openWeb((_, response) => response.end(JSON.stringify({ results })));

  const { hits } = await searchAll([openSearxng({ baseUrl: instance.url })], { text: 'a', pageNumber: 0 }, never());

  expect(hits).toHaveLength(200);
  expect(hits.at(-1)?.url).toBe('https://a.example/199');
});

test('a redirect of SearXNG to another address is not followed', async () => {
  await using other = await openWeb((_, response) => response.end(JSON.stringify({ results: [] })));
  await using instance = await openWeb((_, response) => response.writeHead(302, { location: `${other.url}/latest/meta-data` }).end());

  const search = openSearxng({ baseUrl: instance.url }).search({ text: 'a', pageNumber: 0 }, never());

  await expect(search).rejects.toMatchObject({ kind: 'misconfigured', message: expect.stringContaining('redirects') });
  expect(other.requests).toEqual([]);
});
