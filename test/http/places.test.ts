import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { limitPipelining } from '../../src/http/guards/pipelining.ts';
import { createPlaces } from '../../src/http/guards/places.ts';
import { openTestService } from '../support/test-service.ts';

const answer = () =>
  Object.assign(new EventEmitter(), {
    writeHead() {
      return this;
    },
  }) as unknown as Response;
const turn = () => new Promise(setImmediate);

test('an address has so many requests at work, others begin beside them, and each that ends lets the next one begin', async () => {
  const { take } = createPlaces(2);
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
  const { take } = createPlaces(1);
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

test('three hundred writes of one address to one webset leave another address’s read its place', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const sessionId = await service.createSession('a webset that many rename', from('203.0.113.1'));
  const other = await service.createSession('another webset', from('203.0.113.2'));
  let done = 0;

  const flood = Array.from({ length: 300 }, async (_, i) => {
    const { status } = await service.rpc('renameSession', { sessionId, title: `Title ${i}` }, from('203.0.113.1'));
    done++;
    return status;
  });
  while (done === 0) await turn();
  const read = await service.rpc('getSession', { sessionId: other }, from('203.0.113.2'));
  const before = done;

  expect(read.status).toBe(200);
  expect(before).toBeLessThan(150);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
});

test('writes whose clients left before they began are not made', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession('a webset that many rename and leave');
  const { port } = new URL(service.url);
  await service.sql`create table renamed (title text)`;
  await service.sql.unsafe(`
    create function note_title() returns trigger language plpgsql as 'begin insert into renamed values (new.title); return new; end';
    create trigger note_title after update of title on webset for each row execute function note_title()`);

  await service.sql.begin(async (tx) => {
    await tx`select from webset where id = ${sessionId} for update`; // all of them wait here
    for (let i = 0; i < 40; i++) {
      const body = JSON.stringify({ sessionId, title: `Title ${i}` });
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      socket.write(`POST /api/v1/search/renameSession HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      await sleep(20);
      socket.destroy();
    }
    await sleep(200);
  });
  await sleep(500);
  const [made] = await service.sql`select count(*)::int as n from renamed`;

  expect(made?.n).toBeLessThan(10);
  expect((await service.rpc('renameSession', { sessionId, title: 'Last' })).status).toBe(200);
});

/** Sends one text on a connection of its own; answers all that came when the connection is closed, or after a second. */
async function send(port: string, text: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  let got = '';
  socket
    .on('error', () => {})
    .on('data', (piece) => {
      got += piece;
    });
  socket.write(text);
  await Promise.race([new Promise((closed) => socket.once('close', closed)), sleep(1000)]);
  socket.destroy();
  return got;
}

test('of two thousand requests that one connection sends at once no more than a few are looked at, and others are served', async () => {
  const guard = limitPipelining();
  let seen = 0;
  const server = createServer((req, res) => {
    seen++;
    guard(req as Request, res as Response, () => void setTimeout(() => res.end('served'), 20));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const port = String((server.address() as AddressInfo).port);
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  const many = await send(port, request.repeat(2000));
  const seenOfMany = seen;
  const one = await send(port, request);
  server.closeAllConnections();
  server.close();

  expect(many).toBe('');
  expect(seenOfMany).toBeLessThan(10);
  expect(one).toContain('served');
});

test('two requests that are sent at once on one connection are answered in their order, and a thousand close it unanswered', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession('a webset that many read');
  const { port } = new URL(service.url);
  const body = JSON.stringify({ sessionId });
  const head = `POST /api/v1/search/getSession HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

  const two = await send(port, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${head}${body}`);
  const many = await send(port, `${head}${body}`.repeat(1000));

  expect(two.split('HTTP/1.1 200').map((answer) => answer.includes('originalQuery'))).toEqual([false, false, true]);
  expect(many).toBe('');
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const counted = [...metrics.matchAll(/webset_http_request_duration_seconds_count\{.*getSession.*\} (\d+)/g)].map(([, n]) => Number(n));
  expect(counted.reduce((sum, n) => sum + n, 0)).toBeLessThan(10);
});

test('writes whose clients leave at once leave it, too, and one that left before its turn is no error of ours', async () => {
  const logged: string[] = [];
  await using service = await openTestService({ settings: { trustProxy: 1 }, onLog: (line) => logged.push(line) });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const sessionId = await service.createSession('a webset that many rename', from('203.0.113.1'));
  const other = await service.createSession('another webset', from('203.0.113.2'));
  await service.sql`create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.25); return new; end'`;
  await service.sql`create trigger slow before update on webset for each row execute function slowly()`;
  const { port } = new URL(service.url);
  const body = JSON.stringify({ sessionId, title: 'Another title' });

  const head = 'HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\n';
  const leave = async (request: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(request);
    await sleep(20);
    socket.destroy();
  };

  for (let i = 0; i < 40; i++) await leave(`POST /api/v1/search/renameSession ${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  const start = performance.now();
  const { status } = await service.rpc('getSession', { sessionId: other }, from('203.0.113.2'));

  expect(status).toBe(200);
  expect(performance.now() - start).toBeLessThan(3000); // the writes take 10 s in all, one after another

  const held = Array.from({ length: 6 }, () => service.rpc('renameSession', { sessionId, title: 'Held' }, from('203.0.113.1')));
  await sleep(50);
  for (let i = 0; i < 5; i++) await leave(`GET /api/sessions/${sessionId}/export ${head}\r\n`); // which wait for a place
  await Promise.all(held);
  await service.rpc('getSession', { sessionId }, from('203.0.113.1')); // its turn comes after theirs
  expect(logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
});
