import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND', message: 'Search session not found', defined: true } };
const FORBIDDEN = { status: 403, body: { code: 'FORBIDDEN', message: 'This search session belongs to another user', defined: false } };
const ALIVE = { status: 409, body: { code: 'CONFLICT', message: 'A run is already in progress', defined: true } };
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/);
const moment = expect.stringMatching(MOMENT);

describe('createSession', () => {
  test('a request and its notes have 10,000 characters at most', async () => {
    const longest = '😀'.repeat(10_000);

    const taken = await service.rpc('createSession', { originalQuery: longest, notes: longest.slice(0, 200) });
    const query = await service.rpc('createSession', { originalQuery: `${longest}x` });
    const notes = await service.rpc('createSession', { originalQuery: 'q', notes: `${longest}x` });

    expect(taken.body.session.originalQuery).toBe(longest);
    for (const refused of [query, notes]) expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  test('a start counts once its session is known to be the caller’s, and one that is refused does not', async () => {
    await using limited = await openTestService({ limits: { createPerHour: 0, runPerHour: 1 } });
    const [sessionId, other] = [await limited.createSession(), await limited.createSession()];
    const missing = { sessionId: '00000000-0000-4000-8000-000000000000' };

    const statuses = [
      await limited.rpc('startRun', missing),
      await limited.rpc('startRun', { sessionId }),
      await limited.rpc('startRun', missing),
      await limited.rpc('startRun', { sessionId: other }),
    ];

    expect(statuses.map(({ status }) => status)).toEqual([404, 200, 404, 429]);
  });

  test('two starts at once: one wins', async () => {
    const sessionId = await service.createSession();

    const answers = await Promise.all(Array.from({ length: 10 }, () => service.rpc('startRun', { sessionId })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test('answers the head of a new session, its words as sent', async () => {
    const { status, body } = await service.rpc('createSession', { originalQuery: ' who? ', category: 'people', notes: 'n', more: 1 });

    expect(status).toBe(200);
    expect(body).toEqual({
      session: {
        id: anyId,
        title: null,
        originalQuery: ' who? ',
        category: 'people',
        notes: 'n',
        status: 'draft',
        runAlive: false,
        createdAt: moment,
        updatedAt: moment,
        run: null,
      },
    });
  });

  test('beyond the limit of an hour is refused with the seconds to wait', async () => {
    await using strict = await openTestService({ limits: { createPerHour: 1, runPerHour: 0 } });
    await strict.rpc('createSession', { originalQuery: 'q' });
    await strict.sql`update rate_limit set expire = now() + interval '1 hour'`;

    const response = await fetch(`${strict.url}/api/v1/search/createSession`, {
      method: 'POST',
      body: new Blob(['{"originalQuery":"q"}']),
    });

    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await response.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      defined: true,
      message: expect.stringMatching(/Too many requests/),
    });
  });
});

describe('startRun and cancelRun', () => {
  test('a run is started once, cancelled, and started again', async () => {
    const sessionId = await service.createSession();

    const started = await service.rpc('startRun', { sessionId });
    const second = await service.rpc('startRun', { sessionId });
    const cancelled = await service.rpc('cancelRun', { sessionId });
    const again = await service.rpc('cancelRun', { sessionId });

    const counts = { found: 0, read: 0, unreadable: 0, judged: 0, matched: 0 };
    expect(started.body.session).toMatchObject({ id: sessionId, status: 'running', runAlive: true });
    expect(started.body.session.run).toEqual({
      id: anyId,
      state: 'queued',
      reason: null,
      attempt: 0,
      startedAt: null,
      endedAt: null,
      counts,
    });
    expect(second).toEqual(ALIVE);
    expect(cancelled.body.session).toMatchObject({
      status: 'cancelled',
      runAlive: false,
      run: { state: 'cancelled', reason: 'cancelled', endedAt: moment },
    });
    expect(again.status).toBe(200);
    expect(again.body.session.run).toEqual(cancelled.body.session.run);
    expect((await service.rpc('startRun', { sessionId })).status).toBe(200);
  });

  test('cancelling before any run changes nothing', async () => {
    const sessionId = await service.createSession();

    const { status, body } = await service.rpc('cancelRun', { sessionId });

    expect(status).toBe(200);
    expect(body.session).toMatchObject({ status: 'draft', run: null });
  });
});

describe('addCriterion and addEnrichment', () => {
  test.each([
    ['addCriterion', 'criteria', 'criterion'],
    ['addEnrichment', 'enrichments', 'enrichment'],
  ])('%s: a session has 100 %s at most', async (operation, what, table) => {
    const sessionId = await service.createSession();
    const add = (label: string) => service.rpc(operation, { sessionId, label });
    await service.sql`insert into ${service.sql(table)} (webset_id, label) select ${sessionId}, n::text from generate_series(1, 99) n`;

    const [last, more] = [await add('the last'), await add('one more')];

    expect(last.status).toBe(200);
    expect(more.status).toBe(409);
    expect(more.body).toEqual({
      defined: true,
      code: 'CONFLICT',
      message: `This search session already has 100 ${what}, as many as it may`,
    });
  });

  test('answer what was made', async () => {
    const sessionId = await service.createSession();

    const criterion = await service.rpc('addCriterion', { sessionId, label: 'in Rust', description: 'Is it?' });
    const enrichment = await service.rpc('addEnrichment', { sessionId, label: 'year', format: 'date' });
    const plain = await service.rpc('addEnrichment', { sessionId, label: 'in Rust' });

    expect(criterion).toEqual({ status: 200, body: { criterion: { id: anyId, label: 'in Rust', description: 'Is it?' } } });
    expect(enrichment).toEqual({ status: 200, body: { enrichment: { id: anyId, label: 'year', description: null, format: 'date' } } });
    expect(plain.body.enrichment).toMatchObject({ label: 'in Rust', format: 'text' });
  });

  test('refuse a label in use, code point for code point', async () => {
    const sessionId = await service.createSession();
    await service.rpc('addCriterion', { sessionId, label: 'a' });
    await service.rpc('addEnrichment', { sessionId, label: 'a' });

    const criterion = await service.rpc('addCriterion', { sessionId, label: 'a' });
    const enrichment = await service.rpc('addEnrichment', { sessionId, label: 'a' });
    const other = await service.rpc('addCriterion', { sessionId, label: 'A' });

    expect(criterion.status).toBe(409);
    expect(criterion.body).toEqual({
      code: 'CONFLICT',
      defined: true,
      message: 'This search session already has a criterion with that label',
    });
    expect(enrichment.body.message).toBe('This search session already has an enrichment with that label');
    expect(other.status).toBe(200);
  });

  test('adding and renaming go on during a run', async () => {
    const sessionId = await service.createSession();
    await service.rpc('startRun', { sessionId });

    const statuses = [
      await service.rpc('addCriterion', { sessionId, label: 'a' }),
      await service.rpc('addEnrichment', { sessionId, label: 'a' }),
      await service.rpc('renameSession', { sessionId, title: 'b' }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([200, 200, 200]);
  });
});

test('renameSession sets the title as sent', async () => {
  const sessionId = await service.createSession();

  const { status, body } = await service.rpc('renameSession', { sessionId, title: ' T ' });

  expect(status).toBe(200);
  expect(body.session).toMatchObject({ id: sessionId, title: ' T ' });
});

test('deleteSession takes the session away, its run too', async () => {
  const sessionId = await service.createSession();
  await service.rpc('startRun', { sessionId });

  const deleted = await service.rpc('deleteSession', { sessionId });

  expect(deleted).toEqual({ status: 200, body: { deleted: true } });
  expect(await service.rpc('deleteSession', { sessionId })).toEqual(NOT_FOUND);
});

describe('getSession', () => {
  test('answers the session with its columns, rows, verdicts and evidence', async () => {
    const sessionId = await service.createSession();
    const { criterion } = (await service.rpc('addCriterion', { sessionId, label: 'in Rust' })).body;
    const { criterion: later } = (await service.rpc('addCriterion', { sessionId, label: '__proto__' })).body;
    const { enrichment } = (await service.rpc('addEnrichment', { sessionId, label: 'constructor' })).body;
    const [id] = await fillRows(service.db, sessionId, [
      {
        url: 'https://tikv.org/',
        title: 'TiKV',
        matchVerdict: 'match',
        verdicts: { [criterion.id]: 'match', [later.id]: null },
        values: { [enrichment.id]: '2016' },
      },
      { status: 'pending' },
    ]);

    const response = await fetch(`${service.url}/api/v1/search/getSession`, {
      method: 'POST',
      body: new Blob([JSON.stringify({ sessionId })]),
    });

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    const { session } = JSON.parse(text);
    expect(session).toMatchObject({ id: sessionId, criteria: [criterion, later], enrichments: [enrichment] });
    expect(session.rows[0]).toMatchObject({ id, url: 'https://tikv.org/', title: 'TiKV', status: 'completed', matchVerdict: 'match' });
    expect(Object.keys(session.rows[0])).toEqual(['id', 'url', 'title', 'status', 'matchVerdict', 'enrichments', 'criteria']);
    expect(text).toContain('"enrichments":{"constructor":"2016"}');
    expect(text).toContain('"criteria":{"in Rust":{"verdict":"match","evidence":"Tikv is written in Rust."},"__proto__":null}');
    expect(text).toContain(
      '"status":"pending","matchVerdict":null,"enrichments":{"constructor":null},"criteria":{"in Rust":null,"__proto__":null}',
    );
  });

  test('brings every row of a long session, in the order found', async () => {
    const sessionId = await service.createSession();
    await fillRows(
      service.db,
      sessionId,
      Array.from({ length: 501 }, (_, i) => ({ title: `t${i}` })),
    );

    const { body } = await service.rpc('getSession', { sessionId });

    expect(body.session.rows.map(({ title }: { title: string }) => title)).toEqual(Array.from({ length: 501 }, (_, i) => `t${i}`));
  });
});

describe('access: every operation on a session', () => {
  const operations: [string, object][] = [
    ['startRun', {}],
    ['getSession', {}],
    ['cancelRun', {}],
    ['addCriterion', { label: 'a' }],
    ['addEnrichment', { label: 'a' }],
    ['renameSession', { title: 'a' }],
    ['deleteSession', {}],
  ];

  test.each(operations)('%s opens to the owner, is 403 to others and 404 for a missing one', async (operation, input) => {
    const owner = await service.as('ann');
    const sessionId = await service.createSession('q', owner);

    expect(await service.rpc(operation, { sessionId, ...input })).toEqual(FORBIDDEN);
    expect(await service.rpc(operation, { sessionId, ...input }, await service.as('bob'))).toEqual(FORBIDDEN);
    expect(await service.rpc(operation, { sessionId: randomUUID(), ...input }, owner)).toEqual(NOT_FOUND);
    expect((await service.rpc(operation, { sessionId, ...input }, owner)).status).toBe(200);
  });

  test.each(operations)('%s opens an anonymous session to anyone who holds its id', async (operation, input) => {
    const sessionId = await service.createSession();

    expect((await service.rpc(operation, { sessionId: sessionId.toUpperCase(), ...input }, await service.as('bob'))).status).toBe(200);
  });
});
