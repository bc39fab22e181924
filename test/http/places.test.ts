import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, test } from 'vitest';
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
  const take = createPlaces(2);
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

test('writes whose clients leave at once leave it, too', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const sessionId = await service.createSession('a webset that many rename', from('203.0.113.1'));
  const other = await service.createSession('another webset', from('203.0.113.2'));
  await service.sql`create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.1); return new; end'`;
  await service.sql`create trigger slow before update on webset for each row execute function slowly()`;
  const { port } = new URL(service.url);
  const body = JSON.stringify({ sessionId, title: 'Another title' });

  for (let i = 0; i < 40; i++) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/search/renameSession HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await sleep(20);
    socket.destroy();
  }
  const start = performance.now();
  const { status } = await service.rpc('getSession', { sessionId: other }, from('203.0.113.2'));

  expect(status).toBe(200);
  expect(performance.now() - start).toBeLessThan(1000); // the writes take 4 s in all, one after another
});
