import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { readiness } from '../../src/http/health.ts';
import { fillLargest } from '../support/fill.ts';
import { cookieOf, mailOf, openTestService, PASSWORD } from '../support/test-service.ts';

const GRAPHQL = { method: 'POST', body: JSON.stringify({ query: '{ __typename }' }) };
const RPC = { method: 'POST', body: '{}' };

test.each([
  ['GraphQL', '/graphql', GRAPHQL, {}],
  ['a JSON operation', '/api/v1/search/listSessions', RPC, {}],
  ['an export', '/api/sessions/00000000-0000-4000-8000-000000000000/export', {}, {}],
  ['the session of the cookie', '/api/auth/get-session', {}, {}],
  ['any page of a closed instance', '/api/v1/search/listSessions', RPC, { anonymous: false }],
])('sixty requests whose cookie waits to be looked up leave others their connections: %s', async (_what, path, init, settings) => {
  await using service = await openTestService({ settings: { trustProxy: 1, ...settings } });
  const body = { email: mailOf('bob'), password: PASSWORD, name: '' };
  const headersOf = (address: string, cookie = '') => ({ 'content-type': 'application/json', 'x-forwarded-for': address, cookie });
  const { cookie } = cookieOf(await service.account('/sign-up/email', body, headersOf('203.0.113.1')));
  await fetch(service.url + path, { ...init, headers: headersOf('203.0.113.1', cookie) }); // what is loaded at the first is loaded
  const left = new AbortController();
  const flood: Promise<unknown>[] = [];

  const ready = await service.sql.begin(async (tx) => {
    await tx`lock table auth_session in access exclusive mode`;
    for (let i = 0; i < 60; i++)
      flood.push(fetch(service.url + path, { ...init, headers: headersOf('203.0.113.1', cookie), signal: left.signal }).catch(() => {}));
    await new Promise((later) => setTimeout(later, 500));
    const answer = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(7000) }).then(
      ({ status }) => status,
      () => 'no answer',
    );
    left.abort();
    return answer;
  });
  await Promise.all(flood);

  expect(ready).toBe(200);
});

test('however often readiness is asked, the database is asked once a second', async () => {
  let pings = 0;
  const ping = async () => {
    pings++;
  };
  const databaseHealth = { isUp: () => true } as Parameters<typeof readiness>[0]['databaseHealth'];
  const ask = readiness({ ping, databaseHealth }, new AbortController().signal);
  const statuses: number[] = [];
  const res = { status: (status: number) => ({ json: () => statuses.push(status) }) } as unknown as Response;

  await Promise.all(Array.from({ length: 50 }, () => ask({} as Request, res, () => {})));

  expect(statuses).toEqual(Array(50).fill(200));
  expect(pings).toBe(1);
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

test('clients that leave while their cookie is looked up hold no memory for answers', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const [id = ''] = await fillLargest(service, 1);
  const ids = Array(24).fill(Buffer.from(`Webset:${id}`).toString('base64url'));
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Webset { originalQuery notes } } }';
  const body = { email: mailOf('bob'), password: PASSWORD, name: '' };
  const headersOf = (address: string, cookie = '') => ({ 'content-type': 'application/json', 'x-forwarded-for': address, cookie });
  const { cookie } = cookieOf(await service.account('/sign-up/email', body, headersOf('203.0.113.1')));
  const ask = (address: string, signal = AbortSignal.timeout(15_000)) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: headersOf(address, cookie),
      body: JSON.stringify({ query, variables: { ids } }),
      signal,
    });
  const left = new AbortController();
  const asked = await service.sql.begin(async (tx) => {
    await tx`lock table auth_session in access exclusive mode`;
    const answers = [1, 2, 3, 4].map((n) => ask(`203.0.113.${n}`, left.signal).catch(() => {}));
    await sleep(500);
    left.abort();
    await sleep(100);
    return answers;
  });
  await Promise.all(asked);
  await sleep(1000); // what they asked for is loaded

  const response = await ask('203.0.113.9');
  await response.arrayBuffer();

  expect(response.status).toBe(200);
});
