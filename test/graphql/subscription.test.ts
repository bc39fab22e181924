import { createConnection } from 'node:net';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRun, finishRun, narrate } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const QUERY =
  'subscription ($websetId: UUID!, $startIndex: EventIndex) { runEvents(websetId: $websetId, startIndex: $startIndex) { index type runId at data } }';

interface Result {
  data?: { runEvents: { index: number; type: string; data: unknown } } | null;
  errors?: readonly { message: string; extensions?: object }[];
}

function follow(at: { url: string }, variables: { websetId: string; startIndex?: number }) {
  const client = createClient({ url: `${at.url}/graphql`, retryAttempts: 0 });
  return client.iterate<Result['data'] & object>({ query: QUERY, variables }) as AsyncIterableIterator<Result>;
}

async function openRun(at = service) {
  const websetId = await at.createSession();
  return { websetId, runId: await beginRun(at.db, websetId) };
}

test('a graphql-sse client follows a run to its end', async () => {
  const { websetId, runId } = await openRun();
  await narrate(service.db, websetId, runId, 'one');
  const result = follow(service, { websetId });

  const first = await result.next();
  await finishRun(service, websetId, runId);
  const second = await result.next();
  const end = await result.next();

  expect(first.value).toMatchObject({ data: { runEvents: { index: 0, type: 'narration', runId, data: { text: 'one' } } } });
  expect(second.value).toMatchObject({ data: { runEvents: { index: 1, type: 'run.completed' } } });
  expect(end.done).toBe(true);
});

test('startIndex resumes without replay', async () => {
  const { websetId, runId } = await openRun();
  await narrate(service.db, websetId, runId, 'one', 'two');
  await finishRun(service, websetId, runId);

  const indices: unknown[] = [];
  for await (const { data } of follow(service, { websetId, startIndex: 1 })) indices.push(data?.runEvents.index);

  expect(indices).toEqual([1, 2]);
});

test('a refusal comes as an error with its code, and ends the subscription', async () => {
  const websetId = await service.createSession();
  const { websetId: owned } = { websetId: await service.createSession('q', await service.as('ann')) };

  const codes = [];
  for (const id of [websetId, owned, 'd2f2a4ee-5b2c-4b8c-9a44-3c9f0a6f6a01'])
    for await (const { errors, data } of follow(service, { websetId: id }))
      codes.push([errors?.[0]?.message, errors?.[0]?.extensions, data ?? null]);

  expect(codes).toEqual([
    ['No run has been started yet', { code: 'NOT_FOUND' }, null],
    ['This webset belongs to another user', { code: 'FORBIDDEN' }, null],
    ['Webset not found', { code: 'NOT_FOUND' }, null],
  ]);
});

test('followers of one webset each get what they asked for', async () => {
  const { websetId, runId } = await openRun();
  const client = createClient({ url: `${service.url}/graphql`, retryAttempts: 0 });
  const ask = (query: string, variables: Record<string, unknown> = { id: websetId }) => client.iterate({ query, variables });
  const followers = [
    ask('subscription ($id: UUID!) { runEvents(websetId: $id) { index } }'),
    ask('subscription ($id: UUID!) { runEvents(websetId: $id) { index } }'),
    ask('subscription ($id: UUID!) { first: runEvents(websetId: $id) { at: index type } }'),
    ask('subscription ($id: UUID!, $no: Boolean!) { runEvents(websetId: $id) { index type @skip(if: $no) } }', { id: websetId, no: true }),
    ask('subscription ($id: UUID!, $no: Boolean!) { runEvents(websetId: $id) { index type @skip(if: $no) } }', { id: websetId, no: false }),
  ];
  const firsts = followers.map((one) => one.next());
  await expect.poll(() => service.listener.waiting()).toBeGreaterThanOrEqual(followers.length);

  await narrate(service.db, websetId, runId, 'one');
  service.listener.notify(websetId);
  const result = await Promise.all(firsts);
  await Promise.all(followers.map((one) => one.return?.()));

  expect(result.map(({ value }) => value?.data)).toEqual([
    { runEvents: { index: 0 } },
    { runEvents: { index: 0 } },
    { first: { at: 0, type: 'narration' } },
    { runEvents: { index: 0 } },
    { runEvents: { index: 0, type: 'narration' } },
  ]);
});

test('a bad startIndex is refused before anything is read', async () => {
  const { websetId } = await openRun();

  const { status, body } = await service.graphql(QUERY, { websetId, startIndex: -1 });

  expect(status).toBe(400);
  expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
});

test('a client that leaves is let go, and the gateway lives on', async () => {
  const { websetId, runId } = await openRun();
  await narrate(service.db, websetId, runId, 'one');
  const result = follow(service, { websetId });
  await result.next();
  const { waiting } = service.listener;
  await expect.poll(waiting).toBe(1);

  await result.return?.();

  await expect.poll(waiting).toBe(0);
  await narrate(service.db, websetId, runId, 'two');
  service.listener.notify(websetId);
  expect((await service.get('/healthz')).status).toBe(200);
});

test('a subscriber that does not read is cut off, and nothing of it stays', async () => {
  await using slow = await openTestService({ patience: { streams: { unreadSeconds: 0.4 } } });
  const { websetId, runId } = await openRun(slow);
  for (let i = 0; i < 10; i++) await narrate(slow.db, websetId, runId, ...Array.from({ length: 10 }, () => 'x'.repeat(100_000)));
  const { hostname, port, host } = new URL(slow.url);
  const query = encodeURIComponent(`subscription { runEvents(websetId: "${websetId}") { data } }`);
  const socket = createConnection(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET /graphql?query=${query} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`);

  await new Promise((begun) => socket.once('readable', begun)); // what has come is left unread
  await until(() => slow.listener.waiting() === 0);

  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
});

test('a shutdown completes subscriptions', async () => {
  await using other = await openTestService();
  const { websetId, runId } = await openRun(other);
  await narrate(other.db, websetId, runId, 'one');
  const result = follow(other, { websetId });
  await result.next();

  const down = other.shutdown();

  expect((await result.next()).done).toBe(true);
  await down;
});

test('a subscription ends in order when its time is up, and nothing of it stays', async () => {
  let text = '';
  // where a machine is so slow that nothing comes in that time, it gets more
  for (let streamSeconds = 0.5; !text.includes('"index":0'); streamSeconds *= 4) {
    await using brief = await openTestService({ settings: { streamSeconds } });
    const { websetId, runId } = await openRun(brief);
    await narrate(brief.db, websetId, runId, 'one');
    const query = new URLSearchParams({ query: `subscription { runEvents(websetId: "${websetId}") { index } }` });

    text = await (await brief.get(`/graphql?${query}`, { accept: 'text/event-stream' })).text();

    expect(text).toMatch(/event: complete/);
    await until(() => brief.listener.waiting() === 0);
  }
});
