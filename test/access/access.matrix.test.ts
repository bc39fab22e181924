import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// Who x whose webset x every operation x every endpoint. What is expected is written out; the cookies are real.

// the owner asks last: until then everybody is refused and nothing changes
const WHO = ['another user', 'nobody', 'a signed-out cookie', 'a forged cookie', 'owner'] as const;
const WHOSE = ['the owner’s', 'nobody’s', 'missing', 'deleted'] as const;
type Who = (typeof WHO)[number];
type Whose = (typeof WHOSE)[number];
type Endpoint = 'rpc' | 'graphql' | 'export' | 'stream';

const EXPECTED: Record<Endpoint, Record<Who, [string, string, string, string]>> = {
  rpc: {
    owner: ['200', '200', '404 NOT_FOUND', '404 NOT_FOUND'],
    'another user': ['403 FORBIDDEN', '200', '404 NOT_FOUND', '404 NOT_FOUND'],
    nobody: ['403 FORBIDDEN', '200', '404 NOT_FOUND', '404 NOT_FOUND'],
    'a signed-out cookie': ['403 FORBIDDEN', '200', '404 NOT_FOUND', '404 NOT_FOUND'],
    'a forged cookie': ['403 FORBIDDEN', '200', '404 NOT_FOUND', '404 NOT_FOUND'],
  },
  graphql: {
    owner: ['200', '200', '200 NOT_FOUND', '200 NOT_FOUND'],
    'another user': ['200 FORBIDDEN', '200', '200 NOT_FOUND', '200 NOT_FOUND'],
    nobody: ['200 FORBIDDEN', '200', '200 NOT_FOUND', '200 NOT_FOUND'],
    'a signed-out cookie': ['200 FORBIDDEN', '200', '200 NOT_FOUND', '200 NOT_FOUND'],
    'a forged cookie': ['200 FORBIDDEN', '200', '200 NOT_FOUND', '200 NOT_FOUND'],
  },
  export: {
    owner: ['200', '200', '404 Search session not found', '404 Search session not found'],
    'another user': [
      '403 This search session belongs to another user',
      '200',
      '404 Search session not found',
      '404 Search session not found',
    ],
    nobody: ['403 This search session belongs to another user', '200', '404 Search session not found', '404 Search session not found'],
    'a signed-out cookie': [
      '403 This search session belongs to another user',
      '200',
      '404 Search session not found',
      '404 Search session not found',
    ],
    'a forged cookie': [
      '403 This search session belongs to another user',
      '200',
      '404 Search session not found',
      '404 Search session not found',
    ],
  },
  stream: {
    owner: ['200', '200', '404 Search session not found', '404 Search session not found'],
    'another user': ['404 Search session not found', '200', '404 Search session not found', '404 Search session not found'],
    nobody: ['404 Search session not found', '200', '404 Search session not found', '404 Search session not found'],
    'a signed-out cookie': ['404 Search session not found', '200', '404 Search session not found', '404 Search session not found'],
    'a forged cookie': ['404 Search session not found', '200', '404 Search session not found', '404 Search session not found'],
  },
};

interface Thing {
  websetId: string;
  criterionId: string;
  enrichmentId: string;
  rowId: string;
  otherRowId: string;
  runId: string;
  viewId: string;
}
type Headers = Record<string, string>;
type Operation = {
  endpoint: Endpoint;
  name: string;
  changes?: true;
  /** It can be done to a webset, or to what hangs on it, only once. */
  once?: true;
  /** What has to be so before it can be done. */
  prepare?(thing: Thing): Promise<void>;
  ask(thing: Thing, headers: Headers): Promise<string>;
  /** Asks for several things in one request, which takes a quarter of the time. */
  askAll?(things: Thing[], headers: Headers): Promise<string[]>;
};

let service: TestService;
let cookies: Record<Who, Headers>;
beforeAll(async () => {
  service = await openTestService();
  const gone = await service.as('gone');
  await service.account('/sign-out', {}, gone);
  const owner = await service.as('ann');
  cookies = {
    owner,
    'another user': await service.as('bob'),
    nobody: {},
    'a signed-out cookie': gone,
    'a forged cookie': { cookie: owner.cookie.replace(/.{12}$/, 'AAAAAAAAAAA%3D') },
  };
});
afterAll(() => service[Symbol.asyncDispose]());

/** A webset with one of everything that hangs on it, its run over. */
async function make(headers: Headers): Promise<Thing> {
  const websetId = await service.createSession('q', headers);
  const { criterion } = (await service.rpc('addCriterion', { sessionId: websetId, label: 'c' }, headers)).body;
  const { enrichment } = (await service.rpc('addEnrichment', { sessionId: websetId, label: 'e' }, headers)).body;
  const runId = await beginRun(service.db, websetId);
  const [rowId = '', otherRowId = ''] = await fillRows(service.db, websetId, [
    { verdicts: { [criterion.id]: 'match' }, values: { [enrichment.id]: '1' } },
    {},
  ]);
  await finishRun(service, websetId, runId);
  const document = 'mutation ($id: UUID!) { createView(input: { websetId: $id, name: "v", contents: {} }) { view { uuid } } }';
  const viewId = (await service.graphql(document, { id: websetId }, headers)).body.data.createView.view.uuid;
  return { websetId, criterionId: criterion.id, enrichmentId: enrichment.id, rowId, otherRowId, runId, viewId };
}

const newThing = (): Thing => {
  const [websetId, criterionId, enrichmentId, rowId, otherRowId, runId, viewId] = Array.from({ length: 7 }, () => randomUUID()) as Ids;
  return { websetId, criterionId, enrichmentId, rowId, otherRowId, runId, viewId };
};
type Ids = [string, string, string, string, string, string, string];

/** Things like one that was made, under ids of their own: made one by one they would take most of the test's time. */
async function copies(thing: Thing, count: number): Promise<Thing[]> {
  const made = Array.from({ length: count }, newThing);
  const names = Object.keys(thing) as (keyof Thing)[];
  for (const table of ['webset', 'event_log', 'criterion', 'enrichment', 'run', 'event', 'webset_view', 'row', 'verdict', 'value']) {
    const whose = table === 'webset' ? 'id' : /^(verdict|value)$/.test(table) ? 'row_id' : 'webset_id';
    const { sql } = service;
    const found = await sql`select to_jsonb(t) as it from ${sql(table)} t where ${sql(whose)} in ${sql([thing.websetId, thing.rowId])}`;
    const text = JSON.stringify(found.map(({ it }) => it)).slice(1, -1);
    const texts = made.map((copy) => names.reduce((all, name) => all.replaceAll(thing[name], copy[name]), text));
    const columnsKept = await sql`select column_name as name from information_schema.columns
      where table_name = ${table} and is_identity = 'NO' and is_generated = 'NEVER'`;
    const columns = sql(columnsKept.map(({ name }) => name as string));
    await sql`insert into ${sql(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql(table)}, ${`[${texts}]`}::text::jsonb)`;
  }
  return made;
}

/** For all that can be done again: of each whose one thing. */
const shared = {} as Record<Whose, Thing>;
/** For what can be done once: to one of the owner's, where all others are refused, and by each of the callers to one of nobody's. */
const fresh = {} as Record<Whose, Thing[]>;

beforeAll(async () => {
  const count = OPERATIONS.filter(({ once }) => once).length;
  const [owned, open] = [await make(cookies.owner), await make({})];
  const [gone = newThing()] = await copies(owned, 1);
  await service.rpc('deleteSession', { sessionId: gone.websetId }, cookies.owner);
  Object.assign(shared, { 'the owner’s': owned, 'nobody’s': open, missing: newThing(), deleted: gone });
  Object.assign(fresh, { 'the owner’s': await copies(owned, count), 'nobody’s': await copies(open, count * WHO.length) });
});

const rpc = (name: string, more: object = {}, changes = true): Operation => ({
  endpoint: 'rpc',
  name,
  ...(changes && { changes: true }),
  async ask({ websetId }, headers) {
    const { status, body } = await service.rpc(name, { sessionId: websetId, ...more }, headers);
    return status === 200 ? '200' : `${status} ${body.code}`;
  },
});

const download = (endpoint: 'export' | 'stream', query = ''): Operation => ({
  endpoint,
  name: `${endpoint}${query}`,
  async ask({ websetId }, headers) {
    const response = await service.get(`/api/sessions/${websetId}/${endpoint}${query}`, headers);
    const text = await response.text();
    return response.status === 200 ? '200' : `${response.status} ${JSON.parse(text).error}`;
  },
});

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64url');

/** A document over `$id`: the answer is a refusal when anything in it was refused. */
const graphql = (name: string, document: string, idOf: (thing: Thing) => string, changes = false): Operation => ({
  endpoint: 'graphql',
  name,
  ...(changes && { changes: true }),
  async ask(thing, headers) {
    const { status, body } = await service.graphql(document, { id: idOf(thing) }, headers);
    return body.errors ? `${status} ${body.errors[0].extensions.code}` : `${status}`;
  },
});
const query = (name: string, field: string, idOf = (thing: Thing) => thing.websetId) =>
  graphql(name, `query ($id: UUID!) { webset(id: $id) { ${field} } }`, idOf);
/** A document over `$ids`, whose errors say by their path which of them was refused. */
const several = (
  name: string,
  document: (ids: string[]) => string,
  placeOf: (path: (string | number)[]) => number,
  idOf: (thing: Thing) => string,
): Operation => {
  const askAll = async (things: Thing[], headers: Headers) => {
    const ids = things.map(idOf);
    const { status, body } = await service.graphql(document(ids), {}, headers);
    const answers = things.map(() => `${status}`);
    for (const { path, extensions } of body.errors ?? []) answers[placeOf(path)] = `${status} ${extensions.code}`;
    return answers;
  };
  return { endpoint: 'graphql', name, askAll, ask: async (thing, headers) => (await askAll([thing], headers))[0] ?? '' };
};
const node = (type: string, field: string, idOf: (thing: Thing) => string) =>
  several(
    `node ${type}`,
    (ids) => `{ ${ids.map((id, i) => `n${i}: node(id: "${id}") { ... on ${type} { ${field} } }`).join(' ')} }`,
    ([alias]) => Number(String(alias).slice(1)),
    (thing) => globalId(type, idOf(thing)),
  );
const nodes = (type: string, idOf: (thing: Thing) => string) =>
  several(
    `nodes ${type}`,
    (ids) => `{ nodes(ids: ${JSON.stringify(ids)}) { id } }`,
    ([, at]) => Number(at),
    (thing) => globalId(type, idOf(thing)),
  );
const mutation = (name: string, input: string, answer: string, idOf = (thing: Thing) => thing.websetId) =>
  graphql(name, `mutation ($id: UUID!) { ${name}(input: { ${input} }) { ${answer} } }`, idOf, true);

const reviewVerdict: Operation = {
  endpoint: 'graphql',
  name: 'reviewVerdict',
  changes: true,
  async ask({ rowId, criterionId }, headers) {
    const document = 'mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { matchVerdict } } }';
    const { status, body } = await service.graphql(document, { input: { rowId, criterionId, verdict: 'partial', note: 'new' } }, headers);
    return body.errors ? `${status} ${body.errors[0].extensions.code}` : `${status}`;
  },
};

const reviewValue: Operation = {
  endpoint: 'graphql',
  name: 'reviewValue',
  changes: true,
  async ask({ rowId, enrichmentId }, headers) {
    const document = 'mutation ($input: ReviewValueInput!) { reviewValue(input: $input) { row { title } } }';
    const { status, body } = await service.graphql(document, { input: { rowId, enrichmentId, value: null } }, headers);
    return body.errors ? `${status} ${body.errors[0].extensions.code}` : `${status}`;
  },
};

const rowsOperation = (name: string, idsOf: (thing: Thing) => string[]): Operation => ({
  endpoint: 'graphql',
  name,
  changes: true,
  async ask(thing, headers) {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
    const document = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
    const { status, body } = await service.graphql(document, { input: { rowIds: idsOf(thing) } }, headers);
    return body.errors ? `${status} ${body.errors[0].extensions.code}` : `${status}`;
  },
});

const viewRows: Operation = {
  endpoint: 'graphql',
  name: 'webset.viewRows',
  async ask({ websetId, viewId }, headers) {
    const document = 'query ($id: UUID!, $view: UUID!) { webset(id: $id) { viewRows(view: $view) } }';
    const { status, body } = await service.graphql(document, { id: websetId, view: viewId }, headers);
    return body.errors ? `${status} ${body.errors[0].extensions.code}` : `${status}`;
  },
};

/** Takes a query while a run is at work. */
const addSearch: Operation = {
  ...mutation('addSearch', 'websetId: $id, query: "new"', 'webset { status }'),
  prepare: async ({ websetId }) => void (await beginRun(service.db, websetId)),
};

/** Takes a list that a run left. */
const resumeImport: Operation = {
  ...mutation('resumeImport', 'websetId: $id', 'webset { status }'),
  prepare: async ({ websetId }) => {
    const runId = await beginRun(service.db, websetId);
    await service.sql`update run set state = 'cancelled', reason = 'cancelled', mode = 'import' where id = ${runId}`;
    await service.sql`insert into import_line (run_id, line, address, values) values (${runId}, 1, 'https://example.org/', '{}')`;
  },
};

const runEvents: Operation = {
  endpoint: 'graphql',
  name: 'runEvents',
  async ask({ websetId }, headers) {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ query: 'subscription ($id: UUID!) { runEvents(websetId: $id) { index } }', variables: { id: websetId } }),
    });
    const text = await response.text();
    const [, code] = /"code":"(\w+)"/.exec(text) ?? [];
    return code ? `${response.status} ${code}` : `${response.status}`;
  },
};

const once = (operation: Operation): Operation => ({ ...operation, once: true });

const OPERATIONS: Operation[] = [
  rpc('getSession', {}, false),
  once(rpc('startRun')),
  rpc('cancelRun'),
  once(rpc('addCriterion', { label: 'new' })),
  once(rpc('addEnrichment', { label: 'new' })),
  rpc('renameSession', { title: 'new' }),
  once(rpc('deleteSession')),
  download('export'),
  download('export', '?format=json'),
  download('stream'),
  query('webset', 'uuid originalQuery'),
  query('webset.criteria', 'criteria { label }'),
  query('webset.enrichments', 'enrichments { label }'),
  query('webset.runs', 'run { state } runs { state }'),
  query(
    'webset.rows',
    'rows { totalCount edges { cursor node { page { url } verdicts { evidence { quote passage { text } page { title } } reviews { note } effective } values { value } } } }',
  ),
  query('webset.counts', 'counts { match hidden }'),
  query('webset.reviewQueue', 'reviewQueue { row { title } cells { passages { quote } } }'),
  query('webset.hidden', 'rows(filter: { hidden: true }) { totalCount }'),
  node('Webset', 'uuid', (thing) => thing.websetId),
  node('Criterion', 'label', (thing) => thing.criterionId),
  node('Enrichment', 'label', (thing) => thing.enrichmentId),
  node('Row', 'title hidden page { url } verdicts { verdict reviews { note } } values { value }', (thing) => thing.rowId),
  node('Run', 'state criterionIds', (thing) => thing.runId),
  query('webset.views', 'views { name columns { width } }'),
  viewRows,
  nodes('Webset', (thing) => thing.websetId),
  nodes('Criterion', (thing) => thing.criterionId),
  nodes('Enrichment', (thing) => thing.enrichmentId),
  nodes('Row', (thing) => thing.rowId),
  nodes('Run', (thing) => thing.runId),
  runEvents,
  once(mutation('startRun', 'websetId: $id', 'webset { status }')),
  once(resumeImport),
  once(mutation('importRows', 'websetId: $id, list: "https://example.org/", addresses: 1', 'webset { status }')),
  mutation('cancelRun', 'websetId: $id', 'webset { status }'),
  once(addSearch),
  mutation('renameWebset', 'websetId: $id, title: "new"', 'webset { title }'),
  mutation('setAnswersDeny', 'websetId: $id, answersDeny: false', 'webset { answersDeny }'),
  mutation('setWebsetSources', 'websetId: $id, searchWeb: true', 'webset { searchWeb }'),
  once(mutation('addCriterion', 'websetId: $id, label: "new"', 'criterion { label }')),
  once(mutation('addEnrichment', 'websetId: $id, label: "new"', 'enrichment { label }')),
  mutation('updateCriterion', 'criterionId: $id, label: "new"', 'criterion { label }', (thing) => thing.criterionId),
  mutation('updateEnrichment', 'enrichmentId: $id, label: "new"', 'enrichment { label }', (thing) => thing.enrichmentId),
  once(mutation('removeCriterion', 'criterionId: $id', 'criterionId', (thing) => thing.criterionId)),
  once(mutation('removeEnrichment', 'enrichmentId: $id', 'enrichmentId', (thing) => thing.enrichmentId)),
  reviewVerdict,
  reviewValue,
  mutation('reviewRow', 'rowId: $id, wrongKind: true', 'row { hidden wrongKind }', (thing) => thing.rowId),
  mutation('reviewTitle', 'rowId: $id, title: "new"', 'row { title titleReviews { title } }', (thing) => thing.rowId),
  mutation('hideRow', 'rowId: $id', 'row { hidden }', (thing) => thing.rowId),
  mutation('showRow', 'rowId: $id', 'row { hidden }', (thing) => thing.rowId),
  once(rowsOperation('mergeRows', ({ rowId, otherRowId }) => [rowId, otherRowId])),
  once(rowsOperation('splitRows', ({ rowId }) => [rowId])),
  mutation('createShareLink', 'websetId: $id', 'share { shareId }'),
  once(mutation('createView', 'websetId: $id, name: "new", contents: {}', 'view { name }')),
  mutation('updateView', 'viewId: $id, name: "new"', 'view { name }', (thing) => thing.viewId),
  once(mutation('deleteView', 'viewId: $id', 'viewId', (thing) => thing.viewId)),
  mutation('duplicateWebset', 'websetId: $id', 'webset { uuid }'),
  once(mutation('deleteWebset', 'websetId: $id', 'websetId')),
];

describe.each(OPERATIONS)('$endpoint $name', ({ endpoint, once, prepare, ask, askAll }) => {
  let together: Promise<string[]>[] | undefined;
  test.each(WHOSE)('%s webset', async (whose) => {
    const expected = WHO.map((who) => [who, EXPECTED[endpoint][who][WHOSE.indexOf(whose)]]);
    const take = () => (once && fresh[whose]?.pop()) || shared[whose];
    const one = take();
    const things = WHO.map((_who, i) => (whose === 'nobody’s' && i > 0 ? take() : one));
    if (prepare && fresh[whose]) for (const thing of new Set(things)) await prepare(thing);

    together ??= askAll && WHO.map((who) => askAll(Object.values(shared), cookies[who]));
    const answers = [];
    for (const [i, who] of WHO.entries()) {
      const answer = together ? (await together[i])?.[Object.keys(shared).indexOf(whose)] : await ask(things[i] ?? one, cookies[who]);
      answers.push([who, answer]);
    }

    expect(answers).toEqual(expected);
  });
});

test('every operation of both schemas is in the matrix, or needs no webset', async () => {
  const { body } = await service.graphql('{ __schema { mutationType { fields { name } } queryType { fields { name } } } }');
  const fields = [...body.data.__schema.mutationType.fields, ...body.data.__schema.queryType.fields].map(({ name }) => name);
  const { paths } = (await (await service.get('/openapi.json')).json()) as { paths: object };
  const listed = new Set(OPERATIONS.map(({ endpoint, name }) => `${endpoint} ${name.split(/[ .?]/)[0]}`));
  const isOfCollections = (name: string) => /[cC]ollections?$|uploads$/.test(name); // test/collections/access.test.ts is their matrix
  const known = (name: string) =>
    listed.has(name) ||
    isOfCollections(name) ||
    /(shareWebset|revokeShare|sharedWithMe)$/.test(name) || // test/access/shares.test.ts
    name.endsWith('ServiceSetting') || // test/main/settings/settings.test.ts
    /createSession|createWebset|listSessions|claim|websets|service|suggestPlan|readCriterion|[mM]odelPlan|planWithModel/.test(name);

  const rpcs = Object.keys(paths).flatMap((path) => (path.startsWith('/search/') ? [`rpc ${path.slice(8)}`] : []));

  expect(
    [...rpcs, ...fields.map((name) => `graphql ${name}`)].filter((name) => !known(name)),
    'operations that OPERATIONS lacks',
  ).toEqual([]);
});

describe('what only somebody signed in may do', () => {
  const ANSWERS: Record<Who, { rpc: number; graphql: string | undefined }> = {
    owner: { rpc: 200, graphql: undefined },
    'another user': { rpc: 200, graphql: undefined },
    nobody: { rpc: 401, graphql: 'UNAUTHORIZED' },
    'a signed-out cookie': { rpc: 401, graphql: 'UNAUTHORIZED' },
    'a forged cookie': { rpc: 401, graphql: 'UNAUTHORIZED' },
  };

  test.each(WHO)('%s lists and claims', async (who) => {
    const headers = cookies[who];
    const id = randomUUID();

    const rpcs = [await service.rpc('listSessions', {}, headers), await service.rpc('claimSessions', { sessionIds: [id] }, headers)];
    const documents = ['{ websets { totalCount } }', `mutation { claimWebsets(input: { websetIds: ["${id}"] }) { websetIds } }`];

    for (const { status } of rpcs) expect(status).toBe(ANSWERS[who].rpc);
    for (const document of documents)
      expect((await service.graphql(document, {}, headers)).body.errors?.[0].extensions.code).toBe(ANSWERS[who].graphql);
  });

  test('a body that is wrong is refused before the caller', async () => {
    expect((await service.rpc('listSessions', { limit: 0 })).status).toBe(400);
    expect((await service.rpc('claimSessions', { sessionIds: [] })).status).toBe(400);
    expect((await service.rpc('listSessions')).status).toBe(400);
    expect(await service.rpc('listSessions', {})).toEqual({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'Sign in first', defined: false },
    });
  });
});

const REVIEWED = 'query ($id: UUID!) { webset(id: $id) { rows { nodes { hidden verdicts { reviews { note } } } } } }';

test('a refused change changes nothing', async () => {
  const thing = await make(cookies.owner);
  const { websetId } = thing;
  const seen = async () => [
    (await service.rpc('getSession', { sessionId: websetId }, cookies.owner)).body,
    (await service.graphql(REVIEWED, { id: websetId }, cookies.owner)).body,
  ];
  const before = await seen();

  for (const { changes, ask } of OPERATIONS) if (changes) await ask(thing, cookies['another user']);
  const claimed = await service.rpc('claimSessions', { sessionIds: [websetId] }, cookies['another user']);

  expect(claimed.body).toEqual({ claimed: [] });
  expect(await seen()).toEqual(before);
});
