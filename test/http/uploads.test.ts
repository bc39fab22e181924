import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAnswer } from '../support/contract.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { isClosed, readAll } from './begun.ts';

// What an upload may be: how large, how slow, how many at a time; and what stays of one that breaks off.

const KB = 1024;
let service: TestService;
let ann: { cookie: string };
beforeAll(async () => {
  service = await openTestService({
    settings: { uploads: { perAddress: 2, all: 3, pace: 1000 }, bodies: { perAddress: 2 ** 20, all: 2 ** 20 } },
    uploads: { bytesPerRequest: 100 * KB, bytesPerAccount: 150 * KB },
  });
  ann = await service.as('ann');
});
afterAll(() => service[Symbol.asyncDispose]());

const BOUNDARY = 'xyz';
const part = (name: string, body: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${body}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const post = async (body: string | ReadableStream, headers: Record<string, string> = {}, path = '/api/collections') => {
  const response = await fetch(service.url + path, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...ann, ...headers },
  } as RequestInit);
  return described({ status: response.status, body: await response.json() }, path);
};
const seen = new Set<number>();
/** An answer, held against the description of the API. */
const described = <T extends { status: number; body: unknown }>(answer: T, path = '/api/collections'): T => {
  checkAnswer(/files$/.test(path) ? 'collections.add' : 'collections.create', answer);
  seen.add(answer.status);
  return answer;
};
const describedText = (said: string) =>
  described({ status: Number(said.slice(9, 12)), body: JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) });
/** An upload whose body comes as the test writes it, also after it was answered where its client `sendsOn`. */
async function begin({ on = service, more = '', length = 50_000, cookie = ann.cookie, sendsOn = false } = {}) {
  const { hostname, port } = new URL(on.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: sendsOn });
  socket.on('error', () => {});
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  socket.write(
    `POST /api/collections HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${length}\r\n${more}\r\n`,
  );
  return { socket, closed: isClosed(socket), said: () => said };
}

test('what is no form of files, or one that breaks its own rules, is refused in words', async () => {
  const refused = [
    await post('{}', { 'content-type': 'application/json' }),
    await post('name=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    await post('no part at all'),
    await post(part('a.txt', 'words')), // without its end
    await post(END),
    await post(part('a.exe', 'words') + END),
    await post(part('a.txt', 'words') + END, { 'content-encoding': 'gzip' }),
    await post(END, {}, '/api/collections/none/files'),
    await post(END, {}, '/api/collections/%ff/files'),
    await post(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="base"\r\n\r\njavascript:alert(1)\r\n${END}`),
  ];
  const read = await service.get('/api/collections', ann);

  expect(refused).toEqual([
    { status: 415, body: { error: 'Send the files as multipart/form-data' } },
    { status: 415, body: { error: 'Send the files as multipart/form-data' } },
    { status: 400, body: { error: expect.stringContaining('cannot be read') } },
    { status: 400, body: { error: expect.stringContaining('cannot be read') } },
    { status: 400, body: { error: 'The upload holds no file' } },
    { status: 400, body: { error: expect.stringContaining('a.exe: files that end in .html') } },
    { status: 415, body: { error: expect.stringContaining('content encoding') } },
    { status: 404, body: { error: 'Collection not found' } },
    { status: 404, body: { error: 'Collection not found' } },
    { status: 400, body: { error: 'base must be an http or https address' } },
  ]);
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
});

test('parts are taken in the order sent: a base is that of the files after it', async () => {
  const field = (name: string, text: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

  const two = await post(
    field('base', 'https://one.example/') + part('a.txt', 'one') + field('base', 'https://two.example/') + part('a.txt', 'two') + END,
  );
  const late = await post(part('a.txt', 'one') + field('base', 'https://one.example/') + END);

  expect([two.status, late]).toEqual([400, { status: 400, body: { error: 'base must come before the files' } }]);
});

test('a client that hears nothing while it sends hears why its upload is refused', async () => {
  const held = await Promise.all([begin(), begin()]);
  for (const { socket } of held) socket.write(part('held.txt', '').slice(0, -2));
  const ends = await Promise.all(held.map(({ socket }) => readAll(socket)));
  const large = part('large.txt', 'x'.repeat(90 * KB)) + END;

  const answers = [];
  for (let i = 0; i < 20; i++) answers.push(await post(large));
  for (const { socket } of held) socket.destroy();
  await until(() => ends.every(({ closed }) => closed));
  const foreign = await fetch(`${service.url}/api/collections`, {
    method: 'POST',
    body: large,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, origin: 'https://elsewhere.example' },
  });

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(429));
  expect(foreign.status).toBe(403);
});

test('an upload that is refused while most of it is still to come hears why after a while, and the gateway goes on', async () => {
  await using strict = await openTestService({ patience: { uploads: { drainMs: 50 } } });
  const refused = await begin({ on: strict, ...(await strict.as('ann')), length: 90 * KB, sendsOn: true });
  const base = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="base"\r\n\r\njavascript:alert(1)\r\n`;
  const first = base + part('a.txt', 'x'.repeat(10 * KB));
  refused.socket.write(first);
  const end = await readAll(refused.socket);
  await until(() => refused.said().endsWith('}'));
  refused.socket.write('x'.repeat(90 * KB - first.length - 1));
  await until(() => end.destroyed || end.bytesRead === refused.socket.bytesWritten); // what is left is taken in
  const whileItComes = end.destroyed;
  refused.socket.end('x');
  await refused.closed;

  expect(refused.said()).toMatch(/^HTTP\/1\.1 400 [\s\S]*base must be an http or https address/);
  expect(whileItComes).toBe(false);
  expect((await post(part('after.txt', 'words') + END)).status).toBe(201);
});

test('a refused upload that goes on for longer than one may stall receives the reason', async () => {
  await using strict = await openTestService({ patience: { uploads: { seconds: 0.1, lookMs: 20 } } });
  const refused = await begin({ on: strict, ...(await strict.as('ann')), length: 90 * KB, sendsOn: true });
  const base = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="base"\r\n\r\njavascript:alert(1)\r\n`;
  const first = base + part('a.txt', 'x'.repeat(10 * KB));
  refused.socket.write(first);
  const end = await readAll(refused.socket);
  const pieces = 20;
  const left = 90 * KB - first.length;
  for (let i = 0; i < pieces; i++) {
    refused.socket.write('x'.repeat(i < pieces - 1 ? Math.floor(left / pieces) : left - (pieces - 1) * Math.floor(left / pieces)));
    await sleep(25); // in all, five times as long as it may stall
  }
  await until(() => end.closed || refused.said().endsWith('}'));
  refused.socket.end();

  expect(refused.said()).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused.said().match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('a refused upload that sends no more is closed after a while', async () => {
  await using strict = await openTestService({ patience: { uploads: { drainMs: 50, lingerMs: 50 } } });
  const refused = await begin({ on: strict, more: 'content-encoding: gzip\r\n', sendsOn: true });

  const end = await readAll(refused.socket);
  await until(() => end.closed);

  await until(() => refused.said().endsWith('}'));
  expect(refused.said()).toMatch(/^HTTP\/1\.1 415 /);
  refused.socket.destroy();
});

test('an upload that stalls is 408, and its connection is closed', async () => {
  await using strict = await openTestService({ patience: { uploads: { seconds: 0.2, lookMs: 50 } } });
  const still = await begin({ on: strict, ...(await strict.as('ann')) });
  still.socket.write(part('still.txt', 'never ends').slice(0, -2));

  await still.closed;

  expect(still.said()).toMatch(/^HTTP\/1\.1 408 [\s\S]*stood still/);
  describedText(still.said());
});

test('an upload is as large as UPLOAD_LIMIT, whether its length is said or not', async () => {
  const said = await post(part('a.txt', 'x'.repeat(101 * KB)) + END);
  let sent = 0;
  const chunks = new ReadableStream({
    pull(stream) {
      stream.enqueue(new TextEncoder().encode(sent === 0 ? part('b.txt', 'y').slice(0, -2) : 'y'.repeat(2 * KB)));
      if (++sent === 60) stream.close();
    },
  });
  const unsaid = await post(chunks);

  for (const answer of [said, unsaid])
    expect(answer).toEqual({ status: 413, body: { error: expect.stringContaining('send the files in several') } });
});

test('an address has a limited number of uploads at a time: one more is 429, until one of them has ended', async () => {
  const [slow, other] = await Promise.all([begin(), begin()]);
  slow.socket.write(part('slow.txt', '').slice(0, -2));
  const ends = await Promise.all([readAll(slow.socket), readAll(other.socket)]);

  const third = await post(part('c.txt', 'words') + END);
  const length = 50_000 - part('slow.txt', '').length + 2;
  slow.socket.write(`${' '.repeat(length - END.length - 2)}\r\n${END}`);
  await until(() => slow.said().endsWith('}'));
  const later = await post(part('c.txt', 'words') + END);

  expect(third).toEqual({ status: 429, body: { error: expect.stringContaining('Too many uploads') } });
  expect(slow.said()).toMatch(/^HTTP\/1\.1 201 [\s\S]*"taken":1/);
  expect(later.status).toBe(201);
  for (const { socket } of [slow, other]) socket.destroy();
  await until(() => ends.every(({ closed }) => closed));
});

test('where all places are taken the slowest upload of an address that holds more than its share gives way', async () => {
  await using shared = await openTestService({
    settings: { trustProxy: 1, uploads: { perAddress: 2, all: 3, pace: 0 } },
    patience: { uploads: { graceMs: 0 } },
  });
  const { cookie } = await shared.as('ann');
  const from = (address: string) => ({ on: shared, cookie, more: `x-forwarded-for: ${address}\r\n` });
  const [slow, quick, other] = [await begin(from('192.0.2.1')), await begin(from('192.0.2.1')), await begin(from('192.0.2.2'))];
  for (const [one, size] of [
    [slow, 100],
    [quick, 40_000],
    [other, 10],
  ] as const)
    one.socket.write(part('a.txt', 'x'.repeat(size)).slice(0, -2));
  const post = (address: string) =>
    fetch(`${shared.url}/api/collections`, {
      method: 'POST',
      body: part('b.txt', 'words') + END,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, cookie, 'x-forwarded-for': address },
    });
  await Promise.all([slow, quick, other].map(({ socket }) => readAll(socket)));

  const second = await post('192.0.2.2'); // it has its share
  const third = await post('192.0.2.3');
  await slow.closed;

  expect([second.status, third.status]).toEqual([429, 201]);
  expect(slow.said()).toMatch(/^HTTP\/1\.1 408 [\s\S]*slowest while others waited/);
  expect([quick.said(), other.said()]).toEqual(['', '']);
  for (const { socket } of [quick, other]) socket.destroy();
});

test('an upload that has come whole gives its place to nobody', async () => {
  await using shared = await openTestService({
    settings: { trustProxy: 1, uploads: { perAddress: 2, all: 2, pace: 0 } },
    patience: { uploads: { graceMs: 0 } },
  });
  const { cookie } = await shared.as('ann');
  const body = part('a.txt', 'words') + END;
  const from = (address: string) => ({ on: shared, cookie, more: `x-forwarded-for: ${address}\r\n`, length: body.length });
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = shared.sql.begin(async (tx) => {
    await tx`lock table collection in exclusive mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const both = await Promise.all([begin(from('192.0.2.1')), begin(from('192.0.2.1'))]);
  for (const { socket } of both) socket.write(body);
  await Promise.all(both.map(({ socket }) => readAll(socket)));

  const third = await fetch(`${shared.url}/api/collections`, {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, cookie, 'x-forwarded-for': '192.0.2.2' },
  });
  release.resolve();
  await holding;
  await until(() => both.every(({ said }) => said().endsWith('}')));

  expect(third.status).toBe(429);
  for (const { said, socket } of both) {
    expect(said()).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  }
});

test('of an upload that breaks off the files stay that had come whole', async () => {
  const broken = await begin();
  broken.socket.write(part('first.txt', 'the first words') + part('second.txt', 'the second words').slice(0, -10));
  const files = () => service.sql`select path from collection_file where path in ('first.txt', 'second.txt')`;
  const end = await readAll(broken.socket);
  await until(async () => (await files()).length > 0);
  broken.socket.destroy();
  await until(() => end.closed);

  expect(await files()).toEqual([{ path: 'first.txt' }]);
  const [waiting] = await service.sql`select count(*)::int as n from pgboss.job where name = 'reading' and state = 'created'`;
  expect(waiting?.n).toBeGreaterThan(0);
});

test('an account keeps as many bytes as COLLECTIONS_LIMIT, and a collection is of one that is let in', async () => {
  const bob = await service.as('bob');
  const [first, second] = [
    await post(part('a.txt', 'a'.repeat(90 * KB)) + END, bob),
    await post(part('b.txt', 'b'.repeat(90 * KB)) + END, bob),
  ];

  expect(first.status).toBe(201);
  expect(second).toEqual({ status: 409, body: { error: expect.stringContaining('as much as an account may keep') } });
  expect(await service.sql`select from collection_file f where f.path = 'b.txt'`).toHaveLength(0);
});

test('the id that a client names makes one collection, however often it is sent, and opens no other’s', async () => {
  const id = randomUUID();
  const path = `/api/collections?id=${id}`;
  const answers = [
    await post(part('a.txt', 'words') + END, {}, path),
    await post(part('a.txt', 'words') + part('b.txt', 'words') + END, {}, path),
    await post(part('c.txt', 'words') + END, await service.as('bob'), path),
    await post(part('c.txt', 'words') + END, {}, '/api/collections?id=mine'),
    await post(part('c.txt', 'words') + END, {}, '/api/collections?id=00000000-0000-8000-8000-000000000000'),
  ];

  expect(answers.map(({ status, body }) => [status, body.collection?.id ?? body.error])).toEqual([
    [201, id],
    [200, id],
    [403, 'This collection belongs to another user'],
    [400, 'id must be a UUID of version 4'],
    [400, 'id must be a UUID of version 4'],
  ]);
  const files = await service.sql`select path from collection_file where collection_id = ${id} order by path`;
  expect(files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
});

test('every refusal is as /openapi.json says', async () => {
  const made = (await post(part('a.txt', 'words') + END)).body.collection.id;
  const into = (id: string) => `/api/collections/${id}/files`;
  const form = part('a.txt', 'words') + END;

  const statuses = [
    (await post(form, {}, into(made))).status,
    (await post(form, { cookie: '' })).status,
    (await post(form, await service.as('bob'), into(made))).status,
    (await post(form, { origin: 'https://elsewhere.example' })).status,
    (await post(form, {}, into(randomUUID()))).status,
  ];
  await service.sql`insert into collection_file (collection_id, path, url, bytes) values (${made}, 'x', 'x:', ${2 ** 30})`;
  statuses.push((await post(form, {}, into(made))).status);

  expect(statuses).toEqual([200, 401, 403, 403, 404, 409]);
  expect([...seen].sort()).toEqual([200, 201, 400, 401, 403, 404, 408, 409, 413, 415, 429]);
});
