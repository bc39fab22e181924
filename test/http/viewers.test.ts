import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readiness } from '../../src/http/health.ts';
import { ANSWER_MAX, createAnswerMemory } from '../../src/services/answers/memory.ts';
import { fillLargest } from '../support/fill.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { cookieOf, mailOf, openTestService, PASSWORD, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { unanswered } from './begun.ts';
import { ask } from './large.ts';

const GRAPHQL = { method: 'POST', body: JSON.stringify({ query: '{ __typename }' }) };
const RPC = { method: 'POST', body: '{}' };

/** Does something while the table of cookies is locked: looking one up waits in Postgres. */
const whileLocked = <T>({ sql }: TestService, work: () => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`lock table auth_session in access exclusive mode`;
    return work();
  });

const headersOf = (address: string, cookie = '') => ({ 'content-type': 'application/json', 'x-forwarded-for': address, cookie });
const signUp = async (service: TestService): Promise<string> => {
  const body = { email: mailOf('bob'), password: PASSWORD, name: '' };
  return cookieOf(await service.account('/sign-up/email', body, headersOf('203.0.113.1'))).cookie;
};

const FLOOD = 20;
const AT_WORK = 6; // of the ten connections that the gateway has

describe.each([
  ['an open instance', {}],
  ['a closed instance', { anonymous: false }],
])('while cookies wait to be looked up, on %s', (instance, settings) => {
  let service: TestService;
  let cookie: string;
  beforeAll(async () => {
    const answers = createAnswerMemory({ all: ANSWER_MAX, patience: { waitMs: 600_000 } });
    service = await openTestService({ settings: { trustProxy: 1, ...settings }, answers });
    cookie = await signUp(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const paths: [string, string, RequestInit][] = [
    ['GraphQL', '/graphql', GRAPHQL],
    ['an export', '/api/sessions/00000000-0000-4000-8000-000000000000/export', {}],
    ['the session of the cookie', '/api/auth/get-session', {}],
    ['a JSON operation', '/api/v1/search/listSessions', RPC],
  ];
  test.each(instance === 'an open instance' ? paths : paths.slice(3))(
    'many requests leave others their connections: %s',
    async (_what, path, init) => {
      // loads what the first request loads
      await fetch(service.url + path, { ...init, headers: headersOf('203.0.113.1', cookie) }).then((response) => response.text());
      const flood: Promise<unknown>[] = [];

      const [ready, waiting] = await whileLocked(service, async () => {
        for (let i = 0; i < FLOOD; i++)
          flood.push(fetch(service.url + path, { ...init, headers: headersOf('203.0.113.1', cookie) }).then((response) => response.text()));
        await until(async () => unanswered(service.url, path) === FLOOD && (await countWaiting(service.sql)) >= AT_WORK);
        const { status } = await service.get('/readyz');
        return [status, await countWaiting(service.sql)];
      });
      await Promise.all(flood);

      expect([ready, waiting]).toEqual([200, AT_WORK]);
    },
  );

  if (instance === 'a closed instance') return;

  test('clients that leave hold no memory for answers', async () => {
    const [id = ''] = await fillLargest(service, 1);
    const left = new AbortController();
    const addresses = [1, 2].map((n) => `203.0.113.${n}`);

    const asked = await whileLocked(service, async () => {
      const gone = addresses.map((address) => ask(service, id, address, { headers: { cookie }, signal: left.signal }).catch(() => {}));
      await until(async () => (await countWaiting(service.sql)) === addresses.length);
      left.abort();
      await until(() => unanswered(service.url) === 0);
      return gone;
    });
    await Promise.all(asked);
    await until(async () => (await countWaiting(service.sql)) === 0);

    const response = await ask(service, id, '203.0.113.9', { headers: { cookie } });
    await response.arrayBuffer();

    expect(response.status).toBe(200);
  });
});

test('however often readiness is asked, the database is asked once, and again when its answer is old', async () => {
  const databaseHealth = { isUp: () => true } as Parameters<typeof readiness>[0]['databaseHealth'];
  const askOften = async (freshMs: number) => {
    let pings = 0;
    const ping = async () => {
      pings++;
    };
    const ask = readiness({ ping, databaseHealth }, new AbortController().signal, { answerMs: 600_000, freshMs });
    const statuses: number[] = [];
    const res = { status: (status: number) => ({ json: () => statuses.push(status) }) } as unknown as Response;
    await Promise.all(Array.from({ length: 50 }, () => ask({} as Request, res, () => {})));
    return { statuses, pings };
  };

  expect(await askOften(600_000)).toEqual({ statuses: Array(50).fill(200), pings: 1 });
  expect(await askOften(0)).toEqual({ statuses: Array(50).fill(200), pings: 50 });
});

test('a database that is unavailable while a viewer is looked up is 503 to GraphQL, whatever it accepts', async () => {
  await using lame = await openTestService();
  const { cookie } = await lame.as('ann');
  await lame.sql.end();

  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const answer = await fetch(`${lame.url}/graphql`, { ...GRAPHQL, headers: { 'content-type': 'application/json', accept, cookie } });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  }
});
