import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { plainText } from '../../../src/agent/search/plain.ts';
import { openArxiv } from '../../../src/agent/search/providers/arxiv.ts';
import { openBrave } from '../../../src/agent/search/providers/brave.ts';
import { openCrossref } from '../../../src/agent/search/providers/crossref.ts';
import { openEuropePmc } from '../../../src/agent/search/providers/europepmc.ts';
import { openGdelt } from '../../../src/agent/search/providers/gdelt.ts';
import { openWikimedia } from '../../../src/agent/search/providers/wikimedia.ts';
import { PROVIDER_ENTRIES, type ProviderName } from '../../../src/agent/search/registry.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';
import { type Asked, CASES as PROVIDERS } from '../../support/agent/provider-answers.ts';
import { ENDLESS } from '../../support/agent/scripted.ts';

/** A service on loopback with its answers and requests. */
async function openService(answer: (asked: Asked, response: ServerResponse) => string | undefined) {
  const asked: Asked[] = [];
  const web = await openWeb(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://service');
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
    const one = { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, body };
    asked.push(one);
    const text = answer(one, response);
    if (text !== undefined) response.end(text);
  });
  return { ...web, asked };
}

const refusing = (status: number, headers: Record<string, string> = {}, words = '') =>
  openService((_, response) => {
    response.writeHead(status, headers);
    return words;
  });

function withoutEnd(response: ServerResponse): undefined {
  const piece = Buffer.alloc(65_536, 0x20);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

/** Without a time limit. */
const CASES = PROVIDERS.map(({ open, ...one }): (typeof PROVIDERS)[number] => ({
  ...one,
  open: (options) => open({ timeoutMs: ENDLESS.timeoutMs, ...options }),
}));

describe.each(CASES)('$name', ({ name, setting, open, query, answer, empty, junk, checks, wanted, hits, isKeyed, everyMs, categories }) => {
  test('is requested as documented, and its results become hits', async () => {
    await using service = await openService((asked) => answer(asked));

    const found = await open({ baseUrl: service.url, clock: quickClock() }).search(query, never());

    expect(service.asked).toHaveLength(1);
    expect(checks(service.asked[0] as Asked)).toEqual(wanted);
    expect(found).toEqual(hits.map((hit) => ({ ...hit, provider: name })));
  });

  test('is requested below the path of its base URL', async () => {
    await using service = await openService((asked) => answer(asked));

    await open({ baseUrl: `${service.url}/proxy/`, clock: quickClock() }).search(query, never());

    expect(service.asked[0]?.path).toBe(`/proxy${wanted.path}`);
  });

  test('may return no results', async () => {
    await using service = await openService(() => empty);

    expect(await open({ baseUrl: service.url, clock: quickClock() }).search(query, never())).toEqual([]);
  });

  test('an answer nested 100,000 levels deep and an endless one are refused with a message', async () => {
    await using nested = await openService(() => '['.repeat(100_000) + ']'.repeat(100_000));
    await using slow = await openService((_, response) => void response.write(' '));

    for (const [service, timeoutMs] of [
      [nested, 600_000],
      [slow, 50],
    ] as const)
      await expect(open({ baseUrl: service.url, clock: quickClock(), timeoutMs }).search(query, never())).rejects.toMatchObject({
        name: 'SearchFailure',
      });
  });

  test('leaves out invalid items', async () => {
    await using service = await openService(() => junk);

    expect(await open({ baseUrl: service.url, clock: quickClock() }).search(query, never())).toEqual([]);
  });

  test.each([
    ['something else', '{"other":1}', name === 'gdelt' ? null : 'misconfigured', /_BASE_URL/],
    ['a web page', '<html><body>hello</body></html>', 'misconfigured', /_BASE_URL/],
    ['nothing at all', '', 'misconfigured', /_BASE_URL/],
    ['without end', withoutEnd, 'unavailable', /larger than/],
  ])('that answers %s is named', async (_, body, kind, message) => {
    await using service = await openService((_, response) => (typeof body === 'string' ? body : body(response)));

    const search = open({ baseUrl: service.url, clock: quickClock() }).search(query, never());

    if (kind === null) await expect(search).resolves.toEqual([]);
    else await expect(search).rejects.toMatchObject({ name: 'SearchFailure', kind, message: expect.stringMatching(message) });
  });

  test.each([
    [401, 'unauthorized', isKeyed ? `${setting}_API_KEY` : 'CONTACT'],
    [403, 'unauthorized', isKeyed ? `${setting}_API_KEY` : 'CONTACT'],
    [404, 'misconfigured', `${setting}_BASE_URL`],
    [302, 'misconfigured', `${setting}_BASE_URL`],
    [500, 'unavailable', '500'],
    [418, 'unavailable', '418'],
  ])('that answers with status %i says what to do', async (status, kind, message) => {
    await using service = await refusing(status, { location: 'http://127.0.0.1:9/' });

    const search = open({ baseUrl: service.url, clock: quickClock() }).search(query, never());

    await expect(search).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
  });

  test('that asks for a short pause is requested once more after it', async () => {
    const clock = quickClock();
    await using service = await openService((asked, response) => {
      if (service.asked.length > 1) return answer(asked);
      response.writeHead(429, { 'retry-after': '7' });
      return '';
    });

    const found = await open({ baseUrl: service.url, clock }).search(query, never());

    expect(found).toHaveLength(hits.length);
    expect(clock.slept).toEqual([7000]);
  });

  test('that asks for a long pause is not requested until then', async () => {
    const clock = quickClock();
    await using service = await refusing(429, { 'retry-after': '120' });
    const provider = open({ baseUrl: service.url, clock });

    const one = provider.search(query, never());
    await expect(one).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 120_000,
      message: expect.stringContaining('wait 120 s'),
    });
    clock.pass(20_000);
    await expect(provider.search(query, never())).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 100_000 });
    expect(service.asked).toHaveLength(1);
    clock.pass(100_000);
    await expect(provider.search(query, never())).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(service.asked).toHaveLength(2);
  });

  test('gets one request at a time, at its pace', async () => {
    const clock = quickClock();
    await using service = await openService((asked) => answer(asked));
    let atOnce = 0;
    let most = 0;
    const real = globalThis.fetch;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      most = Math.max(most, ++atOnce);
      return real(...call).finally(() => atOnce--);
    });
    const provider = open({ baseUrl: service.url, clock });

    await Promise.all([1, 2, 3].map((n) => provider.search({ ...query, text: `${query.text} number${n}` }, never())));
    spy.mockRestore();

    expect(most).toBe(1);
    expect(service.asked).toHaveLength(3);
    expect(clock.slept).toEqual(everyMs > 0 ? [everyMs, everyMs] : []);
  });

  test('that is slow or unavailable fails, without its key in the message', async () => {
    await using slow = await openService(() => undefined);
    const clock = quickClock();

    await expect(open({ baseUrl: slow.url, clock, timeoutMs: 100 }).search(query, never())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('within 0.1 s'),
    });
    const unavailable = open({ baseUrl: 'http://127.0.0.1:9', clock }).search(query, never());
    await expect(unavailable).rejects.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining('secret') });
  });

  test('ends at once when the run is cancelled', async () => {
    await using slow = await openService(() => undefined);
    const reason = new Error('cancelled');
    const abort = new AbortController();
    const provider = open({ baseUrl: slow.url, clock: quickClock() });
    const searches = [provider.search(query, abort.signal), provider.search(query, abort.signal)];

    abort.abort(reason);

    for (const search of searches) await expect(search).rejects.toBe(reason);
  });

  test('covers the categories in the registry', () => {
    expect(new Map(PROVIDER_ENTRIES).get(name as ProviderName)?.categories).toEqual(categories);
  });
});

test('an unknown key has status 422 at Brave', async () => {
  await using service = await refusing(422, {}, '{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}');

  const search = openBrave({ baseUrl: service.url, key: 'x', clock: quickClock() }).search({ text: 'a', pageNumber: 0 }, never());

  await expect(search).rejects.toMatchObject({ kind: 'unauthorized', message: expect.stringContaining('BRAVE_API_KEY') });
});

test('the rate windows of Brave and Crossref are respected', async () => {
  const clock = quickClock();
  const brave = { 'x-ratelimit-remaining': '0, 1000', 'x-ratelimit-reset': '1, 86400' };
  await using one = await openService((_, response) => {
    response.writeHead(200, brave);
    return '{"type":"search"}';
  });
  await using two = await openService((_, response) => {
    response.writeHead(200, { 'x-rate-limit-limit': '5', 'x-rate-limit-interval': '1s' });
    return '{"message":{"items":[]}}';
  });
  const asked = { text: 'a', pageNumber: 0 };
  const first = openBrave({ baseUrl: one.url, key: 'x', clock });
  const second = openCrossref({ baseUrl: two.url, userAgent: 'x', clock });

  for (const provider of [first, first, second, second]) await provider.search(asked, never());

  expect(clock.slept).toEqual([1000, 200]);
});

test('Europe PMC is paged by its cursors, also for a later page first', async () => {
  const page = (mark: string) => JSON.stringify({ nextCursorMark: `${mark}x`, resultList: { result: [{ id: mark, source: 'MED' }] } });
  await using service = await openService(({ query }) => {
    const mark = query.get('cursorMark') ?? '';
    return mark.length === 4 ? JSON.stringify({ nextCursorMark: mark, resultList: { result: [] } }) : page(mark);
  });
  const provider = openEuropePmc({ baseUrl: service.url, userAgent: 'x', clock: quickClock() });
  const at = async (pageNumber: number) => (await provider.search({ text: 'a', pageNumber }, never())).map(({ url }) => url);

  expect(await at(2)).toEqual(['https://europepmc.org/article/MED/*xx']);
  expect(await at(1)).toEqual(['https://europepmc.org/article/MED/*x']);
  expect(await at(3)).toEqual([]);
  expect(await at(4)).toEqual([]);
  expect(service.asked.map(({ query }) => query.get('cursorMark'))).toEqual(['*', '*x', '*xx', '*x', '*xxx']);
});

const claim = (value: string, more: object = {}) => ({ rank: 'normal', mainsnak: { datavalue: { value } }, ...more });
const articles = JSON.stringify({
  query: {
    pages: [
      {
        title: 'Acme',
        index: 1,
        fullurl: 'https://en.wikipedia.org/wiki/Acme',
        extract: 'Acme makes anvils.',
        pageprops: { wikibase_item: 'Q1' },
      },
      {
        title: 'Siteless',
        index: 2,
        fullurl: 'https://en.wikipedia.org/wiki/Siteless',
        extract: 'None.',
        pageprops: { wikibase_item: 'Q2' },
      },
    ],
  },
});

test('a company is found at its official website in Wikidata, else at its article', async () => {
  const P856 = [
    claim('https://old.example/', { qualifiers: { P582: [] } }),
    { mainsnak: {} },
    claim('https://acme.example/'),
    claim('https://worst.example/', { rank: 'deprecated' }),
  ];
  await using service = await openService(({ query }) =>
    query.get('action') === 'query' ? articles : JSON.stringify({ entities: { Q1: { claims: { P856 } }, Q2: { claims: {} } } }),
  );
  const provider = openWikimedia({ baseUrl: service.url, userAgent: 'x', clock: quickClock() });

  const hits = await provider.search({ text: 'anvils', pageNumber: 0, category: 'companies' }, never());

  expect(service.asked[1]?.query.get('ids')).toBe('Q1|Q2');
  expect(hits.map(({ url, text }) => [url, text])).toEqual([
    ['https://acme.example/', undefined],
    ['https://en.wikipedia.org/wiki/Siteless', 'None.'],
  ]);
});

test('without Wikidata the hits are the articles on the companies', async () => {
  await using service = await openService(({ query }, response) => {
    if (query.get('action') === 'query') return articles;
    response.writeHead(500);
    return '';
  });
  const provider = openWikimedia({ baseUrl: service.url, userAgent: 'x', clock: quickClock() });

  const hits = await provider.search({ text: 'anvils', pageNumber: 0, category: 'companies' }, never());

  expect(hits.map(({ url }) => url)).toEqual(['https://en.wikipedia.org/wiki/Acme', 'https://en.wikipedia.org/wiki/Siteless']);
});

test.each([
  ['maxlag', 'rate_limited'],
  ['internal_api_error', 'unavailable'],
])('Wikimedia reports %s with status 200', async (code, kind) => {
  await using service = await openService(() => JSON.stringify({ error: { code } }));

  const search = openWikimedia({ baseUrl: service.url, userAgent: 'x', clock: quickClock() }).search({ text: 'a', pageNumber: 0 }, never());

  await expect(search).rejects.toMatchObject({ kind });
});

test.each([
  ['Please limit requests to one every 5 seconds', 'rate_limited'],
  ['Your query was too short or too long.', 'unavailable'],
])('GDELT reports errors with status 200: %s', async (words, kind) => {
  await using service = await openService(() => words);

  const search = openGdelt({ baseUrl: service.url, userAgent: 'x', clock: quickClock() }).search({ text: 'rust', pageNumber: 0 }, never());

  await expect(search).rejects.toMatchObject({ kind });
});

test('an endlessly nested feed of arXiv is refused', async () => {
  const feed = `<feed><entry><summary>${'<a>'.repeat(20_000)}${'</b>'.repeat(20_000)}</summary></entry></feed>`;
  await using service = await openService(() => feed);

  const search = openArxiv({ baseUrl: service.url, userAgent: 'x', clock: quickClock() }).search({ text: 'rust', pageNumber: 0 }, never());

  await expect(search).rejects.toMatchObject({ kind: 'misconfigured' });
});

test('markup becomes text: one line a paragraph, references resolved, comments and attributes left out', () => {
  const markup = '<jats:p>A &amp; B&nbsp;&#x43;</jats:p><P class="x > y">two<!-- no --><br/>three</P><b>bold</b> &lt;end&gt;';

  expect(plainText(markup)).toBe('A & B C\ntwo\nthree\nbold <end>');
});
