import { expect, test } from 'vitest';
import { beginRun } from '../support/fill.ts';
import { type House, openHouse } from '../support/house.ts';

type Headers = Record<string, string>;
/** Opens a stream by one door or the other and leaves it unread. */
async function follow(house: House, door: 'stream' | 'graphql', sessionId: string, headers: Headers = {}) {
  const leaving = new AbortController();
  const accept: Headers = door === 'graphql' ? { accept: 'text/event-stream' } : {};
  const { status } = await fetch(house.url + pathOf(door, sessionId), { headers: { ...accept, ...headers }, signal: leaving.signal });
  return { status, leave: () => leaving.abort() };
}

const pathOf = (door: 'stream' | 'graphql', sessionId: string) =>
  door === 'stream'
    ? `/api/sessions/${sessionId}/stream`
    : `/graphql?${new URLSearchParams({ query: `subscription { runEvents(websetId: "${sessionId}") { index } }` })}`;

async function openRun(house: House): Promise<string> {
  const sessionId = await house.createSession();
  await beginRun(house.db, sessionId);
  return sessionId;
}

test('an address holds so many streams, lines and server-sent events together, and gets a place back when one ends', async () => {
  await using house = await openHouse({ settings: { streamsPerIp: 2 } });
  const sessionId = await openRun(house);
  const held = [await follow(house, 'stream', sessionId), await follow(house, 'graphql', sessionId)];
  await expect.poll(() => house.listener.waiting()).toBe(2);

  const lines = await house.get(pathOf('stream', sessionId));
  const events = await house.get(pathOf('graphql', sessionId), { accept: 'text/event-stream' });

  expect([lines.status, await lines.json()]).toEqual([429, { error: 'This address follows 2 streams already' }]);
  expect(Number(lines.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await events.text()).toContain('"code":"TOO_MANY_REQUESTS"');
  held[0]?.leave();
  await expect.poll(() => house.listener.waiting()).toBe(1);
  const again = await follow(house, 'stream', sessionId);
  expect(again.status).toBe(200);
  for (const one of [...held, again]) one.leave();
});

test('what was refused, missing or ended holds no place', async () => {
  await using house = await openHouse({ settings: { streamsPerIp: 1 } });
  const [never, sessionId] = [await house.createSession(), await openRun(house)];
  await house.rpc('cancelRun', { sessionId });

  const statuses = [];
  for (let i = 0; i < 3; i++)
    for (const id of [never, '00000000-0000-4000-8000-000000000000', sessionId]) {
      const response = await house.get(`/api/sessions/${id}/stream`);
      await response.text();
      statuses.push(response.status);
    }

  expect(statuses).toEqual([404, 404, 200, 404, 404, 200, 404, 404, 200]);
});

test('addresses are counted apart, and an IPv6 household together', async () => {
  await using house = await openHouse({ settings: { streamsPerIp: 1, trustProxy: 1 } });
  const sessionId = await openRun(house);
  const from = (address: string) => follow(house, 'stream', sessionId, { 'x-forwarded-for': address });

  const all = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '2001:db8::1', '2001:db8::2']) all.push(await from(address));

  expect(all.map(({ status }) => status)).toEqual([200, 200, 429, 200, 429]);
  for (const one of all) one.leave();
});
