import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOMBS } from '../../bench/fuzz/bombs.ts';
import { authEndpoint, downloadEndpoint, exportEndpoint, rpcEndpoint, streamEndpoint } from '../../bench/fuzz/endpoints.ts';
import { explode, isHarmless } from '../../bench/fuzz/explode.ts';
import { graphqlEndpoint } from '../../bench/fuzz/graphql.ts';
import { fuzz } from '../../bench/fuzz/run.ts';
import { fillStock, type Stock } from '../../bench/fuzz/stock.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// In short; in full, with what it takes of the processor, against a gateway in a process of its own: npm run bench:fuzz

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

test.each(BOMBS)('$name is refused', async (bomb) => {
  const exploded = await explode(service.url, bomb, { samples: 1, each: 1, cpu: () => 0 });

  expect(isHarmless(exploded, 1), JSON.stringify(exploded.statuses)).toBe(true);
});
