import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginRun, finishRun, narrate } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const stream = (sessionId: string, startIndex?: number | string, headers?: Record<string, string>) =>
  service.get(`/api/sessions/${sessionId}/stream${startIndex === undefined ? '' : `?startIndex=${startIndex}`}`, headers);
const eventsOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const indicesOf = async (response: Response) => eventsOf(await response.text()).map(({ index }) => index);

async function openRun(of = service) {
  const sessionId = await of.createSession();
  return { sessionId, runId: await beginRun(of.db, sessionId) };
}

test('events come as lines while the run goes on, and the stream ends after its last', async () => {
  const { sessionId, runId } = await openRun();
  await narrate(service.db, sessionId, runId, 'one', 'two');

  const response = await stream(sessionId);
  await narrate(service.db, sessionId, runId, 'three');
  service.listener.notify(sessionId);
  await finishRun(service, sessionId, runId);

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const events = eventsOf(await response.text());
  expect(events.map(({ index, type }) => [index, type])).toEqual([
    [0, 'narration'],
    [1, 'narration'],
    [2, 'narration'],
    [3, 'run.completed'],
  ]);
  expect(Object.keys(events[0])).toEqual(['index', 'type', 'at', 'runId', 'data']);
  expect(events[0]).toMatchObject({ runId, data: { text: 'one' } });
});

test('startIndex goes on where a client stopped, across runs', async () => {
  const { sessionId, runId } = await openRun();
  await narrate(service.db, sessionId, runId, 'one', 'two');
  await finishRun(service, sessionId, runId);
  const second = await beginRun(service.db, sessionId);
  await finishRun(service, sessionId, second);

  expect(await indicesOf(await stream(sessionId, 0))).toEqual([0, 1, 2, 3]);
  expect(await indicesOf(await stream(sessionId, ''))).toEqual([0, 1, 2, 3]);
  expect(await indicesOf(await stream(sessionId, 2))).toEqual([2, 3]);
  expect(await indicesOf(await stream(sessionId, 4))).toEqual([]);
  expect(await indicesOf(await stream(sessionId, Number.MAX_SAFE_INTEGER))).toEqual([]);
});

test('blank lines come while nothing happens, and at its deadline a connection ends in order', async () => {
  await using beating = await openTestService({ patience: { streams: { heartbeatSeconds: 0.05 } } });
  await using brief = await openTestService({ settings: { streamSeconds: 0.3 } });
  const leaving = new AbortController();
  const { sessionId } = await openRun(beating);
  const { body } = await fetch(`${beating.url}/api/sessions/${sessionId}/stream`, { signal: leaving.signal });
  const lines = body?.pipeThrough(new TextDecoderStream()) ?? [];

  let text = '';
  for await (const piece of lines) {
    text += piece;
    if (text.length >= 4) break;
  }
  const ended = await (await brief.get(`/api/sessions/${(await openRun(brief)).sessionId}/stream`)).text();

  expect(text).toMatch(/^\n+$/);
  expect(ended).toBe('');
  leaving.abort();
});

test('a follower hears of a cancelled run, and of a deleted session, before it would look by itself', async () => {
  await using other = await openTestService({ patience: { listener: { floorMs: 3_600_000 } } });
  const ends = [
    ['cancelRun', [{ type: 'run.cancelled' }]],
    ['deleteSession', []],
  ] as const;
  for (const [operation, events] of ends) {
    const { sessionId } = await openRun(other);
    const followed = await fetch(`${other.url}/api/sessions/${sessionId}/stream`);
    await other.rpc(operation, { sessionId });
    expect(eventsOf(await followed.text())).toMatchObject(events);
  }
});

test('a client that leaves is let go; the run goes on', async () => {
  const { sessionId } = await openRun();
  const leaving = new AbortController();
  await fetch(`${service.url}/api/sessions/${sessionId}/stream`, { signal: leaving.signal });

  leaving.abort();
  await until(() => service.listener.waiting() === 0);

  const { body } = await service.rpc('getSession', { sessionId });
  expect(body.session.runAlive).toBe(true);
});

test('followers that left cost nothing more', async () => {
  await using other = await openTestService({ patience: { listener: { floorMs: 40 } } });
  const sessionId = await other.createSession();
  await beginRun(other.db, sessionId);
  const query = new URLSearchParams({ query: `subscription { runEvents(websetId: "${sessionId}") { index } }` });
  const leaving = new AbortController();
  const paths = [`/api/sessions/${sessionId}/stream`, `/graphql?${query}`];
  const init = { signal: leaving.signal, headers: { accept: '*/*', 'cache-control': 'no-store' } };
  const opened = await Promise.all(
    [...paths, ...paths, ...paths].map((path) =>
      fetch(other.url + path, path.startsWith('/graphql') ? { ...init, headers: { accept: 'text/event-stream' } } : init),
    ),
  );
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const asked: string[] = [];
  other.sql.options.debug = (_connection, _query, parameters) => asked.push(JSON.stringify(parameters));
  const askedFor = (id: string) => asked.filter((parameters) => parameters.includes(id)).length;
  await until(() => askedFor(sessionId) > 3);
  expect(other.listener.waiting()).toBe(6);

  leaving.abort();
  await until(() => other.listener.waiting() === 0);
  const staying = await openRun(other);
  const stays = new AbortController();
  const followed = await fetch(`${other.url}/api/sessions/${staying.sessionId}/stream`, { signal: stays.signal });
  asked.length = 0;
  await until(() => askedFor(staying.sessionId) > 5); // the follower that is left looks as often

  expect(askedFor(sessionId)).toBe(0);
  stays.abort();
  await expect(followed.text()).rejects.toThrow('aborted');
});

test('a follower that does not read is cut off, not buffered without end', async () => {
  await using slow = await openTestService({ patience: { streams: { unreadSeconds: 0.5 } } });
  const sessionId = await slow.createSession();
  const runId = await beginRun(slow.db, sessionId);
  for (let i = 0; i < 10; i++) await narrate(slow.db, sessionId, runId, ...Array.from({ length: 10 }, () => 'x'.repeat(100_000)));
  const socket = createConnection(Number(new URL(slow.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /api/sessions/${sessionId}/stream HTTP/1.1\r\nHost: x\r\n\r\n`);
  await new Promise((begun) => socket.once('readable', begun)); // what has come is left unread

  await until(() => slow.listener.waiting() === 0);

  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  socket.resume();
  await closed;
  expect(bytes).toBeLessThan(10_000_000);
});

test('a shutdown ends streams in order', async () => {
  await using other = await openTestService();
  const sessionId = await other.createSession();
  await beginRun(other.db, sessionId);
  const response = await fetch(`${other.url}/api/sessions/${sessionId}/stream`);

  const down = other.shutdown();

  expect(await response.text()).toBe('');
  await down;
});

describe('refusals', () => {
  const missing = { status: 404, body: { error: 'Search session not found' } };
  const error = async (response: Response) => ({ status: response.status, body: await response.json() });

  test('a missing session, an id that is none, and a session without a run are 404', async () => {
    const sessionId = await service.createSession();

    expect(await error(await stream(randomUUID()))).toEqual(missing);
    expect(await error(await stream('x'))).toEqual(missing);
    expect(await error(await stream(sessionId))).toEqual({ status: 404, body: { error: 'No run has been started yet' } });
  });

  test("somebody else's session is 404 like a missing one", async () => {
    const sessionId = await service.createSession('q', await service.as('ann'));
    const runId = await beginRun(service.db, sessionId);
    await finishRun(service, sessionId, runId);

    expect(await error(await stream(sessionId))).toEqual(missing);
    expect(await error(await stream(sessionId, 0, await service.as('bob')))).toEqual(missing);
    expect((await stream(sessionId, 0, await service.as('ann'))).status).toBe(200);
  });

  test.each(['-1', '1.5', 'x', '9007199254740992', '1e3', '0&startIndex=1'])('startIndex=%s is 400', async (startIndex) => {
    const { sessionId, runId } = await openRun();
    await finishRun(service, sessionId, runId);

    expect(await error(await stream(sessionId, startIndex))).toEqual({
      status: 400,
      body: { error: 'startIndex must be a whole number from 0, below 2^53' },
    });
  });
});
