import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { type McpOptions, openMcp } from '../../../src/agent/search/providers/mcp.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';
import { openToolServer, type ToolServer, taking } from '../../support/agent/mcp-server.ts';
import { scriptTimeLimits } from '../../support/agent/time-limits.ts';

const ask = { text: 'databases written in Rust', pageNumber: 0 };
const search = { name: 'web_search', inputSchema: taking({ query: { type: 'string' } }) };
const pages = [
  { url: 'https://a.example/', title: 'A', snippet: 'About A', published_date: '2026-02-03' },
  { url: 'https://b.example/x', title: 'B &amp; C', text: 'More on B' },
];
const found = [
  { url: 'https://a.example/', title: 'A', snippet: 'About A', provider: 'mcp', position: 0, publishedAt: '2026-02-03' },
  { url: 'https://b.example/x', title: 'B & C', snippet: 'More on B', provider: 'mcp', position: 1 },
];
const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });
const answering = (result: CallToolResult, more: Partial<ToolServer> = {}) =>
  openToolServer({ tools: [search], call: () => result, ...more });
const open = (baseUrl: string, more: Partial<McpOptions> = {}) => openMcp({ baseUrl, clock: quickClock(), timeoutMs: 600_000, ...more });

/** Every name resolves to this machine. */
const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];

const BLOCKS = `Title: A
URL: https://a.example/
Published: 2026-02-03T00:00:00.000Z
Author: N/A
Highlights:
About A, see [elsewhere](https://elsewhere.example/) and https://other.example/

---

Title: B & C
URL: https://b.example/x
Text: More on B`;

const LIST = `Found 2 results:

1. **A** - https://a.example/
   About A
2. [B & C](https://b.example/x)
   More on B, which https://other.example/ mentions, too`;

const LINES = `A
https://a.example/
About A

B & C
https://b.example/x
More on B`;

describe.each([
  ['a stream of events', {}],
  ['JSON', { json: true }],
  ['sessions', { sessions: true }],
])('a server that answers by %s', (_, more) => {
  test('is asked by its tool, and structured content, JSON text and addresses in text become hits', async () => {
    const shapes: CallToolResult[] = [
      { content: [], structuredContent: { query: 'x', data: { results: pages } } },
      text(JSON.stringify(pages)),
      text(
        JSON.stringify({
          search_id: 'x',
          results: pages.map(({ snippet, text: said, ...page }) => ({ ...page, excerpts: [snippet ?? said] })),
        }),
      ),
    ];
    let asked = 0;
    await using server = await openToolServer({ tools: [search], call: () => shapes[asked++] as CallToolResult, ...more });
    const provider = open(server.url);

    for (const _shape of shapes) expect(await provider.search(ask, never())).toEqual(found);

    expect(server.called).toEqual(shapes.map(() => ({ tool: 'web_search', input: { query: ask.text } })));
  });
});

test.each([
  [
    'blocks of labelled lines',
    BLOCKS,
    ['About A, see [elsewhere](https://elsewhere.example/) and https://other.example/', 'More on B'],
    '2026-02-03T00:00:00.000Z',
  ],
  ['a numbered list', LIST, ['About A', 'More on B, which https://other.example/ mentions, too'], undefined],
  ['lines of titles and addresses', LINES, ['About A', 'More on B'], undefined],
])('text that is %s names pages with titles', async (_, said, snippets, publishedAt) => {
  await using server = await answering(text(said));

  const hits = await open(server.url).search(ask, never());

  expect(hits).toEqual(
    found.map(({ publishedAt: _date, ...hit }, i) => ({ ...hit, snippet: snippets[i], ...(i === 0 && publishedAt && { publishedAt }) })),
  );
});

test('links to resources are hits, too', async () => {
  const links = pages.map(({ url, title, snippet, text: said }) => ({
    type: 'resource_link' as const,
    uri: url,
    name: title,
    description: snippet ?? said,
  }));
  await using server = await answering({ content: links as CallToolResult['content'] });

  const hits = await open(server.url).search(ask, never());

  expect(hits).toEqual(found.map(({ publishedAt: _date, ...hit }) => hit));
});

test.each([
  [{ content: [], structuredContent: { results: [] } }],
  [text('{"results": []}')],
  [text('No search results found. Please try a different query.')],
])('a server may return no results (case %#)', async (result) => {
  await using server = await answering(result);

  expect(await open(server.url).search(ask, never())).toEqual([]);
});

test('the arguments are found in the schema of the tool', async () => {
  const shapes: [object, string[] | undefined, object][] = [
    [{ q: { type: 'string' }, count: { type: 'integer', maximum: 10 } }, ['q'], { q: ask.text, count: 10 }],
    [{ language: { type: 'string' }, searchQuery: { type: 'string' } }, ['searchQuery'], { searchQuery: ask.text }],
    [{ objective: { type: 'string' }, search_queries: { type: 'array' } }, undefined, { objective: ask.text, search_queries: [ask.text] }],
    [{ what: { type: 'string' }, numResults: { type: ['number', 'null'] } }, ['what'], { what: ask.text, numResults: 20 }],
    [
      { query: { anyOf: [{ type: 'string' }, { type: 'null' }] }, mode: { enum: ['fast', 'deep'] }, safe: { type: 'boolean' } },
      undefined,
      { query: ask.text, mode: 'fast', safe: false },
    ],
    [
      { query: { type: 'string' }, engine: { type: 'string', default: 'all' }, hidden: { type: 'string' } },
      ['query', 'engine'],
      { query: ask.text, engine: 'all' },
    ],
  ];
  for (const [properties, required, input] of shapes) {
    const tool = { name: 'find', inputSchema: taking(properties as Record<string, object>, required) };
    await using server = await answering(text('[]'), { tools: [tool] });

    await open(server.url).search(ask, never());

    expect(server.called).toEqual([{ tool: 'find', input }]);
  }
});

test('further pages are requested where the tool has them', async () => {
  const paged = { name: 'search', inputSchema: taking({ query: { type: 'string' }, page: { type: 'integer' } }, ['query']) };
  await using one = await answering(text(JSON.stringify(pages)), { tools: [paged] });
  await using other = await answering(text(JSON.stringify(pages)));

  expect(await open(one.url).search({ ...ask, pageNumber: 2 }, never())).toHaveLength(2);
  expect(await open(other.url).search({ ...ask, pageNumber: 2 }, never())).toEqual([]);

  expect(one.called[0]?.input).toEqual({ query: ask.text, page: 3 });
  expect(other.called).toEqual([]);
});

test.each([
  ['is missing', 'find', ['web_search'], /no tool find: it has web_search; set MCP_SEARCH_TOOL/],
  [
    'is not named, and several search',
    undefined,
    ['paper_search', 'image_search'],
    /several tools that search: it has paper_search, image_search/,
  ],
  ['is not named, and none searches', undefined, ['fetch', 'crawl'], /no tool that is called a search: it has fetch, crawl/],
  ['is not named, and there is none', undefined, [], /it has none/],
])('where the tool %s, the existing ones are named', async (_, tool, names, message) => {
  await using server = await answering(text('[]'), { tools: names.map((name) => ({ ...search, name })) });

  await expect(open(server.url, { tool }).search(ask, never())).rejects.toMatchObject({
    kind: 'misconfigured',
    message: expect.stringMatching(message),
  });
});

test('of several tools the one that searches the web is used, or the named one', async () => {
  const tools = ['fetch_page', 'code_search', 'web_search_exa'].map((name) => ({ ...search, name }));
  await using server = await answering(text('[]'), { tools });

  await open(server.url).search(ask, never());
  await open(server.url, { tool: 'code_search' }).search(ask, never());

  expect(server.called.map(({ tool }) => tool)).toEqual(['web_search_exa', 'code_search']);
});

test.each([
  ['takes no query', { id: { type: 'integer' } }, /takes no query \(its arguments: id\)/],
  ['needs what a search does not know', { query: { type: 'string' }, account: { type: 'string' } }, /needs the argument account/],
])('a tool that %s is refused with a message', async (_, properties, message) => {
  await using server = await answering(text('[]'), { tools: [{ name: 'search', inputSchema: taking(properties) }] });

  await expect(open(server.url).search(ask, never())).rejects.toMatchObject({
    kind: 'misconfigured',
    message: expect.stringMatching(message),
  });
});

test.each([
  [text('I know of many databases, such as sled.'), 'misconfigured', /without addresses of pages \(“I know of many/],
  [text('{"answer": "sled"}'), 'misconfigured', /without addresses/],
  [{ content: [] }, 'misconfigured', /without addresses of pages: check MCP_SEARCH_TOOL/],
  [{ ...text('the index is down'), isError: true }, 'unavailable', /failed: the index is down/],
  [{ ...text("You've hit the free rate limit."), isError: true }, 'rate_limited', /free rate limit/],
])('an answer without pages is a failure with a message (case %#)', async (result, kind, message) => {
  await using server = await answering(result as CallToolResult);

  await expect(open(server.url).search(ask, never())).rejects.toMatchObject({
    name: 'SearchFailure',
    kind,
    message: expect.stringMatching(message),
  });
});

test('an output schema that the answer violates has no effect, and none is compiled', async () => {
  const outputSchema = { type: 'object' as const, properties: { results: { type: 'string', pattern: '(a+)+$' } }, required: ['other'] };
  await using server = await answering({ content: [], structuredContent: { results: pages } }, { tools: [{ ...search, outputSchema }] });

  expect(await open(server.url).search(ask, never())).toEqual(found);
});

test('the key is sent in a header, and a missing key is reported', async () => {
  const refusing = {
    before: ({ headers }: IncomingMessage, response: ServerResponse) =>
      headers.authorization !== 'Bearer s3cret' && !!response.writeHead(401).end(),
  };
  await using server = await answering(text(JSON.stringify(pages)), refusing);

  expect(await open(server.url, { key: 's3cret' }).search(ask, never())).toEqual(found);
  await expect(open(server.url).search(ask, never())).rejects.toMatchObject({
    kind: 'unauthorized',
    message: expect.stringContaining('set MCP_SEARCH_KEY'),
  });
  await expect(open(server.url, { key: 'wrong' }).search(ask, never())).rejects.toMatchObject({
    kind: 'unauthorized',
    message: expect.stringMatching(/^(?!.*wrong).*does not accept MCP_SEARCH_KEY/),
  });
});

test.each([
  ['key', '', 's3cret-key'],
  ['address', '?apiKey=s3cret-key', undefined],
])('a secret in the %s is never in an error, whatever the server answers', async (_, search, key) => {
  await using server = await answering({ ...text('the key s3cret-key is not known'), isError: true });

  const failing = open(`${server.url}${search}`, { key }).search(ask, never());

  await expect(failing).rejects.toMatchObject({ message: expect.stringMatching(/^(?!.*s3cret).*the key … is not known/) });
});

test('a secret is removed before a text is cut, and from hits', async () => {
  const key = 's3cret-key-of-36-characters-0123456789';
  await using failing = await answering({ ...text(`${'x '.repeat(93)}${key}`), isError: true });
  await using telling = await answering(text(JSON.stringify([{ url: 'https://a.example/', title: `A ${key}`, snippet: `About ${key}` }])));

  await expect(open(failing.url, { key }).search(ask, never())).rejects.toMatchObject({ message: expect.not.stringContaining('s3cret') });
  expect(await open(telling.url, { key }).search(ask, never())).toEqual([
    { url: 'https://a.example/', title: 'A …', snippet: 'About …', provider: 'mcp', position: 0 },
  ]);
});

test('a session is reused, and opened again once its server has dropped it', async () => {
  await using server = await answering(text(JSON.stringify(pages)), { sessions: true });
  const provider = open(server.url);

  for (let i = 0; i < 2; i++) await provider.search(ask, never());
  const before = server.openedSessions();
  server.forget();
  const hits = await provider.search(ask, never());

  expect(hits).toEqual(found);
  expect(before).toBe(1);
  expect(server.openedSessions()).toBe(2);
});

test('a public server gets one request a second, and none during the pause that it asks for', async () => {
  const clock = quickClock();
  let asked = 0;
  await using server = await answering(text('[]'), {
    before: (_request, response) => ++asked > 4 && !!response.writeHead(429, { 'retry-after': '120' }).end(),
  });
  const domain = `search.example:${server.port}`;
  const provider = open(`http://${domain}/mcp`, { clock, resolve, allowPrivate: [domain] });

  await provider.search(ask, never());
  await expect(provider.search(ask, never())).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 120_000 });
  await expect(provider.search(ask, never())).rejects.toMatchObject({
    kind: 'rate_limited',
    message: expect.stringContaining('leave mcp out'),
  });

  expect(clock.slept).toEqual([1000]);
  expect(asked).toBe(5);
});

/** An answer that never ends. */
const pouring = (type: string, piece: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': type });
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
};
const saying = (type: string, body: string) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type }).end(body);
const nested = `{"jsonrpc":"2.0","id":0,"result":${'['.repeat(900_000)}${']'.repeat(900_000)}}`;

const numbers = (name: string) => `{"jsonrpc":"2.0","id":0,"result":{"${name}":[${'1,'.repeat(1_000_000)}1]}}`;
const progress = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n'.repeat(100);

describe.each([
  ['when the session is opened', 0],
  ['when the tool is called', 3],
])('a hostile server %s', (_, from) => {
  test.each<[string, (response: ServerResponse, timeIsUp: () => void) => void, string, RegExp]>([
    ['that never answers', (_, timeIsUp) => timeIsUp(), 'unavailable', /did not answer within 1 s/],
    [
      'whose stream never ends',
      (response, timeIsUp) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n', timeIsUp),
      'unavailable',
      /within 1 s/,
    ],
    ['that pours events', pouring('text/event-stream', ': x\n\n'.repeat(10_000)), 'unavailable', /larger than 4 MB/],
    ['that pours JSON', pouring('application/json', ' '.repeat(65_536)), 'unavailable', /larger than 4 MB/],
    ['that ends its stream without a result', saying('text/event-stream', ': bye\n\n'), 'unavailable', /ended its answer/],
    ['that answers with a web page', saying('text/html', '<html></html>'), 'misconfigured', /not answer as MCP says: check MCP_SEARCH_URL/],
    ['that answers with broken JSON', saying('application/json', '{"a":'), 'misconfigured', /check MCP_SEARCH_URL/],
    ['that answers with other JSON', saying('application/json', '{"other":1}'), 'misconfigured', /check MCP_SEARCH_URL/],
    ['that nests its JSON a million deep', saying('application/json', nested), 'unavailable', /nests deeper than 64/],
    [
      'whose result is a list of a million numbers',
      saying('application/json', numbers('content')),
      'unavailable',
      /holds more than 20000 values/,
    ],
    ['whose tools are a million numbers', saying('application/json', numbers('tools')), 'unavailable', /holds more than 20000 values/],
    ['that tells of its progress without end', pouring('text/event-stream', progress), 'unavailable', /holds more than 20000 values/],
    [
      'that redirects',
      (response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/private' }).end(),
      'misconfigured',
      /redirects to another address: MCP_SEARCH_URL/,
    ],
    ['that redirects to itself', (response) => void response.writeHead(307, { location: '/mcp' }).end(), 'misconfigured', /redirects/],
    ['that is none', (response) => void response.writeHead(404).end('no'), 'misconfigured', /no Streamable HTTP at MCP_SEARCH_URL/],
    ['that breaks', (response) => void response.writeHead(500).end('oh'), 'unavailable', /status 500/],
    ['that hangs up', (response) => void response.socket?.destroy(), 'unavailable', /^(?!.*127).*is it running/],
  ])('%s is left, in words', async (_name, act, kind, message) => {
    using limits = scriptTimeLimits();
    let asked = 0;
    const before = (_request: IncomingMessage, response: ServerResponse) => {
      if (asked++ < from) return false;
      act(response, () => limits.runOut());
      return true;
    };
    await using server = await answering(text('[]'), { before });

    const failing = open(server.url, { timeoutMs: 1000 }).search(ask, never());

    await expect(failing).rejects.toMatchObject({ name: 'SearchFailure', kind, message: expect.stringMatching(message) });
  });
});

test('a deeply nested answer is searched within bounds', async () => {
  const deep = `${'{"results":'.repeat(100_000)}[]${'}'.repeat(100_000)}`;
  await using server = await answering(text(deep));

  await expect(open(server.url).search(ask, never())).rejects.toMatchObject({
    kind: 'misconfigured',
    message: expect.stringContaining('without addresses'),
  });
});

test.each([
  ['ping', {}],
  ['sampling/createMessage', { messages: [], maxTokens: 1 }],
])('a server that sends %s requests of its own gets answers to a few of them', async (method, params) => {
  let replies = 0;
  const events = Array.from({ length: 5000 }, (_, id) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: `s${id}`, method, params })}\n\n`);
  let asked = 0;
  await using server = await answering(text(JSON.stringify(pages)), {
    before: (request, response) => {
      if (asked++ < 3) return false;
      if (asked === 4) return saying('text/event-stream', events.join(''))(response) === undefined;
      replies += Number(request.method === 'POST');
      return saying('application/json', '')(response) === undefined;
    },
  });

  await expect(open(server.url).search(ask, never())).rejects.toMatchObject({ message: expect.stringContaining('more than 20 times') });
  expect(replies).toBeLessThanOrEqual(20);
});

test('endless JSON in the text of a result is not parsed', async () => {
  await using server = await answering(text(`[${'1,'.repeat(500_000)}1]`));

  await expect(open(server.url).search(ask, never())).rejects.toMatchObject({ message: expect.stringContaining('without addresses') });
});

test('JSON in many parts of a result is bounded in total', async () => {
  const part = (urls: number) =>
    JSON.stringify(Array.from({ length: urls }, (_, i) => ({ url: `https://a.example/${i}`, n: Array(10).fill(0) })));
  const parts = Array.from({ length: 30 }, () => ({ type: 'text' as const, text: part(100) }));
  await using server = await answering({ content: parts });

  const hits = await open(server.url).search(ask, never());

  expect(hits.length).toBeGreaterThan(100);
  expect(hits.length).toBeLessThan(2000); // each has about eleven values
});

test('a server that does not answer does not delay later callers', async () => {
  using limits = scriptTimeLimits();
  let asked = 0;
  const before = () => {
    asked++;
    limits.runOut();
    return true; // no answer
  };
  await using server = await answering(text(''), { before });
  const clock = quickClock();
  const provider = openMcp({ baseUrl: server.url, clock, timeoutMs: 30_000 });

  const both = await Promise.allSettled([provider.search(ask, never()), provider.search(ask, never())]);
  const before60s = asked;
  clock.pass(60_000);
  await provider.search(ask, never()).catch(() => {});

  expect(both.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
    Array(2).fill('The MCP server did not answer within 30 s'),
  );
  expect([before60s, asked]).toEqual([1, 2]);
});

test('an endless line of text is searched for addresses like any other', async () => {
  const lines = [`[${'a'.repeat(4000)}`, `URL: ${'http://'.repeat(600)}`, '- '.repeat(2000), `${'(('.repeat(2000)} https://a.example/`];
  await using server = await answering(text(lines.join('\n')));

  const hits = await open(server.url).search(ask, never());

  expect(hits.map(({ url }) => url)).toEqual([expect.stringMatching(/^http:\/\/http:/)]);
});

test('a search ends at once when the run is cancelled, and the next one opens a new session', async () => {
  let isSlow = true;
  await using server = await answering(text(JSON.stringify(pages)), { before: () => isSlow });
  const provider = open(server.url);
  const abort = new AbortController();
  const reason = new Error('cancelled');
  const searching = provider.search(ask, abort.signal);

  abort.abort(reason);

  await expect(searching).rejects.toBe(reason);
  isSlow = false;
  expect(await provider.search(ask, never())).toEqual(found);
});

test('a host name without dots may be private, a domain name must resolve to a public address', async () => {
  await using web = await openWeb((_, response) => void response.writeHead(404).end());
  const of = (host: string, allowPrivate: string[] = []) =>
    open(`http://${host}:${web.port}/mcp`, { resolve, allowPrivate }).search(ask, never());

  await expect(of('search')).rejects.toMatchObject({ message: expect.stringContaining('no Streamable HTTP') });
  await expect(of('search.example')).rejects.toMatchObject({
    kind: 'misconfigured',
    message: expect.stringContaining('FETCH_ALLOW_PRIVATE'),
  });
  expect(web.requests).toEqual(['/mcp']);
  expect(() => open('ftp://x')).toThrow(/MCP_SEARCH_URL/);
});
