import { expect, test } from 'vitest';
import { beginRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

type Headers = Record<string, string>;
/** Opens a stream by one endpoint or the other and leaves it unread. */
async function follow(service: TestService, endpoint: 'stream' | 'graphql', sessionId: string, headers: Headers = {}) {
  const leaving = new AbortController();
  const accept: Headers = endpoint === 'graphql' ? { accept: 'text/event-stream' } : {};
  const { status } = await fetch(service.url + pathOf(endpoint, sessionId), { headers: { ...accept, ...headers }, signal: leaving.signal });
  return { status, leave: () => leaving.abort() };
}

const pathOf = (endpoint: 'stream' | 'graphql', sessionId: string) =>
  endpoint === 'stream'
    ? `/api/sessions/${sessionId}/stream`
    : `/graphql?${new URLSearchParams({ query: `subscription { runEvents(websetId: "${sessionId}") { index } }` })}`;

async function openRun(service: TestService): Promise<string> {
  const sessionId = await service.createSession();
  await beginRun(service.db, sessionId);
  return sessionId;
}

test('an address holds a limited number of streams, lines and server-sent events together, and gets a place back when one ends', async () => {
  await using service = await openTestService({ settings: { streamsPerIp: 2 } });
  const sessionId = await openRun(service);
  const held = [await follow(service, 'stream', sessionId), await follow(service, 'graphql', sessionId)];
  await expect.poll(() => service.listener.waiting()).toBe(2);

  const lines = await service.get(pathOf('stream', sessionId));
  const events = await service.get(pathOf('graphql', sessionId), { accept: 'text/event-stream' });

  expect([lines.status, await lines.json()]).toEqual([429, { error: 'This address follows 2 streams already' }]);
  expect(Number(lines.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await events.text()).toContain('"code":"TOO_MANY_REQUESTS"');
  held[0]?.leave();
  await expect.poll(() => service.listener.waiting()).toBe(1);
  const again = await follow(service, 'stream', sessionId);
  expect(again.status).toBe(200);
  for (const one of [...held, again]) one.leave();
});

test('what was refused, missing or ended holds no place', async () => {
  await using service = await openTestService({ settings: { streamsPerIp: 1 } });
  const [never, sessionId] = [await service.createSession(), await openRun(service)];
  await service.rpc('cancelRun', { sessionId });

  const statuses = [];
  for (let i = 0; i < 3; i++)
    for (const id of [never, '00000000-0000-4000-8000-000000000000', sessionId]) {
      const response = await service.get(`/api/sessions/${id}/stream`);
      await response.text();
      statuses.push(response.status);
    }

  expect(statuses).toEqual([404, 404, 200, 404, 404, 200, 404, 404, 200]);
});

test('addresses are counted apart, and an IPv6 household together', async () => {
  await using service = await openTestService({ settings: { streamsPerIp: 1, trustProxy: 1 } });
  const sessionId = await openRun(service);
  const from = (address: string) => follow(service, 'stream', sessionId, { 'x-forwarded-for': address });

  const all = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '2001:db8::1', '2001:db8::2']) all.push(await from(address));

  expect(all.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429]);
  for (const one of all) one.leave();
});
