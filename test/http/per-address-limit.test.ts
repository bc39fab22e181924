import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitPipelining } from '../../src/http/guards/connections.ts';
import { createAddressLimit } from '../../src/http/guards/per-address-limit.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { isClosed, leave, unanswered } from './begun.ts';

const answer = () =>
  Object.assign(new EventEmitter(), {
    writeHead() {
      return this;
    },
  }) as unknown as Response;
const turn = () => new Promise(setImmediate);

test('an address has a limited number of requests at work, others begin beside them, and each that ends lets the next one begin', async () => {
  const { take } = createAddressLimit(2);
  const begun: string[] = [];
  const ask = (client: string, name: string) => {
    const res = answer();
    void take(client, res).then(() => begun.push(name));
    return res;
  };

  const [first, second] = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name));
  ask('b', 'b1');
  await turn();
  const before = [...begun];
  first?.writeHead(200);
  first?.emit('close'); // counts once
  await turn();
  const afterHead = [...begun];
  second?.emit('close');
  await turn();

  expect(before).toEqual(['a1', 'a2', 'b1']);
  expect(afterHead).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('a request whose client left while it waited is let go at once, and the next one keeps its turn', async () => {
  const { take } = createAddressLimit(1);
  const first = answer();
  const [left, next] = [answer(), answer()];
  const outcomes: string[] = [];
  const asked = (name: string, res: Response) =>
    take('a', res).then(
      () => void outcomes.push(`${name} begins`),
      (error: Error) => void outcomes.push(`${name}: ${error.message}`),
    );
  void asked('first', first);
  void asked('left', left);
  void asked('next', next);
  await turn();

  left.emit('close');
  await turn();
  const before = [...outcomes];
  first.emit('close');
  await turn();

  expect(before).toEqual(['first begins', 'left: The client left before its turn']);
  expect(outcomes.slice(2)).toEqual(['next begins']);
});

test('a place is held until the work ends, also after the client left; work whose place was given back is not begun', async () => {
  const { take, hold } = createAddressLimit(1);
  const [first, second] = [answer(), answer()];
  const { promise, resolve } = Promise.withResolvers<string>();
  await take('a', first);
  const held = hold(first, () => promise);
  let secondBegins = false;
  void take('a', second).then(() => {
    secondBegins = true;
  });

  first.emit('close');
  await turn();
  const whileHeld = secondBegins;
  resolve('done');
  const result = await held;
  await turn();

  expect([whileHeld, result, secondBegins]).toEqual([false, 'done', true]);
  await expect(hold(first, async () => 'never')).rejects.toThrow('The client left before its turn');
});

let service: TestService;
const logged: string[] = [];
beforeAll(async () => {
  service = await openTestService({ settings: { trustProxy: 1 }, onLog: (line) => logged.push(line) });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Does something while a webset's row is locked: each write to it waits in Postgres. */
const whileLocked = <T>(id: string, work: () => Promise<T>) =>
  service.sql.begin(async (tx) => {
    await tx`select from webset where id = ${id} for update`;
    return work();
  });

const AT_WORK = 6; // of the ten connections that the gateway has
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const rename = (sessionId: string, title: string, ip = '203.0.113.1') => {
  const body = JSON.stringify({ sessionId, title });
  return `POST /api/v1/search/renameSession HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ip}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};
const connectToIt = () => connect(Number(new URL(service.url).port), '127.0.0.1');

test('any number of writes of one address to one webset leave another address’s read its place', async () => {
  const sessionId = await service.createSession('a webset that many rename', from('203.0.113.1'));
  const other = await service.createSession('another webset', from('203.0.113.2'));
  const flood: Promise<number>[] = [];

  const [read, waiting] = await whileLocked(sessionId, async () => {
    for (let i = 0; i < 40; i++)
      flood.push(service.rpc('renameSession', { sessionId, title: `Title ${i}` }, from('203.0.113.1')).then(({ status }) => status));
    await until(async () => unanswered(service.url) === 40 && (await countWaiting(service.sql)) >= AT_WORK);
    return [await service.rpc('getSession', { sessionId: other }, from('203.0.113.2')), await countWaiting(service.sql)];
  });

  expect(read.status).toBe(200);
  expect(waiting).toBe(AT_WORK);
  expect(await Promise.all(flood)).toEqual(Array(40).fill(200));
});

test('writes whose clients leave at once leave others their place; those that had not begun are not made', async () => {
  const sessionId = await service.createSession('a webset that many rename and leave', from('203.0.113.1'));
  const other = await service.createSession('another webset', from('203.0.113.2'));
  await service.sql`create table renamed (title text)`;
  await service.sql.unsafe(`
    create function note_title() returns trigger language plpgsql as 'begin insert into renamed values (new.title); return new; end';
    create trigger note_title after update of title on webset for each row execute function note_title()`);

  const read = await whileLocked(sessionId, async () => {
    for (let i = 0; i < AT_WORK; i++) {
      await leave(connectToIt(), rename(sessionId, `Title ${i}`));
      await until(async () => (await countWaiting(service.sql)) === i + 1);
    }
    for (let i = 0; i < 20; i++) await leave(connectToIt(), rename(sessionId, 'never'));
    return service.rpc('getSession', { sessionId: other }, from('203.0.113.2'));
  });
  const last = await service.rpc('renameSession', { sessionId, title: 'Last' }, from('203.0.113.1'));
  const made = () => service.sql`select title from renamed order by title`;
  await until(async () => (await made()).length > AT_WORK && (await countWaiting(service.sql)) === 0);

  expect([read.status, last.status]).toEqual([200, 200]);
  expect((await made()).map(({ title }) => title)).toEqual(['Last', ...Array.from({ length: AT_WORK }, (_, i) => `Title ${i}`)]);
});

test('a request whose client left before its turn is no error of ours', async () => {
  const sessionId = await service.createSession('a webset that many rename');
  const held: Promise<unknown>[] = [];

  await whileLocked(sessionId, async () => {
    for (let i = 0; i < AT_WORK; i++) held.push(service.rpc('renameSession', { sessionId, title: 'Held' }));
    await until(async () => (await countWaiting(service.sql)) === AT_WORK);
    // they wait for a place
    for (let i = 0; i < 5; i++) await leave(connectToIt(), `GET /api/sessions/${sessionId}/export HTTP/1.1\r\nhost: x\r\n\r\n`);
  });
  await Promise.all(held);
  await service.rpc('getSession', { sessionId }); // its turn comes after theirs

  expect(logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
  expect(logged.filter((line) => line.includes('/export') && line.includes('"cut":true'))).toHaveLength(5);
});

/** Sends one text on a connection of its own; answers all that came once the server has closed it. */
async function send(port: string, text: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  let got = '';
  socket
    .on('error', () => {})
    .on('data', (piece) => {
      got += piece;
    });
  socket.write(text);
  await isClosed(socket);
  return got;
}

test('of two thousand requests that one connection sends at once no more than a few are looked at, and others are served', async () => {
  let seen = 0;
  const server = createServer(
    limitPipelining((req, res) => {
      seen++;
      if (req.url === '/one') res.end('served'); // all others are never answered
    }),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const port = String((server.address() as AddressInfo).port);

  const many = await send(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2000));
  const seenOfMany = seen;
  const one = await send(port, 'GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  server.closeAllConnections();
  server.close();

  expect(many).toBe('');
  expect(seenOfMany).toBeLessThan(10);
  expect(one).toContain('served');
});

test('two requests that are sent at once on one connection are answered in their order, and a thousand close it unanswered', async () => {
  const sessionId = await service.createSession('a webset that many read');
  const { port } = new URL(service.url);
  const body = JSON.stringify({ sessionId });
  const post = (more = '') =>
    `POST /api/v1/search/getSession HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  const two = await send(port, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${post('Connection: close\r\n')}`);
  const many = await send(port, post().repeat(1000));

  expect(two.split('HTTP/1.1 200').map((answer) => answer.includes('originalQuery'))).toEqual([false, false, true]);
  expect(many).toBe('');
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const counted = [...metrics.matchAll(/webset_http_request_duration_seconds_count\{.*getSession.*\} (\d+)/g)].map(([, n]) => Number(n));
  expect(counted.reduce((sum, n) => sum + n, 0)).toBeLessThan(10);
});
