import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ANSWER_MAX, createAnswerMemory } from '../../src/services/answers/memory.ts';
import { fillLargest } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const LARGE = JSON.stringify({
  query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Webset { originalQuery notes } } }',
});

/** Asks for 19 MB of a webset and reads so many bytes every 100 ms. */
function askSlowly(service: TestService, id: string, bytes: number, address = '203.0.113.9') {
  const { port } = new URL(service.url);
  const body = bodyOf(id);
  const socket = createConnection(Number(port), '127.0.0.1').on('error', () => {});
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const start = performance.now();
  let got = 0;
  socket.once('close', () => resolve((performance.now() - start) / 1000));
  socket.pause().on('readable', () => {});
  const take = setInterval(() => {
    socket.write('\r\n'); // who does not read hears of the end only so
    got += (socket.read(Math.min(bytes, socket.readableLength)) as Buffer | null)?.length ?? 0;
  }, 100);
  socket.once('close', () => clearInterval(take));
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return { closed, got: () => got, leave: () => socket.destroy() };
}

const bodyOf = (id: string) =>
  JSON.stringify({ ...JSON.parse(LARGE), variables: { ids: Array(24).fill(Buffer.from(`Webset:${id}`).toString('base64url')) } });

test('an answer that its client does not read, or reads a byte at a time, is cut; one that is read slowly is not', async () => {
  const patience = { recipients: { graceSeconds: 0.5, averageSeconds: 3 } };
  await using service = await openTestService({ settings: { pace: 1_000_000, trustProxy: 1 }, patience });
  const [id = ''] = await fillLargest(service, 1);
  const slow = askSlowly(service, id, 400_000, '203.0.113.1');
  const [unread, byByte] = [askSlowly(service, id, 0, '203.0.113.2'), askSlowly(service, id, 1, '203.0.113.3')];

  const seconds = await Promise.all([unread.closed, byByte.closed]);
  await expect.poll(slow.got, { timeout: 15_000 }).toBeGreaterThan(19_000_000);
  slow.leave();

  for (const s of seconds) expect(s).toBeLessThan(6);
});

test('an answer that is cut leaves nothing in the kernel: its client hears of a reset', async () => {
  await using service = await openTestService({
    settings: { pace: 1_000_000 },
    patience: { recipients: { graceSeconds: 0.5, averageSeconds: 1 } },
  });
  const [id = ''] = await fillLargest(service, 1);
  const body = bodyOf(id);
  const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1').pause();
  const ended = new Promise((resolve) =>
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)).once('end', () => resolve('end')),
  );
  socket.write(`POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

  await sleep(7000);
  socket.resume();

  expect(await ended).toBe('ECONNRESET');
});

test('answers that four callers leave unread again and again give way to another caller’s', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const [id = ''] = await fillLargest(service, 1);
  const over = new AbortController();
  let cut = 0;
  const attack = async (address: string) => {
    while (!over.signal.aborted) {
      const asked = askSlowly(service, id, 0, address);
      over.signal.addEventListener('abort', asked.leave);
      await asked.closed;
      cut++;
    }
  };
  const attackers = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'].map(attack);
  await sleep(1500); // they hold all of it

  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: bodyOf(id),
    });
    statuses.push(response.status);
    await response.arrayBuffer();
    await sleep(500);
  }
  const gaveWay = cut;
  over.abort();
  await Promise.all(attackers);

  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(gaveWay).toBeGreaterThan(0);
});

test('an answer left unread for 30 s gives way to the next of its own caller, and whoever gave way comes after the others', async () => {
  const answers = createAnswerMemory({ patience: { waitMs: 500, lookMs: 250 } });
  const cuts: string[] = [];
  const openFor = (caller: string, name: string, taken: (seconds: number) => number | undefined) =>
    answers.open(caller, 'whole', { taken, cut: () => void cuts.push(name) });
  const unread = () => 0;
  const fresh = () => undefined;

  await openFor('a', 'a1', (seconds) => (seconds > 3 ? undefined : 0)).hold(ANSWER_MAX);
  await Promise.all(['b', 'c'].map((caller) => openFor(caller, caller, fresh).hold(ANSWER_MAX)));
  await openFor('d', 'd1', unread).hold(ANSWER_MAX);
  await openFor('d', 'd2', fresh).hold(ANSWER_MAX);
  const cutsOfOwn = [...cuts];
  const again = openFor('d', 'd3', fresh).hold(ANSWER_MAX); // waits for its own
  await openFor('e', 'e', fresh).hold(ANSWER_MAX);
  const afterOthers = openFor('a', 'a2', fresh).hold(ANSWER_MAX);

  expect(cutsOfOwn).toEqual(['d1']);
  expect(cuts).toEqual(['d1', 'a1']);
  await expect(afterOthers).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  void again.catch(() => {});
});

test('a caller who leaves while a long text waits for its turn keeps no place, and nothing is read for it', async () => {
  const answers = createAnswerMemory();
  const [first, left, next] = ['a', 'a', 'a'].map((caller) => answers.open(caller, 'whole'));
  const held = Promise.withResolvers<string>();
  const reads: string[] = [];
  const reading = (name: string) => async () => reads.push(name);

  const one = first?.inTextTurn(() => held.promise);
  const gone = left?.inTextTurn(reading('left'));
  const last = next?.inTextTurn(reading('next'));
  left?.close();
  await expect(Promise.race([gone, sleep(1000, 'still waiting')])).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
  held.resolve('text');
  await Promise.all([one, last]);

  expect(reads).toEqual(['next']);
});
