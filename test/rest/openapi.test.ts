import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from '../../src/domain/errors.ts';
import { describeApi } from '../../src/rest/openapi/openapi.ts';
import { operations } from '../../src/rest/rpc.ts';
import { checkAnswer } from '../support/contract.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

test('the description is served as it is generated: OpenAPI 3.1, version 1.0.0', async () => {
  const response = await service.get('/openapi.json');

  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const body = (await response.json()) as ReturnType<typeof describeApi>;
  expect(body).toEqual(JSON.parse(JSON.stringify(describeApi())));
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d$/), info: { version: '1.0.0' }, servers: [{ url: '/api/v1' }] });
});

describe('every operation', () => {
  const { paths, components } = describeApi();
  type Described = {
    post: { operationId: string; security: object[]; requestBody: { required: boolean }; responses: Record<string, { $ref?: string }> };
  };

  test.each(Object.keys(operations))('%s is described: its body, its answers and who may call', (name) => {
    const { post } = (paths as unknown as Record<string, Described>)[`/search/${name}`] as Described;

    expect(post.operationId).toBe(`search.${name}`);
    expect(post.requestBody.required).toBe(true);
    expect(post.security).toEqual(/^(list|claim)/.test(name) ? [{ sessionCookie: [] }] : [{}, { sessionCookie: [] }]);
    for (const [status, { $ref }] of Object.entries(post.responses)) {
      if (status === '200') continue;
      const code = $ref?.split('/').at(-1) as keyof typeof FAULTS;
      expect(String(FAULTS[code].status)).toBe(status);
    }
  });

  test('the cookie is the one that signing in sets', () => {
    expect(components.securitySchemes.sessionCookie).toMatchObject({ type: 'apiKey', in: 'cookie', name: '__Secure-app.session_token' });
  });
});

test('a downloaded document and every line of a stream are as described', async () => {
  const sessionId = await service.createSession();
  const { criterion } = (await service.rpc('addCriterion', { sessionId, label: 'c' })).body;
  const { enrichment } = (await service.rpc('addEnrichment', { sessionId, label: 'e' })).body;
  const runId = await beginRun(service.db, sessionId);
  await fillRows(service.db, sessionId, [{ verdicts: { [criterion.id]: 'match' }, values: { [enrichment.id]: '1' } }, {}]);
  await finishRun(service, sessionId, runId);

  const exported = await service.get(`/api/sessions/${sessionId}/export?format=json`);
  const lines = (await (await service.get(`/api/sessions/${sessionId}/stream`)).text()).trim().split('\n');

  checkAnswer('sessions.export', { status: 200, body: await exported.json() });
  for (const line of lines) checkAnswer('sessions.stream', { status: 200, body: JSON.parse(line) }, 'application/x-ndjson');
  expect(lines).toHaveLength(1);
});

describe('the check of answers, which every other test goes through', () => {
  const head = async () => (await service.rpc('createSession', { originalQuery: 'q' })).body.session;

  test('hears of a field too many, one too few, a word that is none and a status that is not described', async () => {
    const session = await head();
    const { id: _, ...headless } = session;

    for (const answer of [
      { status: 200, body: { session: { ...session, more: 1 } } },
      { status: 200, body: { session: headless } },
      { status: 200, body: { session: { ...session, status: 'done' } } },
      { status: 404, body: { code: 'CONFLICT', message: 'm', defined: true } },
      { status: 418, body: {} },
    ])
      expect(() => checkAnswer('search.startRun', answer), JSON.stringify(answer)).toThrow(/openapi\.json/);
    checkAnswer('search.startRun', { status: 200, body: { session } });
  });
});
