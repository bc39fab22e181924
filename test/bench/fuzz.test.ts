import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOMBS } from '../../bench/fuzz/bombs.ts';
import { authEndpoint, downloadEndpoint, exportEndpoint, rpcEndpoint, streamEndpoint } from '../../bench/fuzz/endpoints.ts';
import { explode, isHarmless } from '../../bench/fuzz/explode.ts';
import { graphqlEndpoint } from '../../bench/fuzz/graphql.ts';
import { fuzz } from '../../bench/fuzz/run.ts';
import { fillStock, type Stock } from '../../bench/fuzz/stock.ts';
import { slowness } from '../../bench/speed.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// In short; in full, against a gateway in a process of its own: npm run bench:fuzz

const COUNT = 60;
const SEED = 7;

let service: TestService;
let stock: Stock;
beforeAll(async () => {
  service = await openTestService({ settings: { streamSeconds: 1, trustProxy: 1, bodyLimit: 2 ** 20 }, authLimited: true });
  stock = await fillStock(service.url, service.db);
});
afterAll(() => service[Symbol.asyncDispose]());

describe('strange requests get an answer of the documented shape, and never a trouble of ours', () => {
  test.each([rpcEndpoint, graphqlEndpoint, exportEndpoint, downloadEndpoint, streamEndpoint, authEndpoint])('$name', async (endpoint) => {
    const { faults } = await fuzz(service.url, endpoint, stock, COUNT, SEED);

    expect(faults).toEqual([]);
    expect((await service.get('/readyz')).status).toBe(200);
  });
});

/** A server that reads what it is sent and refuses it. */
let bare: Server;
beforeAll(async () => {
  bare = createServer((req, res) => req.resume().on('end', () => res.writeHead(413).end()));
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void bare.close());

test.each(BOMBS)('$name is refused for little of the processor, beside what it takes to send and read it', async (bomb) => {
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const much = { samples: 4, each: 1, cpu };

  const read = await explode(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, bomb, much);
  const limit = 100 * slowness() + 3 * read.ms;
  let exploded = await explode(service.url, bomb, much);
  // beside other tests a few samples may all hold garbage or waits of theirs: the least of many is the bomb's own
  if (!isHarmless(exploded, limit)) exploded = await explode(service.url, bomb, { ...much, samples: 16 });

  expect(isHarmless(exploded, limit), JSON.stringify({ read: read.ms, statuses: exploded.statuses, ms: exploded.ms })).toBe(true);
});
