import { randomUUID } from 'node:crypto';
import { createORPCClient, isDefinedError, ORPCError } from '@orpc/client';
import { type ContractRouterClient, oc } from '@orpc/contract';
import { ResponseValidationPlugin } from '@orpc/contract/plugins';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/rest/rpc.ts';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// The client that clients of the original service were made with, unchanged: it checks every answer against the contract.

type Name = keyof typeof operations;
const NAMES = Object.keys(operations) as Name[];

const procedure = <N extends Name>(name: N) =>
  oc
    .route({ method: 'POST', path: `/search/${name}` })
    .errors({ NOT_FOUND: {}, CONFLICT: {}, TOO_MANY_REQUESTS: {} })
    .input(operations[name].input)
    .output(operations[name].output as (typeof operations)[N]['output']);
const contract = {
  search: {
    ...(Object.fromEntries(NAMES.map((name) => [name, procedure(name)])) as { [N in Name]: ReturnType<typeof procedure<N>> }),
    nothing: oc.route({ method: 'POST', path: '/search/nothing' }),
    byGet: oc.route({ method: 'GET', path: '/search/getSession' }),
    byPut: oc.route({ method: 'PUT', path: '/search/getSession' }),
  },
};
type Client = ContractRouterClient<typeof contract>;
type Sent = Partial<Omit<RequestInit, 'headers'>> & { headers?: Record<string, string | null> };

/** The client; `sent` says what goes out in place of what it would send (a header that is null: left out). */
function clientOf(at: { url: string }, headers: Record<string, string> = {}, sent?: Sent): Client {
  const link = new OpenAPILink(contract, {
    url: `${at.url}/api/v1`,
    headers,
    plugins: [new ResponseValidationPlugin(contract)],
    fetch: async (request, init) => {
      if (!sent) return fetch(request, init);
      const all = new Headers(request.headers);
      for (const [name, value] of Object.entries(sent.headers ?? {})) value === null ? all.delete(name) : all.set(name, value);
      const body = 'body' in sent ? sent.body : new Blob([await request.arrayBuffer()]);
      return fetch(request.url, { method: request.method, headers: all, ...(body === undefined ? {} : { body }) } as RequestInit);
    },
  });
  return createORPCClient(link);
}

/** Calls with whatever input, and answers how it was refused. */
async function refusal(client: Client, name: keyof typeof contract.search, input?: unknown) {
  const call = client.search[name] as (input: unknown) => Promise<unknown>;
  const error = await call(input).then(
    (answer) => {
      throw new Error(`answered ${JSON.stringify(answer)}`);
    },
    (error: unknown) => error,
  );
  if (!(error instanceof ORPCError)) throw error;
  const { code, status, message, defined, data } = error;
  expect(isDefinedError(error)).toBe(defined);
  return { code, status, message, defined, data };
}

const BAD = { code: 'BAD_REQUEST', status: 400, message: 'Input validation failed', defined: false };
const MALFORMED = {
  ...BAD,
  message: "Malformed request. Ensure the request body is properly formatted and the 'Content-Type' header is set correctly.",
  data: undefined,
};
const NOT_FOUND = { code: 'NOT_FOUND', status: 404, message: 'Search session not found', defined: true, data: undefined };
const FORBIDDEN = {
  code: 'FORBIDDEN',
  status: 403,
  message: 'This search session belongs to another user',
  defined: false,
  data: undefined,
};
const UNAUTHORIZED = { code: 'UNAUTHORIZED', status: 401, message: 'Sign in first', defined: false, data: undefined };

let service: TestService;
let ann: { cookie: string };
let client: Client;
beforeAll(async () => {
  service = await openTestService({ settings: { bodyLimit: 20_000 } });
  ann = await service.as('ann');
  client = clientOf(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const create = async (by = client) => (await by.search.createSession({ originalQuery: 'databases in Rust' })).session.id;

describe('every operation resolves', () => {
  test('from making a session to deleting it, each answer as the contract says', async () => {
    const { search } = client;

    const { session } = await search.createSession({ originalQuery: 'who?', category: 'people', notes: 'n' });
    const sessionId = session.id;
    const { criterion } = await search.addCriterion({ sessionId, label: 'in Rust', description: 'Is it?' });
    const { enrichment } = await search.addEnrichment({ sessionId, label: 'since', format: 'date' });
    const renamed = await search.renameSession({ sessionId, title: 'T' });
    await fillRows(service.db, sessionId, [
      { matchVerdict: 'match', verdicts: { [criterion.id]: 'match' }, values: { [enrichment.id]: '2016' } },
    ]);
    const started = await search.startRun({ sessionId });
    const whole = await search.getSession({ sessionId });
    const cancelled = await search.cancelRun({ sessionId });
    const deleted = await search.deleteSession({ sessionId });

    expect(session).toMatchObject({ originalQuery: 'who?', category: 'people', notes: 'n', status: 'draft', runAlive: false });
    expect(renamed.session.title).toBe('T');
    expect(started.session.runAlive).toBe(true);
    expect(whole.session).toMatchObject({ criteria: [criterion], enrichments: [enrichment] });
    expect(whole.session.rows).toMatchObject([
      { enrichments: { since: '2016' }, criteria: { 'in Rust': { verdict: 'match', evidence: 'Tikv is written in Rust.' } } },
    ]);
    expect(cancelled.session).toMatchObject({ status: 'cancelled', runAlive: false });
    expect(deleted).toEqual({ deleted: true });
  });

  test('listing and claiming with the cookie', async () => {
    const sessionId = await create();
    const { search } = clientOf(service, ann);

    const { claimed } = await search.claimSessions({ sessionIds: [sessionId, randomUUID(), sessionId] });
    const { sessions } = await search.listSessions({ limit: 1 });

    expect(claimed).toEqual([sessionId]);
    expect(sessions.map(({ id }) => id)).toEqual([sessionId]);
  });

  test.each<[string, Sent | undefined, object]>([
    ['with unknown keys', undefined, { more: { x: 1 } }],
    ['without a content type', { headers: { 'content-type': '' } }, {}],
    ['with an id in capitals', undefined, { sessionId: 'UPPER' }],
  ])('%s', async (_what, sent, more) => {
    const sessionId = await create();
    const input = { sessionId, ...more };
    if (input.sessionId === 'UPPER') input.sessionId = sessionId.toUpperCase();

    const { session } = await clientOf(service, {}, sent).search.getSession(input);

    expect(session.id).toBe(sessionId);
  });

  test('with a byte order mark', async () => {
    const sessionId = await create();
    const sent = { body: `\ufeff${JSON.stringify({ sessionId })}` };

    expect((await clientOf(service, {}, sent).search.getSession({ sessionId })).session.id).toBe(sessionId);
  });
});

const INPUTS: Record<Name, object> = {
  createSession: { originalQuery: 'q' },
  startRun: {},
  getSession: {},
  cancelRun: {},
  addCriterion: { label: 'l' },
  addEnrichment: { label: 'l' },
  renameSession: { title: 't' },
  deleteSession: {},
  listSessions: {},
  claimSessions: { sessionIds: [randomUUID()] },
};
const ON_SESSIONS = NAMES.filter((name) => !['createSession', 'listSessions', 'claimSessions'].includes(name));

describe('every operation throws', () => {
  test.each(ON_SESSIONS)('%s: of a missing session, and of somebody else’s', async (name) => {
    const owned = await create(clientOf(service, ann));
    const bob = clientOf(service, await service.as('bob'));
    const forged = clientOf(service, { cookie: ann.cookie.replace(/.{12}$/, 'AAAAAAAAAAA%3D') });

    expect(await refusal(client, name, { ...INPUTS[name], sessionId: randomUUID() })).toEqual(NOT_FOUND);
    for (const other of [client, bob, forged]) expect(await refusal(other, name, { ...INPUTS[name], sessionId: owned })).toEqual(FORBIDDEN);
  });

  test.each(NAMES)('%s: an invalid body, with the issues as data', async (name) => {
    const wrong = { ...INPUTS[name], sessionId: 'x', originalQuery: '', limit: 0, sessionIds: ['x'] };
    const path =
      name === 'createSession'
        ? ['originalQuery']
        : name === 'listSessions'
          ? ['limit']
          : name === 'claimSessions'
            ? ['sessionIds', 0]
            : ['sessionId'];

    const { data, ...rest } = await refusal(client, name, wrong);

    expect(rest).toEqual(BAD);
    expect(data).toEqual({ issues: [expect.objectContaining({ code: expect.any(String), path, message: expect.any(String) })] });
  });

  test.each(NAMES)('%s: from a page of another origin', async (name) => {
    const foreign = clientOf(service, { origin: 'https://evil.example' });

    expect(await refusal(foreign, name, INPUTS[name])).toEqual({
      ...FORBIDDEN,
      message: 'Requests from another origin are refused',
    });
  });

  test.each(['listSessions', 'claimSessions'] as const)('%s: without a cookie, and with a bad one', async (name) => {
    for (const cookie of ['', `${ann.cookie}x`, '__Secure-app.session_token=a.b'])
      expect(await refusal(clientOf(service, { cookie }), name, INPUTS[name])).toEqual(UNAUTHORIZED);
  });
});

describe('bodies that are wrong', () => {
  const json = { 'content-type': 'application/json' };
  test.each<[string, Sent, object]>([
    ['broken JSON', { body: '{"sessionId":', headers: json }, MALFORMED],
    ['a gzip that is none', { body: 'x', headers: { ...json, 'content-encoding': 'gzip' } }, MALFORMED],
    ['over the limit', { body: 'x'.repeat(20_001), headers: json }, tooLarge()],
    ['a form', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, unsupported()],
  ])('%s', async (_what, sent, expected) => {
    expect(await refusal(clientOf(service, {}, sent), 'getSession', {})).toEqual(expected);
  });

  test.each<[string, Sent, string]>([
    ['no body', { body: undefined as never, headers: json }, 'undefined'],
    ['null', { body: 'null', headers: json }, 'null'],
    ['a list', { body: '[]', headers: json }, 'array'],
    ['a string', { body: '"x"', headers: json }, 'string'],
    ['plain text', { body: '{}', headers: { 'content-type': 'text/plain' } }, 'string'],
  ])('%s', async (_what, sent, received) => {
    const { data, ...rest } = await refusal(clientOf(service, {}, sent), 'getSession', {});

    expect(rest).toEqual(BAD);
    expect(data).toEqual({
      issues: [
        expect.objectContaining({ code: 'invalid_type', path: [], message: `Invalid input: expected object, received ${received}` }),
      ],
    });
  });

  test.each<[string, Name, object]>([
    ['a limit that is a text', 'listSessions', { limit: '5' }],
    ['a limit of a half', 'listSessions', { limit: 1.5 }],
    ['no limit', 'listSessions', { limit: null }],
    ['a limit over 100', 'listSessions', { limit: 101 }],
    ['notes that are null', 'createSession', { originalQuery: 'q', notes: null }],
    ['a NUL', 'createSession', { originalQuery: 'a\0b' }],
    ['a lone surrogate', 'createSession', { originalQuery: 'a\ud800' }],
    ['81 emoji', 'addCriterion', { sessionId: randomUUID(), label: '😀'.repeat(81) }],
    ['21 sessions', 'claimSessions', { sessionIds: Array.from({ length: 21 }, () => randomUUID()) }],
    ['no sessions', 'claimSessions', { sessionIds: [] }],
  ])('%s', async (_what, name, input) => {
    const { data, ...rest } = await refusal(client, name, input);

    expect(rest).toEqual(BAD);
    expect((data as { issues: object[] }).issues.length).toBeGreaterThan(0);
  });

  function tooLarge() {
    return { code: 'PAYLOAD_TOO_LARGE', status: 413, message: 'Payload Too Large', defined: false, data: undefined };
  }
  function unsupported() {
    return { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, message: 'Send the body as application/json', defined: false, data: undefined };
  }
});

describe('states, limits and troubles', () => {
  test('a run is alive', async () => {
    const sessionId = await create();
    await client.search.startRun({ sessionId });

    expect(await refusal(client, 'startRun', { sessionId })).toEqual({
      code: 'CONFLICT',
      status: 409,
      message: 'A run is already in progress',
      defined: true,
      data: undefined,
    });
  });

  test.each([
    ['addCriterion', 'a criterion'],
    ['addEnrichment', 'an enrichment'],
  ] as const)('%s: a label in use', async (name, what) => {
    const input = { sessionId: await create(), label: 'l' };
    await client.search[name](input);

    expect(await refusal(client, name, input)).toEqual({
      code: 'CONFLICT',
      status: 409,
      message: `This search session already has ${what} with that label`,
      defined: true,
      data: undefined,
    });
  });

  test('an unknown operation and wrong methods', async () => {
    const wrong = { code: 'METHOD_NOT_SUPPORTED', status: 405, message: 'Method Not Supported', defined: false, data: undefined };

    expect(await refusal(client, 'nothing')).toEqual({ ...NOT_FOUND, message: 'Not Found', defined: false });
    expect(await refusal(client, 'byGet')).toEqual(wrong);
    expect(await refusal(client, 'byPut', {})).toEqual(wrong);
  });

  test('the hour is used up, for making and for starting', async () => {
    await using strict = await openTestService({ limits: { createPerHour: 1, runPerHour: 1 } });
    const own = clientOf(strict);
    const sessionId = await create(own);
    await own.search.startRun({ sessionId });

    for (const [name, input] of [
      ['createSession', { originalQuery: 'q' }],
      ['startRun', { sessionId }],
    ] as const)
      expect(await refusal(own, name, input)).toEqual({
        code: 'TOO_MANY_REQUESTS',
        status: 429,
        message: expect.stringMatching(/^Too many requests: try again in \d+ seconds$/),
        defined: true,
        data: undefined,
      });
  });

  test('a bug reveals nothing, and a database that is unavailable says so', async () => {
    await using lame = await openTestService();
    const own = clientOf(lame);
    const sessionId = await create(own);
    await lame.db.execute(sql`alter table criterion rename to elsewhere`);
    const bug = await refusal(own, 'getSession', { sessionId });
    await lame.db.execute(sql`alter table elsewhere rename to criterion`);
    await lame.sql.end();

    const unavailable = await refusal(own, 'getSession', { sessionId });

    expect(bug).toEqual({ code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal server error', defined: false, data: undefined });
    expect(unavailable).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503, defined: false, data: undefined });
  });
});
