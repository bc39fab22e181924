import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STRANGE_DOCUMENTS } from '../support/strange-documents.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ID = '5f0c3b1e-2a6d-4c8e-9b7f-1d2e3f4a5b6c';
const post = (body: string | Uint8Array, headers: Record<string, string>) =>
  fetch(`${service.url}/graphql`, { method: 'POST', headers, body: new Blob([body as BlobPart]) });

test('GraphQL over HTTP passes every audit of graphql-http', async () => {
  const results = await auditServer({ url: `${service.url}/graphql` });

  expect(results.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([]);
  expect(results).toHaveLength(61);
});

describe('bodies that any page can send without asking are refused', () => {
  test.each(['application/x-www-form-urlencoded', 'application/graphql', 'text/plain', 'multipart/form-data; boundary=x'])(
    '%s',
    async (type) => {
      const body = type.includes('form-url') ? 'query=mutation{__typename}' : 'mutation { __typename }';

      const response = await post(body, { 'content-type': type });

      expect(response.status).toBe(415);
      expect(await response.json()).toEqual({
        errors: [{ message: 'Send the request as application/json', extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
      });
    },
  );
});

describe('refused before execution, as a 400', () => {
  const deep = (levels: number) => `query { ${'... { '.repeat(levels)} __typename ${'} '.repeat(levels)} }`;

  test.each(STRANGE_DOCUMENTS)('%s', async (_what, query) => {
    const { status, body } = await service.graphql(query);

    expect(status).toBe(400);
    expect(body.data).toBeUndefined();
    expect(body.errors[0].message).toEqual(expect.any(String));
  });

  test.each(['application/json', '*/*'])('a query over a limit is a 400 to those who accept %s, too', async (accept) => {
    for (const [, query] of STRANGE_DOCUMENTS.slice(0, 8)) {
      const { status, body } = await service.graphql(query, {}, { accept });

      expect(status).toBe(400);
      expect(body.errors[0].message).toMatch(/over the limit/);
      expect(body.errors[0].extensions).toEqual({ code: 'BAD_REQUEST' });
    }
  });

  test('inline fragments add no depth, so a deep nest of them is answered', async () => {
    expect((await service.graphql(deep(90))).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['a long list', Array(301).fill('x')],
    ['many fields', Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`k${i}`, 1]))],
    ['lists in lists', Array(20).fill(Array(20).fill('x'))],
  ])('variables that hold more values than any document takes: %s', async (_what, id) => {
    const { status, body } = await service.graphql('query ($id: UUID!) { webset(id: $id) { title } }', { id });

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ message: 'The query is over the limit of values (300)', extensions: { code: 'BAD_REQUEST' } });
  });

  test.each<[string, object]>([
    ['a field that is not there', { query: '{ nothing }' }],
    ['an operation that is not there', { query: '{ __typename }', operationName: 'x' }],
    ['a document of fragments', { query: 'fragment f on Query { __typename }' }],
    ['a syntax error', { query: '{' }],
  ])('%s goes by a code of ours, whatever the client accepts', async (_what, request) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const response = await post(JSON.stringify(request), { 'content-type': 'application/json', accept });
      expect((await response.json()).errors[0].extensions.code).toBe('BAD_REQUEST');
    }
  });

  test('a variable that does not fit', async () => {
    const { status, body } = await service.graphql('query ($id: UUID!) { webset(id: $id) { title } }', { id: 'x' });

    expect(status).toBe(400);
    expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
  });
});

test('the introspection query of tools is answered', async () => {
  const { status, body } = await service.graphql(getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }));

  expect(status).toBe(200);
  expect(buildClientSchema(body.data).getMutationType()?.getFields()).toHaveProperty('createWebset');
});

test('a whole page of rows with everything in it is within the limits', async () => {
  const cell = 'reason note judge judgedAt runId evidence { quote start end pageId }';
  const query = `query ($id: UUID!) { webset(id: $id) { id uuid title status run { state counts { found read } } criteria { id label } enrichments { id label }
    rows(first: 100) { totalCount pageInfo { endCursor } edges { cursor node { id uuid url title status matchVerdict page { url fetchedAt }
      verdicts { criterion { id } verdict ${cell} } values { enrichment { id } value ${cell} } } } } } }`;

  const { status, body } = await service.graphql(query, { id: ID });

  expect(status).toBe(200);
  expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
});

test('a body over the limit is 413', async () => {
  const response = await post(JSON.stringify({ query: `{ __typename } #${'x'.repeat(1_100_000)}` }), {
    'content-type': 'application/json',
  });

  expect(response.status).toBe(413);
  expect((await response.json()).errors[0].extensions.code).toBe('PAYLOAD_TOO_LARGE');
});

test('a list of requests is refused', async () => {
  const response = await post(JSON.stringify([{ query: '{ __typename }' }]), { 'content-type': 'application/json' });

  expect(response.status).toBe(400);
});

test('a mutation by GET is refused', async () => {
  const response = await service.get(
    `/graphql?query=${encodeURIComponent('mutation { deleteWebset(input: { websetId: "x" }) { websetId } }')}`,
  );

  expect(response.status).toBe(405);
  expect((await response.json()).errors[0].extensions.code).toBe('METHOD_NOT_SUPPORTED');
});

test('no origin is ever allowed to read by CORS', async () => {
  const response = await post('{"query":"{ __typename }"}', { 'content-type': 'application/json', origin: service.url });

  expect(response.status).toBe(200);
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
