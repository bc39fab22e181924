import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonInTurns } from '../../src/graphql/execution/json.ts';
import { ANSWER_MAX, createAnswerMemory } from '../../src/services/answers/memory.ts';
import type { Call } from '../../src/services/call.ts';
import { openWebsetOnce } from '../../src/services/open.ts';
import { fillLargest, fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** A query for 100 of the longest requests and notes (8 MB), `times` over. */
const nodesOf = (times: number, texts = 'originalQuery notes') =>
  `query ($ids: [ID!]!) { ${Array.from({ length: times }, (_, i) => `n${i}: nodes(ids: $ids) { ... on Webset { ${texts} } }`).join(' ')} }`;

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const nodeId = (id: string) => Buffer.from(`Webset:${id}`).toString('base64url');
const refusal = {
  status: 400,
  body: { errors: [{ message: expect.stringContaining('limit of bytes (20000000'), extensions: { code: 'BAD_REQUEST' } }] },
};

test('a query whose texts pass 20 MB together is refused, however it repeats them', async () => {
  const [id = '', long = ''] = await fillLargest(service, 2);
  await service.sql`update webset set notes = repeat('x', 400000) where id = ${long}`;
  const ann = await service.as('ann');
  const [owner] = await service.sql`select id from auth_user where email = 'ann@example.org'`;
  await fillLargest(service, 100, owner?.id);
  const often = Array.from({ length: 9 }, (_, i) => `a${i}: notes`).join(' ');

  const [nodes, aliases, list, keys] = await Promise.all([
    service.graphql(nodesOf(2, 'originalQuery notes again: notes'), { ids: Array(100).fill(nodeId(id)) }),
    service.graphql(`{ ${Array.from({ length: 55 }, (_, i) => `a${i}: webset(id: "${long}") { notes }`).join(' ')} }`),
    service.graphql(`{ websets(first: 100) { nodes { ${often} } } }`, {}, ann),
    service.graphql(`query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Webset { ${often} } } }`, { ids: Array(60).fill(nodeId(id)) }),
  ]);

  for (const refused of [nodes, aliases, list, keys]) expect(refused).toMatchObject(refusal);
  expect(nodes.body.data ?? null).toBeNull();
});

test('what stays below 20 MB is answered, an id that is named a hundred times being read once', async () => {
  const [id = ''] = await fillLargest(service, 1);
  const query = (fields: string) => `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Webset { ${fields} } } }`;

  const whole = await service.graphql(nodesOf(2), { ids: Array(100).fill(nodeId(id)) });
  const often = await service.graphql(query('uuid category notesAgain: title runAlive owned'), { ids: Array(100).fill(nodeId(id)) });
  await service.sql`update webset set notes = 'n' where id = ${id}`;
  const shared = await service.graphql(query('notes'), { ids: Array(100).fill(nodeId(id)) });

  expect(whole.status).toBe(200);
  expect(whole.body.data.n1).toHaveLength(100);
  expect(whole.body.data.n1[99].notes).toHaveLength(20_000);
  expect(often.body.data.nodes[99].uuid).toBe(id);
  expect(shared.body.data.nodes).toEqual(Array(100).fill({ notes: 'n' }));
});

test('a webset that a query names in many places is looked up once', async () => {
  const [id = ''] = await fillLargest(service, 1);
  const call = { db: service.db, viewer: { userId: null } } as unknown as Call;

  const [one, two] = await Promise.all([openWebsetOnce(call, id), openWebsetOnce(call, id)]);
  const other = await openWebsetOnce({ ...call }, id);

  expect(one).toBe(two);
  expect(other).not.toBe(one);
});

test('a long answer is written piece by piece, the same text as at once, and others are answered in between', async () => {
  const [id = ''] = await fillLargest(service, 1);
  await service.sql`update webset set notes = ${'"\\ \u2028 é '.repeat(9000)}, title = null where id = ${id}`;
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Webset { uuid title createdAt runAlive criteria { label } originalQuery notes } } }`;
  const [written] = await service.sql`select original_query, notes, created_at from webset where id = ${id}`;

  const whole = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { ids: Array(30).fill(nodeId(id)) } }),
  });
  const text = await whole.text();

  const node = { __typename: 'Webset', uuid: id, title: null, createdAt: new Date(written?.created_at), runAlive: false, criteria: [] };
  const expected = { data: { nodes: Array(30).fill({ ...node, originalQuery: written?.original_query, notes: written?.notes }) } };
  expect(whole.headers.get('content-type')).toMatch(/^application\/.*json; charset=utf-8$/);
  expect(text === JSON.stringify(expected)).toBe(true);
});

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom(null, true, 1.5, undefined, new Date(0), '😀'.repeat(20_000), 'x'.repeat(70_000)),
    fc.array(tie('value'), { maxLength: 12 }),
    fc.dictionary(fc.string({ maxLength: 20 }), tie('value')),
  ),
})).value;

test('an answer in pieces is the text that JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(json, async (value) => {
      expect((await jsonInTurns({ value })).toString() === JSON.stringify({ value })).toBe(true);
    }),
  );
});

test('a long answer leaves the event loop to others after about 64,000 characters', async () => {
  const long = { text: '😀'.repeat(10_000), more: [null, true, 1.5, undefined, { empty: {} }, []] };
  const value = { data: { nodes: [{ text: '' }, ...Array(120).fill(long), { text: '' }] } };
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);

  const written = await jsonInTurns(value);
  clearImmediate(next);

  expect(turns).toBeGreaterThanOrEqual(30);
  expect(written.toString() === JSON.stringify(value)).toBe(true);
});

test('an answer is written no further than its limit of bytes', async () => {
  const written = await jsonInTurns(Array(1000).fill('字'.repeat(1000)), 300_000);

  expect(written.length).toBeGreaterThan(300_000);
  expect(written.length).toBeLessThan(600_000);
});

test('a long answer with an error has both', async () => {
  const [id = ''] = await fillLargest(service, 1);
  const ids = [...Array(30).fill(nodeId(id)), nodeId('00000000-0000-4000-8000-000000000000')];

  const { body } = await service.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Webset { notes } } }', { ids });

  expect(body.data.nodes.map((node: { notes: string } | null) => node?.notes.length)).toEqual([...Array(30).fill(20_000), undefined]);
  expect(body.errors).toMatchObject([{ path: ['nodes', 30], extensions: { code: 'NOT_FOUND' } }]);
});

test('the change of a mutation whose answer is too large is made, and the answer says so', async () => {
  const [id = ''] = await fillLargest(service, 1);
  await service.sql`update webset set notes = repeat('x', 400000) where id = ${id}`;
  const aliases = Array.from({ length: 55 }, (_, i) => `a${i}: notes`).join(' ');

  const { status, body } = await service.graphql(
    `mutation { renameWebset(input: { websetId: "${id}", title: "t" }) { webset { ${aliases} } } }`,
  );

  expect(status).toBe(200);
  expect(body).toMatchObject({ data: null, errors: [{ message: expect.stringMatching(/^The change is made\. .*20 MB/) }] });
  expect((await service.sql`select title from webset where id = ${id}`)[0]?.title).toBe('t');
});

test('listSessions lists 100 of the largest sessions', async () => {
  const bob = await service.as('bob');
  const [owner] = await service.sql`select id from auth_user where email = 'bob@example.org'`;
  await fillLargest(service, 100, owner?.id);

  const response = await fetch(`${service.url}/api/v1/search/listSessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bob },
    body: JSON.stringify({ limit: 100 }),
  });

  const { sessions } = (await response.json()) as { sessions: { id: string; notes: string }[] };
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(100);
  expect(sessions.every(({ notes }) => notes.length === 20_000)).toBe(true);
});

test('large answers of one caller take turns; only those of several callers together are refused, each in its layer’s shape', async () => {
  const answers = createAnswerMemory({ all: ANSWER_MAX, patience: { waitMs: 50 } });
  await using small = await openTestService({ answers });
  const [id = ''] = await fillLargest(small, 1);
  await fillRows(small.db, id, Array(200).fill({ title: 'x'.repeat(4000) })); // whose first page is a large read
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Webset { notes } } }`;
  const ask = () => small.graphql(query, { ids: Array(40).fill(nodeId(id)) });

  const alone = await Promise.all(Array.from({ length: 3 }, ask));
  const other = answers.open('another caller', 'whole');
  await other.write(ANSWER_MAX);
  const refused = await Promise.all([
    ask(),
    small.rpc('getSession', { sessionId: id }),
    small.get(`/api/sessions/${id}/export?format=json`).then(async (response) => ({
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      type: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition'),
      body: await response.json(),
    })),
  ]);
  const little = await small.graphql(`{ webset(id: "${id}") { title } }`);
  other.close();
  const after = await ask();

  expect(alone.map(({ status }) => status)).toEqual(Array(3).fill(200));
  expect(refused[0]).toMatchObject({ status: 503, body: { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 } }] } });
  expect(refused[1]).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', defined: false } });
  expect(refused[2]).toEqual({
    status: 500,
    retryAfter: '5',
    type: 'application/json; charset=utf-8',
    disposition: null,
    body: { error: expect.stringContaining('large answers') },
  });
  expect(little.status).toBe(200);
  expect(after.status).toBe(200);
});

test.each([
  ['text/event-stream', 'text/event-stream'],
  ['multipart/mixed', 'multipart/mixed'],
  ['text/event-stream', 'application/json-seq, text/event-stream'],
  ['multipart/mixed', 'application/jsonl, multipart/mixed'],
])('a long answer is whole as %s for who accepts %s', async (type, accept) => {
  const [id = ''] = await fillLargest(service, 1);
  await service.sql`update webset set notes = repeat('x', 200000) where id = ${id}`;
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: `{ webset(id: "${id}") { notes } }` }),
  });

  const [, answer = ''] = /(\{"data".*\})/.exec(await response.text()) ?? [];

  expect(response.headers.get('content-type')).toContain(type);
  expect(JSON.parse(answer).data.webset.notes).toHaveLength(200_000);
});

test('a name of more than 200 characters is refused: each place in an answer would repeat it', async () => {
  const long = await service.graphql(`{ ${'a'.repeat(201)}: __typename }`);
  const variable = await service.graphql(`query ($${'v'.repeat(201)}: [UUID!]) { __typename }`);
  const fair = await service.graphql(`{ ${'a'.repeat(200)}: __typename }`);

  for (const refused of [long, variable])
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ message: expect.stringContaining('limit of name (200)') }] } });
  expect(fair.status).toBe(200);
});
