import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitBodies } from '../../src/http/guards/bodies.ts';
import { playClocks, playRequest } from '../support/run/played.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { isClosed, readAll } from './begun.ts';

const MB = 2 ** 20;

/** Connections that begin a request and never end it; what each was answered. */
async function begin(url: string, path: string, { body = '{', length = 1000, more = '' } = {}) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  const closed = isClosed(socket);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n${body}`);
  return { socket, closed, said: () => said };
}
const bodyOf = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n')));

test('a body that does not come is 408 in its layer’s shape, and its connection is closed', async () => {
  const lines: string[] = [];
  await using service = await openTestService({
    settings: { bodies: { perAddress: MB, all: MB } },
    patience: { bodies: { seconds: 1, lookMs: 50 } },
    onLog: (line) => lines.push(line),
  });
  const paths = ['/api/v1/search/createSession', '/graphql', '/api/auth/sign-in/email'];
  const slow = await Promise.all(paths.map((path) => begin(service.url, path)));

  await Promise.all(slow.map(({ closed }) => closed));

  const [rpc, graphql, auth] = slow.map(({ said }) => said());
  for (const said of [rpc, graphql, auth]) expect(said).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
  expect(bodyOf(rpc ?? '')).toEqual({ defined: false, code: 'REQUEST_TIMEOUT', message: expect.stringContaining('1 seconds') });
  expect(bodyOf(graphql ?? '')).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'REQUEST_TIMEOUT' } }] });
  expect(bodyOf(auth ?? '')).toEqual({ code: 'REQUEST_TIMEOUT', message: expect.any(String) });
  await until(async () => (await service.rpc('createSession', { originalQuery: 'databases' })).status === 200); // it goes on
  expect(lines.filter((line) => line.includes('unexpected'))).toEqual([]);
});

test('unfinished bodies of an address hold a limited number of bytes: short ones of anybody and long ones of others are served, long ones once those are gone', async () => {
  await using service = await openTestService({
    settings: { bodies: { perAddress: MB, all: 1.5 * MB }, bodyLimit: 900_000, trustProxy: 1 },
  });
  const path = '/api/v1/search/createSession';
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const create = (length: number, address: string) =>
    service.rpc('createSession', { originalQuery: 'databases', ignored: 'x'.repeat(2 * length) }, from(address));
  const slow = await Promise.all(
    Array.from({ length: 4 }, () =>
      begin(service.url, path, { body: ' '.repeat(250_000), length: 800_000, more: 'x-forwarded-for: 192.0.2.1\r\n' }),
    ),
  );
  await Promise.all(slow.map(({ socket }) => readAll(socket)));
  let isServed = false;

  const long = create(100_000, '192.0.2.1').finally(() => {
    isServed = true;
  });
  const [short, others] = await Promise.all([create(10, '192.0.2.1'), create(100_000, '192.0.2.2')]);
  const whileUnfinished = isServed;
  for (const { socket } of slow) socket.destroy();

  expect([short.status, others.status, (await long).status]).toEqual([200, 200, 200]);
  expect(whileUnfinished).toBe(false);
});

test('a long body waits while others of its address hold as much as they may, and goes on when one is late', async () => {
  using clocks = playClocks();
  const guard = limitBodies({ perAddress: 400_000, all: MB, unpacked: MB }, { seconds: 15, lookMs: 250 });
  const slow = Array.from({ length: 3 }, () => playRequest(guard, '/graphql'));
  for (const { push } of slow) push('x'.repeat(120_000));
  await clocks.run(5000);

  const long = playRequest(guard, '/graphql');
  const mayCome = long.push('y'.repeat(120_000));
  const [short, other] = [playRequest(guard, '/graphql'), playRequest(guard, '/graphql', {}, '192.0.2.2')];
  short.push('z'.repeat(10_000));
  other.push('z'.repeat(120_000));
  await clocks.run(10_000);
  const whileTheyHold = [long, short, other].map(({ handedOn }) => handedOn.length);
  await clocks.run(500);

  expect(mayCome).toBe(false); // the connection is read no further
  expect(whileTheyHold).toEqual([0, 1, 1]);
  expect(slow.map(({ res }) => res.statusCode)).toEqual([408, 408, 408]);
  expect([long.handedOn.length, long.res.statusCode]).toEqual([1, 0]);
});

test('where all hold as many bytes as they may, the address that holds most gives way; a packed body counts as what it unpacks to', async () => {
  await using service = await openTestService({
    settings: { bodies: { perAddress: MB, all: MB }, bodyLimit: 400_000, trustProxy: 1 },
  });
  const path = '/api/v1/search/createSession';
  const packed = async (address: string) => {
    const begun = await begin(service.url, path, { more: `content-encoding: gzip\r\nx-forwarded-for: ${address}\r\n`, body: '\x1f' });
    await readAll(begun.socket);
    return begun;
  };
  const first = await packed('192.0.2.1');
  const second = await packed('192.0.2.1');
  const other = await packed('192.0.2.2');

  await first.closed;

  expect(first.said()).toMatch(/^HTTP\/1\.1 408/);
  expect([second.said(), other.said()]).toEqual(['', '']);
  for (const { socket } of [second, other]) socket.destroy();
});

test('connections of an address are bounded: one that never brought a request goes before one that did', async () => {
  await using service = await openTestService({ settings: { connections: { perAddress: 20, all: 100 } } });
  const { hostname, port } = new URL(service.url);
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const fair = await open();
  fair.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(fair, 'data');

  const idle: Socket[] = [];
  for (let i = 0; i < 60; i++) idle.push(await open());
  const gone = () => idle.filter(({ closed, destroyed, readableEnded }) => closed || destroyed || readableEnded).length;
  await until(() => gone() >= 41);
  fair.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  const [answered] = await once(fair, 'data');

  expect(String(answered)).toMatch(/^HTTP\/1\.1 200/);
  expect(gone()).toBe(41);
  for (const socket of [...idle, fair]) socket.destroy();
});

test('a body of chunks of one byte is ended before it takes memory, and one of 64 bytes or of a word each is read', async () => {
  await using service = await openTestService();
  const { hostname, port } = new URL(service.url);
  const send = async (chunks: string, path = '/api/v1/search/createSession') => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket
      .on('error', () => {})
      .on('data', (data) => {
        answer += data;
      });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
    );
    await isClosed(socket);
    return answer.split('\r\n', 1)[0];
  };
  const body = JSON.stringify({ originalQuery: 'databases', ignored: 'n'.repeat(90_000) }).padEnd(192_000);
  const fair = Array.from({ length: 3000 }, (_, i) => `40\r\n${body.slice(i * 64, i * 64 + 64)}\r\n`).join('');

  const values = JSON.stringify({ query: '{ __typename }', variables: { list: Array(74).fill({ a: 1, b: 2, c: 3 }) } });
  const words = values.match(/"[^"]*"|\d+|./g) ?? [];

  const tiny = await send('1\r\n \r\n'.repeat(100_000));
  const read = await send(`${fair}0\r\n\r\n`);
  const byWord = await send(`${words.map((word) => `${word.length.toString(16)}\r\n${word}\r\n`).join('')}0\r\n\r\n`, '/graphql');

  expect(words.length).toBeGreaterThan(1000);
  expect(byWord).toBe('HTTP/1.1 200 OK');
  expect(tiny).toBe('HTTP/1.1 400 Bad Request');
  expect(read).toBe('HTTP/1.1 200 OK');
});
