import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestService } from '../support/test-service.ts';

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
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n${body}`);
  return { socket, closed, said: () => said };
}
const bodyOf = (said: string) => JSON.parse(said.slice(said.indexOf('\r\n\r\n')));

test('a body that does not come is 408 in its layer’s shape, and its connection is closed', async () => {
  const lines: string[] = [];
  await using service = await openTestService({
    settings: { bodies: { perAddress: MB, all: MB } },
    patience: { bodies: { seconds: 1 } },
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
  await service.createSession();
  expect(lines.filter((line) => line.includes('unexpected'))).toEqual([]);
});

test('unfinished bodies of an address hold so many bytes: long ones wait, short ones of anybody and long ones of others are served', async () => {
  await using service = await openTestService({
    settings: { bodies: { perAddress: MB, all: 1.5 * MB }, bodyLimit: 900_000, trustProxy: 1 },
    patience: { bodies: { seconds: 4 } },
  });
  const path = '/api/v1/search/createSession';
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const create = (length: number, address: string) =>
    service.rpc('createSession', { originalQuery: 'x'.repeat(length), notes: 'y'.repeat(length) }, from(address));
  const slow = await Promise.all(
    Array.from({ length: 8 }, () =>
      begin(service.url, path, { body: ' '.repeat(250_000), length: 800_000, more: 'x-forwarded-for: 192.0.2.1\r\n' }),
    ),
  );
  await sleep(300);
  const start = performance.now();

  const [short, others] = await Promise.all([create(10, '192.0.2.1'), create(100_000, '192.0.2.2')]);
  const soon = performance.now() - start;
  const long = await create(100_000, '192.0.2.1'); // once the unfinished ones are given up
  const late = performance.now() - start;
  await Promise.all(slow.map(({ closed }) => closed));

  expect([short.status, others.status, long.status]).toEqual([200, 200, 200]);
  expect(soon).toBeLessThan(2000);
  expect(late).toBeGreaterThan(2500);
  for (const { said } of slow) expect(said()).toMatch(/^HTTP\/1\.1 408/);
});

test('where all hold as many bytes as they may, the address that holds most gives way; a packed body counts as what it unpacks to', async () => {
  await using service = await openTestService({
    settings: { bodies: { perAddress: MB, all: MB }, bodyLimit: 400_000, trustProxy: 1 },
    patience: { bodies: { seconds: 60 } },
  });
  const path = '/api/v1/search/createSession';
  const packed = (address: string) =>
    begin(service.url, path, { more: `content-encoding: gzip\r\nx-forwarded-for: ${address}\r\n`, body: '\x1f' });
  const first = await packed('192.0.2.1');
  await sleep(50);
  const second = await packed('192.0.2.1');
  await sleep(50);
  const other = await packed('192.0.2.2');

  await first.closed;
  await sleep(100);

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
  await sleep(200);
  fair.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  const [answered] = await once(fair, 'data');

  expect(String(answered)).toMatch(/^HTTP\/1\.1 200/);
  expect(idle.filter(({ closed, destroyed, readableEnded }) => closed || destroyed || readableEnded).length).toBeGreaterThanOrEqual(40);
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
    await once(socket, 'close');
    return answer.split('\r\n', 1)[0];
  };
  const body = JSON.stringify({ originalQuery: 'databases', notes: 'n'.repeat(90_000) }).padEnd(192_000);
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
