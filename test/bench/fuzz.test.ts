import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOMBS } from '../../bench/fuzz/bombs.ts';
import { authEndpoint, downloadEndpoint, exportEndpoint, rpcEndpoint, streamEndpoint } from '../../bench/fuzz/endpoints.ts';
import { explode } from '../../bench/fuzz/explode.ts';
import { fuzz } from '../../bench/fuzz/fuzz.ts';
import { graphqlEndpoint } from '../../bench/fuzz/graphql.ts';
import { fillStock, type Stock } from '../../bench/fuzz/stock.ts';
import { ENDLESS } from '../support/agent/scripted.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// A short form; in full, against a gateway in its own process and for its share of CPU: npm run bench -- fuzz

const COUNT = 20;
const SEED = 7;

let service: TestService;
let stock: Stock;
beforeAll(async () => {
  service = await openTestService({ settings: { streamSeconds: 1, trustProxy: 1, bodyLimit: 2 ** 20 }, authLimited: true });
  stock = await fillStock(service.url, service.db);
});
afterAll(() => service[Symbol.asyncDispose]());

describe('unusual requests get an answer of the documented shape, and never an internal error', () => {
  test.each([rpcEndpoint, graphqlEndpoint, exportEndpoint, downloadEndpoint, streamEndpoint, authEndpoint])('$name', async (endpoint) => {
    const { faults } = await fuzz(service.url, endpoint, stock, { count: COUNT, seed: SEED, hangsMs: ENDLESS.timeoutMs });

    expect(faults).toEqual([]);
    expect((await service.get('/readyz')).status).toBe(200);
  });
});

test.each(BOMBS)('$name is refused', async (bomb) => {
  const { statuses } = await explode(service.url, bomb, { samples: 0, each: 0, cpu: () => 0 });

  for (const status of statuses) expect(bomb.statuses).toContain(status);
});
