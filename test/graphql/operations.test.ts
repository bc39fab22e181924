import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEXT_VERSION } from '../../src/domain/page/page.ts';
import { planRequest } from '../../src/language/request/criteria.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = async (query: string, variables: object = {}, headers?: Record<string, string>) =>
  (await service.graphql(query, variables, headers)).body;
const codeOf = async (query: string, variables: object = {}, headers?: Record<string, string>) => {
  const { data, errors } = await ask(query, variables, headers);
  return { code: errors?.[0].extensions.code, message: errors?.[0].message, data };
};
const mutate = (name: string, fields: string) =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${fields} } }`;

const CREATE = mutate(
  'createWebset',
  'webset { id uuid title originalQuery category notes status runAlive run { state } criteria { label } }',
);
const START = mutate('startRun', 'webset { status runAlive run { state target maxPages maxMinutes criterionIds enrichmentIds } }');
const CANCEL = mutate('cancelRun', 'webset { status run { state reason } }');
const RENAME = mutate('renameWebset', 'webset { title }');
const DELETE = mutate('deleteWebset', 'websetId');
const ADD_CRITERION = mutate('addCriterion', 'criterion { id uuid label description derived }');
const UPDATE_CRITERION = mutate('updateCriterion', 'criterion { label description }');
const REMOVE_CRITERION = mutate('removeCriterion', 'criterionId');
const ADD_ENRICHMENT = mutate('addEnrichment', 'enrichment { id uuid label description format }');
const UPDATE_ENRICHMENT = mutate('updateEnrichment', 'enrichment { label description format }');
const REMOVE_ENRICHMENT = mutate('removeEnrichment', 'enrichmentId');

const create = async (headers?: Record<string, string>) =>
  (await ask(CREATE, { input: { originalQuery: 'q' } }, headers)).data.createWebset.webset;

describe('mutations', () => {
  test('createWebset takes null for an absent field', async () => {
    const { data } = await ask(CREATE, { input: { originalQuery: 'q', category: null, notes: null } });

    expect(data.createWebset.webset).toMatchObject({
      originalQuery: 'q',
      category: null,
      notes: null,
      title: null,
      status: 'draft',
      runAlive: false,
      run: null,
    });
  });

  test('createWebset names what is wrong by its path', async () => {
    const { errors, data } = await ask(CREATE, { input: { originalQuery: '', notes: 'a\0' } });

    expect(data).toBeNull();
    expect(errors[0]).toMatchObject({ message: 'Input validation failed', path: ['createWebset'] });
    expect(errors[0].extensions.code).toBe('BAD_REQUEST');
    expect(errors[0].extensions.issues.map(({ path }: { path: string[] }) => path)).toEqual([
      ['input', 'originalQuery'],
      ['input', 'notes'],
    ]);
  });

  test('beyond the limit of an hour createWebset and startRun are refused, with the seconds to wait', async () => {
    await using strict = await openTestService({ limits: { createPerHour: 1, runPerHour: 1 } });
    const { data } = (await strict.graphql(CREATE, { input: { originalQuery: 'q' } })).body;
    const { uuid: websetId } = data.createWebset.webset;
    await strict.graphql(START, { input: { websetId } });
    await strict.graphql(CANCEL, { input: { websetId } });

    const answers = [await strict.graphql(CREATE, { input: { originalQuery: 'q' } }), await strict.graphql(START, { input: { websetId } })];

    for (const { body } of answers)
      expect(body.errors[0].extensions).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfter: expect.closeTo(3600, -2) });
  });

  test('startRun takes budgets, judges the columns of the moment, and is refused while a run is alive', async () => {
    const { uuid: websetId } = await create();
    const { criterion } = (await ask(ADD_CRITERION, { input: { websetId, label: 'a' } })).data.addCriterion;
    const { enrichment } = (await ask(ADD_ENRICHMENT, { input: { websetId, label: 'b' } })).data.addEnrichment;

    const started = await ask(START, { input: { websetId, target: 5, maxPages: null } });
    const second = await codeOf(START, { input: { websetId } });
    const cancelled = await ask(CANCEL, { input: { websetId } });

    expect(started.data.startRun.webset).toEqual({
      status: 'running',
      runAlive: true,
      run: { state: 'queued', target: 5, maxPages: 300, maxMinutes: 30, criterionIds: [criterion.uuid], enrichmentIds: [enrichment.uuid] },
    });
    expect(second).toEqual({ code: 'CONFLICT', message: 'A run is already in progress', data: null });
    expect(cancelled.data.cancelRun.webset).toEqual({ status: 'cancelled', run: { state: 'cancelled', reason: 'cancelled' } });
  });

  test('startRun takes pages and minutes up to their ceilings', async () => {
    const { uuid: websetId } = await create();

    const started = await ask(START, { input: { websetId, target: 1000, maxPages: 1000, maxMinutes: 60 } });

    expect(started.data.startRun.webset.run).toMatchObject({ target: 1000, maxPages: 1000, maxMinutes: 60 });
  });

  test.each([
    [{ target: 1001 }, 'target may be at most 1000'],
    [{ maxPages: 1001 }, 'maxPages may be at most 1000 without an account: sign in for more'],
    [{ maxMinutes: 61 }, 'maxMinutes may be at most 60 without an account: sign in for more'],
  ])('startRun names the ceiling that the budget %o passes', async (budget, message) => {
    const { uuid: websetId } = await create();

    expect(await codeOf(START, { input: { websetId, ...budget } })).toMatchObject({ code: 'BAD_REQUEST', message });
  });

  test.each([{ target: 0 }, { maxMinutes: 0 }, { maxPages: -1 }])('startRun refuses the budget %o', async (budget) => {
    const { uuid: websetId } = await create();

    expect(await codeOf(START, { input: { websetId, ...budget } })).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Input validation failed',
    });
  });

  test('renameWebset and deleteWebset', async () => {
    const { uuid: websetId } = await create();

    const renamed = await ask(RENAME, { input: { websetId, title: 'T' } });
    const long = await codeOf(RENAME, { input: { websetId, title: 't'.repeat(121) } });
    const deleted = await ask(DELETE, { input: { websetId } });
    const again = await codeOf(DELETE, { input: { websetId } });

    expect(renamed.data.renameWebset.webset.title).toBe('T');
    expect(long.code).toBe('BAD_REQUEST');
    expect(deleted.data.deleteWebset).toEqual({ websetId });
    expect(again).toMatchObject({ code: 'NOT_FOUND', message: 'Webset not found' });
  });

  test('a criterion is added, changed and removed', async () => {
    const { uuid: websetId } = await create();
    const { criterion } = (await ask(ADD_CRITERION, { input: { websetId, label: 'a', description: 'd' } })).data.addCriterion;
    const criterionId = criterion.uuid;

    expect(criterion).toMatchObject({ label: 'a', description: 'd', derived: false });
    expect(await codeOf(ADD_CRITERION, { input: { websetId, label: 'a' } })).toMatchObject({ code: 'CONFLICT' });
    expect((await ask(UPDATE_CRITERION, { input: { criterionId, label: 'b' } })).data.updateCriterion.criterion).toEqual({
      label: 'b',
      description: 'd',
    });
    expect(
      (await ask(UPDATE_CRITERION, { input: { criterionId, label: null, description: null } })).data.updateCriterion.criterion,
    ).toEqual({ label: 'b', description: null });
    expect(await codeOf(UPDATE_CRITERION, { input: { criterionId, label: '' } })).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await ask(REMOVE_CRITERION, { input: { criterionId } })).data.removeCriterion).toEqual({ criterionId });
    expect(await codeOf(REMOVE_CRITERION, { input: { criterionId } })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await codeOf(UPDATE_CRITERION, { input: { criterionId, label: 'c' } })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a column is added, changed and removed', async () => {
    const { uuid: websetId } = await create();
    const { enrichment } = (await ask(ADD_ENRICHMENT, { input: { websetId, label: 'a', format: null } })).data.addEnrichment;
    const enrichmentId = enrichment.uuid;

    expect(enrichment).toMatchObject({ label: 'a', description: null, format: 'text' });
    expect(await codeOf(ADD_ENRICHMENT, { input: { websetId, label: 'a' } })).toMatchObject({ code: 'CONFLICT' });
    expect(
      (await ask(UPDATE_ENRICHMENT, { input: { enrichmentId, format: 'url', description: 'd' } })).data.updateEnrichment.enrichment,
    ).toEqual({ label: 'a', description: 'd', format: 'url' });
    expect((await ask(REMOVE_ENRICHMENT, { input: { enrichmentId } })).data.removeEnrichment).toEqual({ enrichmentId });
    expect(await codeOf(REMOVE_ENRICHMENT, { input: { enrichmentId } })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('while a run is alive nothing is changed or removed', async () => {
    const { uuid: websetId } = await create();
    const { criterion } = (await ask(ADD_CRITERION, { input: { websetId, label: 'a' } })).data.addCriterion;
    const { enrichment } = (await ask(ADD_ENRICHMENT, { input: { websetId, label: 'b' } })).data.addEnrichment;
    await ask(START, { input: { websetId } });

    const codes = [
      await codeOf(UPDATE_CRITERION, { input: { criterionId: criterion.uuid, label: 'x' } }),
      await codeOf(REMOVE_CRITERION, { input: { criterionId: criterion.uuid } }),
      await codeOf(UPDATE_ENRICHMENT, { input: { enrichmentId: enrichment.uuid, label: 'x' } }),
      await codeOf(REMOVE_ENRICHMENT, { input: { enrichmentId: enrichment.uuid } }),
    ];

    for (const refusal of codes) expect(refusal).toEqual({ code: 'CONFLICT', message: 'A run is already in progress', data: null });
  });
});

describe('suggestPlan', () => {
  const SUGGEST = `query ($request: String!, $category: Category) {
    suggestPlan(request: $request, category: $category) { criteria { label description } columns { label description format } }
  }`;

  test('offers the criteria that a run would derive, and columns', async () => {
    const request = 'startups in Berlin founded after 2018, including their founders';

    const { data } = await ask(SUGGEST, { request, category: 'companies' });

    expect(data.suggestPlan.criteria).toEqual(planRequest(request).criteria.map(({ label }) => ({ label, description: '' })));
    expect(data.suggestPlan.columns.map(({ label, format }: { label: string; format: string }) => [label, format])).toEqual([
      ['Founders', 'text'],
      ['Location', 'text'],
      ['Founded', 'date'],
      ['Website', 'url'],
    ]);
  });

  test.each(['', 'a\0b'])('refuses the request %j as createWebset does', async (request) => {
    const { errors } = await ask(SUGGEST, { request });

    expect(errors[0]).toMatchObject({ message: 'Input validation failed', extensions: { code: 'BAD_REQUEST' } });
    expect(errors[0].extensions.issues[0].path).toEqual(['request']);
  });
});

describe('access', () => {
  test("somebody else's webset is FORBIDDEN by every mutation and query, a missing one NOT_FOUND", async () => {
    const ann = await service.as('ann');
    const { uuid: websetId, id } = await create(ann);
    const { criterion } = (await ask(ADD_CRITERION, { input: { websetId, label: 'a' } }, ann)).data.addCriterion;
    const { enrichment } = (await ask(ADD_ENRICHMENT, { input: { websetId, label: 'a' } }, ann)).data.addEnrichment;
    const runId = await beginRun(service.db, websetId);
    await finishRun(service, websetId, runId);
    const [rowId] = await fillRows(service.db, websetId, [{}]);
    const calls = (webset: string, criterionId: string, enrichmentId: string): [string, object][] => [
      [START, { input: { websetId: webset } }],
      [CANCEL, { input: { websetId: webset } }],
      [RENAME, { input: { websetId: webset, title: 't' } }],
      [ADD_CRITERION, { input: { websetId: webset, label: 'z' } }],
      [ADD_ENRICHMENT, { input: { websetId: webset, label: 'z' } }],
      [UPDATE_CRITERION, { input: { criterionId, label: 'z' } }],
      [REMOVE_CRITERION, { input: { criterionId } }],
      [UPDATE_ENRICHMENT, { input: { enrichmentId, label: 'z' } }],
      [REMOVE_ENRICHMENT, { input: { enrichmentId } }],
      [DELETE, { input: { websetId: webset } }],
      ['query ($id: UUID!) { webset(id: $id) { title } }', { id: webset }],
    ];
    const nodes = [id, criterion.id, enrichment.id, idOf('Row', rowId), idOf('Run', runId)];

    for (const headers of [{}, await service.as('bob')]) {
      for (const [query, variables] of calls(websetId, criterion.uuid, enrichment.uuid))
        expect(await codeOf(query, variables, headers)).toEqual({
          code: 'FORBIDDEN',
          message: 'This webset belongs to another user',
          data: null,
        });
      for (const node of nodes) expect(await codeOf(NODE, { id: node }, headers)).toMatchObject({ code: 'FORBIDDEN' });
    }
    for (const [query, variables] of calls(randomUUID(), randomUUID(), randomUUID()))
      expect(await codeOf(query, variables, ann)).toMatchObject({ code: 'NOT_FOUND', data: null });
    for (const node of nodes) expect((await ask(NODE, { id: node }, ann)).data.node.id).toBe(node);
  });
});

const idOf = (type: string, uuid = '') => Buffer.from(`${type}:${uuid}`).toString('base64url');
const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';

describe('node and nodes', () => {
  test.each(['x', '', idOf('Query', randomUUID()), idOf('Webset', 'x'), idOf('Webset')])('%j is no global id', async (id) => {
    expect(await codeOf(NODE, { id })).toEqual({
      code: 'BAD_REQUEST',
      message: 'This is no global id of this service',
      data: { node: null },
    });
  });

  test.each(['Webset', 'Criterion', 'Enrichment', 'Row', 'Run'])('a missing %s is NOT_FOUND', async (type) => {
    expect((await codeOf(NODE, { id: idOf(type, randomUUID()) })).code).toBe('NOT_FOUND');
  });

  test('nodes answers what there is, and null with an error for the rest', async () => {
    const { id } = await create();

    const { data, errors } = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
      ids: [id, idOf('Run', randomUUID()), id],
    });

    expect(data.nodes).toEqual([{ __typename: 'Webset', id }, null, { __typename: 'Webset', id }]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ path: ['nodes', 1], extensions: { code: 'NOT_FOUND' } });
  });
});

describe('reading', () => {
  test('a row shows a verdict a criterion and a value a column, proofs and page', async () => {
    const { uuid: websetId } = await create();
    const { criterion } = (await ask(ADD_CRITERION, { input: { websetId, label: 'a' } })).data.addCriterion;
    const { enrichment } = (await ask(ADD_ENRICHMENT, { input: { websetId, label: 'b' } })).data.addEnrichment;
    await ask(ADD_CRITERION, { input: { websetId, label: 'later' } });
    const [rowId] = await fillRows(service.db, websetId, [
      {
        url: 'https://tikv.org/',
        title: 'TiKV',
        matchVerdict: 'match',
        verdicts: { [criterion.uuid]: 'match' },
        values: { [enrichment.uuid]: '2016' },
      },
    ]);

    const { data } = await ask(
      `query ($id: ID!) { node(id: $id) { ... on Row {
        uuid url title status matchVerdict page { uuid title publishedAt language sha256 textVersion }
        verdicts { criterion { label } state verdict reason note judge runId evidence { quote start end pageId } }
        values { enrichment { label } value reason evidence { quote } }
      } } }`,
      { id: idOf('Row', rowId) },
    );

    const { node } = data;
    expect(node).toMatchObject({ uuid: rowId, url: 'https://tikv.org/', title: 'TiKV', status: 'completed', matchVerdict: 'match' });
    expect(node.page).toMatchObject({
      title: 'TiKV',
      publishedAt: '2016-04',
      language: 'en',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      textVersion: TEXT_VERSION,
    });
    const missing = { state: 'added_later', note: expect.stringMatching(/next run/) };
    const evidence = { quote: 'Tikv is written in Rust.', start: 0, end: 24, pageId: node.page.uuid };
    expect(node.verdicts).toEqual([
      {
        criterion: { label: 'a' },
        state: 'judged',
        verdict: 'match',
        reason: 'stated',
        note: null,
        judge: 'lexical',
        runId: null,
        evidence,
      },
      { criterion: { label: 'later' }, ...missing, verdict: null, reason: null, judge: null, runId: null, evidence: null },
    ]);
    expect(node.values).toEqual([{ enrichment: { label: 'b' }, value: '2016', reason: 'stated', evidence: { quote: evidence.quote } }]);
  });

  test('a webset shows its runs, newest first', async () => {
    const { uuid: websetId } = await create();
    const first = await beginRun(service.db, websetId);
    await finishRun(service, websetId, first);
    const second = await beginRun(service.db, websetId);

    const { data } = await ask('query ($id: UUID!) { webset(id: $id) { status run { uuid } runs { uuid state alive reason attempt } } }', {
      id: websetId,
    });

    expect(data.webset).toEqual({
      status: 'running',
      run: { uuid: second },
      runs: [
        { uuid: second, state: 'running', alive: true, reason: null, attempt: 1 },
        { uuid: first, state: 'completed', alive: false, reason: 'candidates_exhausted', attempt: 1 },
      ],
    });
  });
});
