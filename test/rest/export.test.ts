import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

async function openFilled() {
  const sessionId = await service.createSession('databases');
  const { criterion } = (await service.rpc('addCriterion', { sessionId, label: 'in, "Rust"', description: 'Is it?' })).body;
  const { criterion: second } = (await service.rpc('addCriterion', { sessionId, label: '__proto__' })).body;
  const { enrichment } = (await service.rpc('addEnrichment', { sessionId, label: '=1+1', format: 'number' })).body;
  await fillRows(service.db, sessionId, [
    {
      url: 'https://a.org/',
      title: '=cmd()',
      matchVerdict: 'partial',
      verdicts: { [criterion.id]: 'match', [second.id]: 'partial' },
      values: { [enrichment.id]: '-5' },
    },
    { url: 'https://b.org/', title: 'b\nc', status: 'failed', verdicts: { [criterion.id]: null }, values: { [enrichment.id]: null } },
  ]);
  return sessionId;
}

test('CSV is one record a row, quoted and disarmed', async () => {
  const sessionId = await openFilled();

  const response = await service.get(`/api/sessions/${sessionId}/export`);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="webset-${sessionId.slice(0, 8)}.csv"`);
  expect(await response.text()).toBe(
    [
      'URL,Title,\'=1+1,"in, ""Rust""",__proto__,Overall',
      "https://a.org/,'=cmd(),-5,match,partial,partial",
      'https://b.org/,"b\nc",,,,',
      '',
    ].join('\r\n'),
  );
});

test('rows of long texts come whole, in pages of few rows, in the order found and in that of a view', async () => {
  const sessionId = await service.createSession('long ones');
  const columns: string[] = [];
  for (let i = 0; i < 20; i++) columns.push((await service.rpc('addEnrichment', { sessionId, label: `c${i}` })).body.enrichment.id);
  const long = '😀'.repeat(990);
  const rows = await fillRows(
    service.db,
    sessionId,
    Array.from({ length: 40 }, (_, i) => ({
      title: `Row ${i}`,
      values: Object.fromEntries(columns.map((id, j) => [id, `${i} ${j} ${long}`])),
    })),
  );
  const titles = Array.from({ length: 40 }, (_, i) => `Row ${i}`);
  const sheet = async (args: object) =>
    (
      await service.graphql(
        'query ($id: UUID!, $first: Int, $rowIds: [UUID!]) { webset(id: $id) { sheet(first: $first, rowIds: $rowIds) { rows hasNextPage } } }',
        { id: sessionId, ...args },
      )
    ).body.data.webset.sheet;
  const contents = { sort: { field: 'title', descending: true } };
  const made = await service.graphql('mutation ($input: CreateViewInput!) { createView(input: $input) { view { uuid } } }', {
    input: { websetId: sessionId, name: 'v', contents },
  });

  expect(made.body.errors).toBeUndefined();
  const exported = await (await service.get(`/api/sessions/${sessionId}/export?format=json`)).json();
  const viewed = await (
    await service.get(`/api/sessions/${sessionId}/export?format=json&view=${made.body.data?.createView.view.uuid}`)
  ).json();

  expect(exported.results.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect(exported.results.at(-1).enrichments.c19).toBe(`39 19 ${long}`);
  expect(viewed.results.map(({ title }: { title: string }) => title)).toEqual([...titles].sort().reverse());
  for (const page of [await sheet({ first: 40 }), await sheet({ rowIds: rows })]) {
    expect(page.rows.length).toBeLessThan(20); // 80 kB each
    expect(page.hasNextPage).toBe(true);
  }
});

test('JSON keys values and verdicts by label, whatever the label', async () => {
  const sessionId = await openFilled();

  const response = await service.get(`/api/sessions/${sessionId}/export?format=json`);

  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="webset-${sessionId.slice(0, 8)}.json"`);
  const document = JSON.parse(await response.text());
  expect(Object.keys(document)).toEqual(['id', 'query', 'category', 'status', 'createdAt', 'criteria', 'enrichments', 'results']);
  expect(document).toMatchObject({
    id: sessionId,
    query: 'databases',
    category: null,
    status: 'draft',
    criteria: [
      { label: 'in, "Rust"', description: 'Is it?' },
      { label: '__proto__', description: null },
    ],
    enrichments: [{ label: '=1+1', description: null, format: 'number' }],
  });
  const [first, second] = document.results;
  expect(Object.keys(first)).toEqual(['url', 'title', 'status', 'matchVerdict', 'enrichments', 'criteria']);
  expect(first).toMatchObject({
    url: 'https://a.org/',
    title: '=cmd()',
    status: 'completed',
    matchVerdict: 'partial',
    enrichments: { '=1+1': '-5' },
  });
  expect(Object.entries(first.criteria)).toEqual([
    ['in, "Rust"', { verdict: 'match', evidence: 'Tikv is written in Rust.' }],
    ['__proto__', { verdict: 'partial', evidence: null }],
  ]);
  expect(second).toMatchObject({ status: 'failed', matchVerdict: null, enrichments: { '=1+1': null }, criteria: { 'in, "Rust"': null } });
});

test('a session that never ran is exported empty', async () => {
  const sessionId = await service.createSession();

  const csv = await service.get(`/api/sessions/${sessionId}/export?format=csv`);
  const json = await service.get(`/api/sessions/${sessionId}/export?format=json`);

  expect(await csv.text()).toBe('URL,Title,Overall\r\n');
  expect(await json.json()).toMatchObject({ status: 'draft', results: [] });
});

test('every row of a long session is exported', async () => {
  const sessionId = await service.createSession();
  await fillRows(
    service.db,
    sessionId,
    Array.from({ length: 1001 }, (_, i) => ({ title: `t${i}` })),
  );

  const csv = await (await service.get(`/api/sessions/${sessionId}/export`)).text();
  const json = await (await service.get(`/api/sessions/${sessionId}/export?format=json`)).json();

  expect(csv.split('\r\n')).toHaveLength(1003);
  expect(json.results.map(({ title }: { title: string }) => title)).toEqual(Array.from({ length: 1001 }, (_, i) => `t${i}`));
});

test('a client that leaves before the first page is read is no trouble of ours', async () => {
  const lines: string[] = [];
  await using own = await openTestService({ onLog: (line) => lines.push(line) });
  const sessionId = await own.createSession();
  const leaving = new AbortController();
  const requests = () => lines.filter((line) => line.includes('"msg":"request"')).length;

  await own.sql.begin(async (tx) => {
    await tx`lock table criterion in access exclusive mode`; // the export waits here
    const asked = ['stream', 'export'].map((endpoint) =>
      fetch(`${own.url}/api/sessions/${sessionId}/${endpoint}`, { signal: leaving.signal }),
    );
    const posted = fetch(`${own.url}/api/v1/search/getSession`, {
      method: 'POST',
      body: JSON.stringify({ sessionId }),
      headers: { 'content-type': 'application/json' },
      signal: leaving.signal,
    });
    await until(async () => (await countWaiting(tx)) === 2); // the stream is a 404, no run was started
    leaving.abort();
    await Promise.allSettled([...asked, posted]);
    await until(() => requests() === 4); // each is over for the gateway
  });
  await own.rpc('getSession', { sessionId }); // what they had asked of Postgres is answered by now

  expect(lines.filter((line) => line.includes('unexpected error') || line.includes('Error'))).toEqual([]);
});

test('trouble on the way cuts the connection, so that a cut file never looks whole', async () => {
  await using other = await openTestService();
  const sessionId = await other.createSession();
  await fillRows(other.db, sessionId, [{}]);
  await other.sql`
    insert into row (webset_id, key, page_id, url, title, status)
    select webset_id, n::text, page_id, url, repeat('x', 8000), status from row, generate_series(1, 3000) n`;
  const { promise: opened, resolve } = Promise.withResolvers<IncomingMessage>();
  request(`${other.url}/api/sessions/${sessionId}/export?format=json`, resolve).end();
  const response = await opened;
  await other.sql`alter table row rename column title to heading`;

  let bytes = 0;
  const end = (async () => {
    for await (const chunk of response) bytes += chunk.length;
  })();

  await expect(end).rejects.toThrow('aborted');
  expect(response.statusCode).toBe(200);
  expect(response.complete).toBe(false);
  expect(bytes).toBeGreaterThan(1_000_000);
});

describe('refusals', () => {
  const error = async (path: string, headers?: Record<string, string>) => {
    const response = await service.get(path, headers);
    return { status: response.status, body: await response.json() };
  };
  const missing = { status: 404, body: { error: 'Search session not found' } };

  test('the format is checked before the session is looked up', async () => {
    const wrong = { status: 400, body: { error: 'format must be csv or json' } };

    expect(await error(`/api/sessions/${randomUUID()}/export?format=xml`)).toEqual(wrong);
    expect(await error(`/api/sessions/${randomUUID()}/export?format=csv&format=json`)).toEqual(wrong);
    expect(await error(`/api/sessions/x/export?format=`)).toEqual(wrong);
  });

  test('a missing session and an id that is none are 404', async () => {
    expect(await error(`/api/sessions/${randomUUID()}/export`)).toEqual(missing);
    expect(await error('/api/sessions/x/export')).toEqual(missing);
  });

  test("somebody else's session is 403", async () => {
    const sessionId = await service.createSession('q', await service.as('ann'));

    expect(await error(`/api/sessions/${sessionId}/export`)).toEqual({
      status: 403,
      body: { error: 'This search session belongs to another user' },
    });
    expect((await service.get(`/api/sessions/${sessionId}/export`, await service.as('ann'))).status).toBe(200);
  });

  test('HEAD returns the headers alone', async () => {
    const sessionId = await service.createSession();

    const response = await fetch(`${service.url}/api/sessions/${sessionId}/export`, { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('.csv');
    expect((await fetch(`${service.url}/api/sessions/${randomUUID()}/export`, { method: 'HEAD' })).status).toBe(404);
  });

  test('another method is 405, another path 404, both in JSON', async () => {
    const response = await fetch(`${service.url}/api/sessions/x/export`, { method: 'POST' });

    expect(response.status).toBe(405);
    expect(await response.json()).toEqual({ error: 'Method Not Supported' });
    expect(await error('/api/sessions/x/more')).toEqual({ status: 404, body: { error: 'Not Found' } });
  });
});
