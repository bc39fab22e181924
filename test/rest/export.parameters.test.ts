import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAnswer } from '../support/contract.ts';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

async function openFilled() {
  const sessionId = await service.createSession('databases');
  const { criterion } = (await service.rpc('addCriterion', { sessionId, label: 'in Rust', description: 'Is it?' })).body;
  const { enrichment } = (await service.rpc('addEnrichment', { sessionId, label: 'Größe', format: 'number' })).body;
  const [first = ''] = await fillRows(service.db, sessionId, [
    { url: 'https://a.org/', title: 'A', matchVerdict: 'match', verdicts: { [criterion.id]: 'match' }, values: { [enrichment.id]: '7' } },
    {
      url: 'https://b.org/',
      title: 'B',
      matchVerdict: 'no_match',
      verdicts: { [criterion.id]: 'no_match' },
      values: { [enrichment.id]: null },
    },
    { url: 'https://c.org/', title: 'C', status: 'pending' },
  ]);
  await service.sql`update row set likelihood = 0.75 where id = ${first}`;
  return { sessionId, first, criterion, enrichment };
}

const exported = (sessionId: string, query: string) => service.get(`/api/sessions/${sessionId}/export?${query}`);

test('without the further parameters an export is what it always was, byte for byte', async () => {
  const { sessionId } = await openFilled();
  const { createdAt } = (await service.rpc('getSession', { sessionId })).body.session;

  const csv = await exported(sessionId, '');
  const json = await exported(sessionId, 'format=json');

  expect(Buffer.from(await csv.arrayBuffer()).toString('latin1')).toBe(
    Buffer.from(
      'URL,Title,Größe,in Rust,Overall\r\nhttps://a.org/,A,7,match,match\r\nhttps://b.org/,B,,no_match,no_match\r\nhttps://c.org/,C,,,\r\n',
    ).toString('latin1'),
  );
  expect(await json.text()).toBe(
    `{"id":"${sessionId}","query":"databases","category":null,"status":"draft","createdAt":"${createdAt}",` +
      '"criteria":[{"label":"in Rust","description":"Is it?"}],"enrichments":[{"label":"Größe","description":null,"format":"number"}],"results":[' +
      '{"url":"https://a.org/","title":"A","status":"completed","matchVerdict":"match","enrichments":{"Größe":"7"},' +
      '"criteria":{"in Rust":{"verdict":"match","evidence":"Tikv is written in Rust."}}},' +
      '{"url":"https://b.org/","title":"B","status":"completed","matchVerdict":"no_match","enrichments":{"Größe":null},' +
      '"criteria":{"in Rust":{"verdict":"no_match","evidence":null}}},' +
      '{"url":"https://c.org/","title":"C","status":"pending","matchVerdict":null,"enrichments":{"Größe":null},"criteria":{"in Rust":null}}]}',
  );
  expect([csv, json].map(({ headers }) => headers.get('content-type'))).toEqual([
    'text/csv; charset=utf-8',
    'application/json; charset=utf-8',
  ]);
});

test('bom=1 puts a byte order mark before the CSV, and nothing else', async () => {
  const { sessionId } = await openFilled();

  const plain = Buffer.from(await (await exported(sessionId, 'bom=0')).arrayBuffer());
  const marked = Buffer.from(await (await exported(sessionId, 'bom=1')).arrayBuffer());

  expect([...marked.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(marked.subarray(3)).toEqual(plain);
});

test('verdict leaves out rows of another combined verdict, in both formats', async () => {
  const { sessionId } = await openFilled();

  const csv = await (await exported(sessionId, 'verdict=match')).text();
  const json = await (await exported(sessionId, 'format=json&verdict=no_match')).json();

  expect(csv).toBe('URL,Title,Größe,in Rust,Overall\r\nhttps://a.org/,A,7,match,match\r\n');
  expect(json.results.map(({ title }: { title: string }) => title)).toEqual(['B']);
  expect(await (await exported(sessionId, 'verdict=partial')).text()).toBe('URL,Title,Größe,in Rust,Overall\r\n');
});

test('rows of one verdict come whole over many pages', async () => {
  const sessionId = await service.createSession();
  await fillRows(
    service.db,
    sessionId,
    Array.from({ length: 450 }, (_, i) => ({ title: `t${i}`, matchVerdict: i % 2 ? ('match' as const) : ('partial' as const) })),
  );

  const { results } = await (await exported(sessionId, 'format=json&verdict=match')).json();

  expect(results.map(({ title }: { title: string }) => title)).toEqual(Array.from({ length: 225 }, (_, i) => `t${2 * i + 1}`));
});

test('details=1 adds the id, the likelihood and the offsets of each quote; the rest stays', async () => {
  const { sessionId, first } = await openFilled();

  const response = await exported(sessionId, 'format=json&details=1');
  const document = await response.json();
  const plain = await (await exported(sessionId, 'format=json')).json();

  checkAnswer('sessions.export', { status: 200, body: document });
  const [page] = await service.sql`select p.id, p.url, p.sha256 from page p join row r on r.page_id = p.id where r.id = ${first}`;
  const quote = { quote: 'Tikv is written in Rust.', page: { ...page }, start: 0, end: 24 };
  expect(document.results[0]).toEqual({
    ...plain.results[0],
    id: first,
    likelihood: 0.75,
    evidence: { enrichments: { Größe: quote }, criteria: { 'in Rust': quote } },
    decidedBy: { enrichments: { Größe: 'lexical' }, criteria: { 'in Rust': 'lexical' } },
  });
  expect(document.results[1]).toMatchObject({
    likelihood: null,
    evidence: { enrichments: { Größe: null }, criteria: { 'in Rust': null } },
  });
  expect(
    document.results.map(({ id: _, likelihood: __, evidence: ___, decidedBy: ____, ...rest }: Record<string, unknown>) => rest),
  ).toEqual(plain.results);
});

test('the sentence that a person chose is the evidence', async () => {
  const { sessionId, first, criterion, enrichment } = await openFilled();
  const quote = 'It was first released in 2016.';
  const place = { start: 25, end: 55 };
  const review = { rowId: first, passage: place };
  await service.graphql(`mutation Review($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { id } } }`, {
    input: { ...review, criterionId: criterion.id, verdict: 'partial' },
  });
  await service.graphql(`mutation Review($input: ReviewValueInput!) { reviewValue(input: $input) { row { id } } }`, {
    input: { ...review, enrichmentId: enrichment.id, value: '2016' },
  });

  const { results } = await (await exported(sessionId, 'format=json&details=1')).json();

  expect(results[0]).toMatchObject({
    enrichments: { Größe: '2016' },
    criteria: { 'in Rust': { verdict: 'partial', evidence: quote } },
    evidence: { enrichments: { Größe: { quote, ...place } }, criteria: { 'in Rust': { quote, ...place } } },
    decidedBy: { enrichments: { Größe: 'person' }, criteria: { 'in Rust': 'person' } },
  });
});

test.each([
  ['bom=yes', 'bom must be 0 or 1'],
  ['bom=', 'bom must be 0 or 1'],
  ['bom=1&bom=1', 'bom must be 0 or 1'],
  ['format=json&bom=1', 'bom is for csv alone'],
  ['verdict=all', 'verdict must be one of match, partial, no_match, needs_review'],
  ['view=mine', 'view must be the id of a view'],
  ['format=json&details=true', 'details must be 0 or 1'],
  ['details=1', 'details is for json alone'],
  ['format=xml&details=2', 'format must be csv or json'],
])('%s is refused before the session is looked up', async (query, error) => {
  const response = await exported(randomUUID(), query);

  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error });
});
