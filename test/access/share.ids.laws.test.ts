import { readFile } from 'node:fs/promises';
import {
  buildSchema,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findKnownIds } from '../../src/db/queries/websets/ids.ts';
import { row } from '../../src/db/tables/row.ts';
import { beginRun, fillRows, finishRun, narrate } from '../support/fill.ts';
import { times } from '../support/run/times.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// The ids that a reader receives by a link open nothing. Queries and mutations are made from the schema, so that new ones are tried, too.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const ENCODED = /[\w-]{20,}/g;
/** A page may say so: it names nothing here. */
const FOREIGN = '9f8b3c52-7d1e-4f6a-8b2c-3d4e5f607182';
const EVENTS = 'subscription ($id: UUID!, $from: EventIndex) { runEvents(websetId: $id, startIndex: $from) { index type at runId data } }';

let service: TestService;
let schema: GraphQLSchema;
let paths: string[];
let owner: { cookie: string };
let stranger: { cookie: string };
let real: string[];
let websetId: string;
let shareId: string;
let shareUuid: string;
beforeAll(async () => {
  service = await openTestService({ uploads: { anonymous: true } });
  paths = Object.keys(((await (await service.get('/openapi.json')).json()) as { paths: object }).paths);
  schema = buildSchema(await readFile('schema.graphql', 'utf8'));
  [owner, stranger] = [await service.as('ann'), await service.as('bob')];
  websetId = await service.createSession('databases', owner);
  const { criterion } = (await service.rpc('addCriterion', { sessionId: websetId, label: 'c' }, owner)).body;
  const { enrichment } = (await service.rpc('addEnrichment', { sessionId: websetId, label: 'e', format: 'text' }, owner)).body;
  const { criterion: removed } = (await service.rpc('addCriterion', { sessionId: websetId, label: 'removed' }, owner)).body;
  const runId = await beginRun(service.db, websetId);
  const [token, collectionId] = await uploadedCollection();
  const cells = { verdicts: { [criterion.id]: 'match' as const }, values: { [enrichment.id]: FOREIGN } };
  const rowIds = await fillRows(service.db, websetId, [
    { ...cells, url: `https://example.org/${FOREIGN}` },
    { ...cells, url: `http://127.0.0.1/pages/${token}/folder/report.html` },
    { verdicts: { [criterion.id]: 'needs_review' } },
  ]);
  await service.db.update(row).set({ note: `The same as ${rowIds[0]}` });
  await service.sql`update run set mode = 'import' where id = ${runId}`;
  await service.sql`
    insert into import_line (run_id, line, address, values, row_id)
    values (${runId}, 1, ${`http://127.0.0.1/pages/${token}/folder/report.html`}, '{}', ${rowIds[1] ?? null})`;
  await narrate(service.db, websetId, runId, `read ${rowIds[0]} of http://127.0.0.1/pages/${token}/folder/report.html`, 'second');
  const review = 'mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { uuid } } }';
  await service.graphql(
    review,
    { input: { rowId: rowIds[0], criterionId: criterion.id, verdict: 'partial', note: `see ${rowIds[1]}` } },
    owner,
  );
  await service.graphql(
    'mutation ($input: HideRowInput!) { hideRow(input: $input) { row { uuid } } }',
    { input: { rowId: rowIds[2] } },
    owner,
  );
  const { body: saved } = await service.graphql(
    'mutation ($input: CreateViewInput!) { createView(input: $input) { view { uuid } } }',
    { input: { websetId, name: 'v', contents: viewOf(criterion.id, enrichment.id) } },
    owner,
  );
  await finishRun(service, websetId, runId);
  const remove = 'mutation ($input: RemoveCriterionInput!) { removeCriterion(input: $input) { criterionId } }';
  await service.graphql(remove, { input: { criterionId: removed.id } }, owner); // the run still names it
  const made = await service.graphql(
    'mutation ($input: CreateShareLinkInput!) { createShareLink(input: $input) { share { uuid shareId } } }',
    { input: { websetId } },
    owner,
  );
  ({ shareId, uuid: shareUuid } = made.body.data.createShareLink.share);
  const pages = await service.sql`select page_id as id from "row" where webset_id = ${websetId}`;
  real = [
    ...new Set([
      websetId,
      criterion.id,
      removed.id,
      enrichment.id,
      runId,
      ...rowIds,
      ...pages.map(({ id }) => id),
      token,
      collectionId,
      shareUuid,
      saved.data.createView.view.uuid,
    ]),
  ];
});
afterAll(() => service[Symbol.asyncDispose]());

/** A view that names a criterion and a column wherever it may. */
const viewOf = (criterionId: string, enrichmentId: string) => ({
  sort: { enrichmentId },
  filter: { verdicts: [{ criterionId, isNot: ['no_match'] }], values: [{ enrichmentId, empty: false }] },
  columns: [{ criterionId }, { enrichmentId }],
});

/** A collection without an owner, whose addresses open to everybody who has them. */
async function uploadedCollection(): Promise<[token: string, id: string]> {
  const [made] = await service.sql`insert into collection (kind, name) values ('uploaded', 'mine') returning token, id`;
  return [made?.token, made?.id];
}

/** For every type that a webset leads to, by the shortest way: all of its plain fields, in a query. */
function queriesOfAll(): string[] {
  const queries: string[] = [];
  const seen = new Set(['Webset']);
  const left = [{ typeName: 'Webset', wrap: (fields: string) => `query ($id: UUID!) { webset(id: $id) { ${fields} } }` }];
  for (let at = left.shift(); at; at = left.shift()) {
    const { typeName, wrap } = at;
    const type = schema.getType(typeName);
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    const plain = ['__typename'];
    for (const { name, type: of, args } of fields) {
      if (args.some((arg) => isRequiredArgument(arg))) continue; // of a view: below
      const values = [...args.flatMap((arg) => (arg.name === 'first' ? 'first: 3' : arg.name === 'orderBy' ? 'orderBy: LIKELIHOOD' : []))];
      const call = values.length > 0 ? `${name}(${values.join(', ')})` : name;
      const inner = getNamedType(of).name;
      if (isLeafType(getNamedType(of))) plain.push(call);
      else if (!seen.has(inner)) left.push({ typeName: inner, wrap: (parts) => wrap(`${call} { ${parts} }`) });
      seen.add(inner);
    }
    queries.push(wrap(plain.join(' ')));
  }
  return queries;
}

/** What answered, in one text, with its headers. */
async function get(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await service.get(path, headers);
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
}

async function follow(id: string, headers: Record<string, string> = {}, from = 0): Promise<string> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query: EVENTS, variables: { id, from } }),
  });
  return response.text();
}

/** All that a reader can ask for. */
async function receivedBy(headers: Record<string, string>): Promise<string[]> {
  const ask = async (query: string, variables = {}) => JSON.stringify((await service.graphql(query, variables, headers)).body);
  const answers = [];
  for (const query of queriesOfAll()) answers.push(await ask(query, { id: shareId }));
  answers.push(
    await ask(`{ webset(id: "${shareId}") { rows(filter: { hidden: true }) { edges { cursor node { id uuid title } } } } }`),
    await ask(
      'query ($id: UUID!) { webset(id: $id) { sheet(details: true) { rows endCursor } rows(orderBy: LIKELIHOOD) { pageInfo { endCursor } } } }',
      { id: shareId },
    ),
  );
  const view = /"views":\[\{"uuid":"([^"]+)"/.exec(
    await ask('query ($id: UUID!) { webset(id: $id) { views { uuid } } }', { id: shareId }),
  )?.[1];
  answers.push(
    await ask('query ($id: UUID!, $view: UUID!) { webset(id: $id) { viewRows(view: $view) } }', { id: shareId, view }),
    await get(`/api/shares/${shareId}/export?format=json&details=1&view=${view}`, headers),
  );
  const globalIds = [...new Set(answers.join().match(new RegExp(`${shareId}\\.[\\w-]+`, 'g')) ?? [])];
  expect(globalIds.length).toBeGreaterThan(4);
  for (const id of globalIds) {
    const fields = ['Row', 'Criterion', 'Enrichment', 'Run'].map((name) => `... on ${name} { id uuid }`).join(' ');
    answers.push(await ask(`query ($id: ID!) { node(id: $id) { __typename id ${fields} } nodes(ids: [$id]) { id } }`, { id }));
  }
  answers.push(await follow(shareId, headers), await follow(shareId, headers, 1));
  for (const query of ['format=json&details=1', 'format=json', 'format=csv'])
    answers.push(await get(`/api/shares/${shareId}/export?${query}`, headers));
  answers.push(await get(`/api/shares/${shareId}/download?format=csv`, headers));
  for (const format of ['csv', 'xlsx', 'parquet']) {
    const { status, headers: answered } = await service.get(`/api/shares/${shareId}/download?format=${format}`, headers);
    expect(status).toBe(200);
    answers.push(JSON.stringify([...answered]));
  }
  answers.push(await get(`/s/${shareId}`, { ...headers, accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }));
  return answers;
}

/** The texts themselves, and what is inside of those in base64. */
const opened = (text: string) => [text, ...(text.match(ENCODED) ?? []).map((part) => Buffer.from(part, 'base64url').toString('latin1'))];

/** One that differs in its last digit, for lists that want two. */
const other = (id: string) => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');

/** The smallest input that is valid, where each id is `id`. */
function inputOf(type: GraphQLInputType, id: string, name = ''): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [inputOf(bare.ofType, id), inputOf(bare.ofType, other(id))];
  if (isEnumType(bare)) return bare.name === 'RunMode' ? 'FILL' : bare.getValues()[0]?.name;
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields()).filter(
      (field) => isNonNullType(field.type) || holdsId(field.type) || /^(mode|verdict|title)$/.test(field.name),
    );
    return Object.fromEntries(fields.map((field) => [field.name, inputOf(field.type, id, field.name)]));
  }
  if (bare.name === 'UUID' || bare.name === 'ID') return id;
  if (bare.name === 'Boolean') return true;
  return bare.name === 'Int' || bare.name === 'Float' || bare.name === 'EventIndex' ? 1 : name === 'email' ? 'bob@example.org' : 'x';
}

const holdsId = (type: GraphQLInputType): boolean => {
  const named = getNamedType(type);
  return (
    named.name === 'UUID' ||
    named.name === 'ID' ||
    (isInputObjectType(named) && Object.values(named.getFields()).some((field) => holdsId(field.type)))
  );
};

/** Every mutation that takes an id. */
const mutations = () =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) => args.some((arg) => holdsId(arg.type)));

/** What each mutation answers to an id. */
async function mutateBy(id: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { name, args } of mutations()) {
    const type = args[0]?.type as GraphQLInputType;
    const document = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
    const { body } = await service.graphql(document, { input: inputOf(type, id) }, headers);
    answers[`mutation ${name}`] = body.errors?.[0].extensions.code ?? JSON.stringify(body.data[name]);
  }
  return answers;
}

let uploading: Promise<unknown> = Promise.resolve();
/** One after another: an address may upload twice at a time. */
function uploadInto(path: string, headers: Record<string, string>): Promise<number> {
  const body = new FormData();
  body.append('files', new Blob(['words']), 'a.txt');
  const answer = uploading.then(async () => (await fetch(service.url + path, { method: 'POST', body, headers })).status);
  uploading = answer.catch(() => {});
  return answer;
}

/** What every operation of REST and every other field answers to an id. */
async function readBy(id: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const body = { sessionId: id, sessionIds: [id], label: 'x', title: 'x' };
  for (const path of paths) {
    if (/search\/(createSession|listSessions)$|collections$/.test(path)) continue; // they take no id
    const { status, body: answer } = path.startsWith('/search/')
      ? await service.rpc(path.slice('/search/'.length), body, headers)
      : path.endsWith('/files')
        ? { status: await uploadInto(path.replace(/\{\w+\}/, id), headers), body: null }
        : {
            status: (await service.get(`${path.replace(/\{\w+\}/, id)}?format=${path.endsWith('download') ? 'xlsx' : 'csv'}`, headers))
              .status,
            body: null,
          };
    answers[path] = path.endsWith('claimSessions') ? JSON.stringify(answer) : String(status);
  }
  for (const query of ['webset', 'collection', 'modelPlan']) {
    const found = await service.graphql(`query ($id: UUID!) { ${query}(id: $id) { __typename } }`, { id }, headers);
    answers[`query ${query}`] = found.body.errors?.[0].extensions.code ?? 'found';
  }
  for (const type of ['Webset', 'Row', 'Criterion', 'Enrichment', 'Run']) {
    const globalId = Buffer.from(`${type}:${id}`).toString('base64url');
    const found = await service.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: globalId }, headers);
    answers[`node ${type}`] = found.body.errors?.[0].extensions.code ?? 'found';
  }
  answers['subscription runEvents'] = /"code":"(\w+)"/.exec(await follow(id, headers))?.[1] ?? 'followed';
  answers['/pages/ID/'] = String((await service.get(`/pages/${id}/folder/report.html`, headers)).status);
  return answers;
}

/** Asked for once: downloads start threads. */
let answered: Promise<string[]> | undefined;
const received = async () => {
  answered ??= receivedBy({});
  const answers = await answered;
  const text = answers.flatMap(opened).join('\n').toLowerCase();
  return { answers, text, ids: [...new Set(text.match(UUID) ?? [])] };
};

test('nothing that a reader receives holds a real id, in whatever form', async () => {
  const { answers, text } = await received();

  const found = real.filter((id) => [id, id.replaceAll('-', ''), id.slice(0, 8)].some((form) => text.includes(form)));

  expect(answers.filter((answer) => answer.startsWith('{"errors"'))).toEqual([]);
  expect(found).toEqual([]);
  expect(text).toContain(FOREIGN); // what pages say stays
  expect(text).toContain('upload:folder/report.html');
  expect(text).not.toContain('/pages/');
  expect(text).not.toContain('ann'); // who reviewed
});

test('what refuses a badly made request holds no real id', async () => {
  const variables = (type: GraphQLInputType) => {
    const input = inputOf(type, shareId) as object;
    return [{ ...input, unknown: 1 }, { list: [input] }, { ...input, note: [shareId], name: { id: shareId } }];
  };
  const made = mutations().flatMap(({ name, args }) => {
    const type = args[0]?.type as GraphQLInputType;
    return variables(type).map((input) => ({ document: `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`, input }));
  });
  const filtered = ['RowFilter', 'RowSortInput'].flatMap((name) => {
    const document = `query ($input: ${name}) { webset(id: "${shareId}") { rows(${name === 'RowFilter' ? 'filter' : 'sort'}: $input) { totalCount } } }`;
    return [...variables(schema.getType(name) as GraphQLInputType), [shareId, 1], shareId].map((input) => ({ document, input }));
  });
  const headers = { 'webset-share': shareId };

  const answers = await Promise.all(
    [...made, ...filtered].map(async ({ document, input }) => JSON.stringify((await service.graphql(document, { input }, headers)).body)),
  );

  const text = answers.flatMap(opened).join('\n').toLowerCase();
  expect(answers.filter((answer) => answer.includes('got invalid value')).length).toBeGreaterThan(mutations().length);
  expect(real.filter((id) => text.includes(id))).toEqual([]);
  expect(text).toContain(`got invalid value { websetid: \\"${shareId}\\"`); // as it was said
  const [made8] = (await service.sql`select overlay(gen_random_uuid()::text placing '8' from 15) as id`) as unknown as { id: string }[];
  const { body } = await service.graphql('query ($id: UUID!) { webset(id: $id) { uuid } }', { id: { a: made8?.id } }, headers);
  const unknown = await service.graphql(
    'query ($id: UUID!, $filter: RowFilter) { webset(id: $id) { rows(filter: $filter) { totalCount } } }',
    { id: shareId, filter: { verdicts: [{ criterionId: made8?.id, is: ['match'], x: 1 }] } },
  );
  for (const answer of [body, unknown.body]) expect(JSON.stringify(answer).match(UUID)).toEqual(expect.arrayContaining([made8?.id]));
  expect((JSON.stringify(unknown.body).match(UUID) ?? []).filter((id) => id !== made8?.id)).toEqual([]);
});

test('no filter reveals a part of the address of a file', async () => {
  const [{ token } = { token: '' }] = await service.sql`select token from collection where name = 'mine'`;
  const rows = async (text: string) => {
    const document = 'query ($id: UUID!, $text: String!) { webset(id: $id) { rows(filter: { text: $text }) { totalCount } } }';
    return (await service.graphql(document, { id: shareId, text })).body.data.webset.rows.totalCount;
  };

  expect(await Promise.all(['report.html', '/pages/', token.slice(0, 8), token].map(rows))).toEqual([1, 0, 0, 0]);
});

test('no mutation, operation, export or stream accepts an id that a reader receives', async () => {
  const { ids: all, text } = await received();
  const rows = [...text.matchAll(/row:([0-9a-f-]{36})/g)].map(([, id]) => id);
  const ids = all.filter((id) => id[14] === '8' && !rows.slice(1).includes(id)); // a row is like the others
  const others = all.filter((id) => id[14] !== '8'); // words of pages, and the ids of the requests themselves
  expect(await findKnownIds(service.db, others)).toEqual([]);
  expect(ids.length).toBeGreaterThan(6);
  const before = await service.rpc('getSession', { sessionId: websetId }, owner);
  const tried = new Set<string>();
  const accepted: string[] = [];
  const see = (answers: Record<string, string>, id: string, by: string) => {
    for (const [what, answer] of Object.entries(answers)) {
      tried.add(`${what}${by}`);
      // a claim leaves out what is not there
      const isRefused = /^(NOT_FOUND|404)$/.test(answer) || (/claim/.test(what) && /^\{"(claimed":\[\]|__typename)/.test(answer));
      if (!isRefused) accepted.push(`${what} ${id}${by}: ${answer}`);
    }
  };

  const some = [shareId, ...ids.filter((id) => id !== shareId)].slice(0, times(2, ids.length));
  const tries = some.map(async (id) => {
    const { 'query webset': read, 'subscription runEvents': followed, ...others } = await readBy(id, stranger);
    const mine = Object.fromEntries(Object.entries(others).filter(([path]) => id !== shareId || !path.startsWith('/api/shares/')));
    see({ ...mine, ...(id !== shareId && { 'query webset': read as string, 'subscription runEvents': followed as string }) }, id, '');
    see(await mutateBy(id, stranger), id, '');
  });
  await Promise.all(tries);
  // the share that reads refuses before it looks at ids
  see(await mutateBy(ids.find((id) => id !== shareId) ?? '', { ...stranger, 'webset-share': shareId }), 'any', ' by the share');

  expect(accepted).toEqual([]);
  expect(tried.size).toBeGreaterThan(mutations().length * 2 + 20);
  expect(await service.rpc('getSession', { sessionId: websetId }, owner)).toEqual(before);
  if (process.env.SHOW_TRIED) console.log(`${some.length} ids: ${some.join(' ')}\n${[...tried].join('\n')}`);
});
