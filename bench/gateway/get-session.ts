import { deepStrictEqual } from 'node:assert';
import { type Asked, ask, load, oneOf } from './load.ts';
import { byTurns, type Measure } from './measure.ts';
import { startBare, startGateway } from './sides.ts';

const asked = (ids: readonly string[]): Asked => ({
  path: '/api/v1/search/getSession',
  body: () => JSON.stringify({ sessionId: oneOf(ids) }),
});

export const getSession: Measure = {
  name: 'get-session',
  what: 'RPC getSession of 100 rows, over a bare server with one json_agg',
  better: 'more',
  unit: 'times',
  async run({ data, pace: { warm, seconds, rounds } }) {
    const ids = await data.websets(1000, 100);
    await using ours = await startGateway(data.url);
    await using bare = await startBare(data.url);
    for (const id of ids.slice(0, 3)) deepStrictEqual(await ask(ours.url, asked([id])), await ask(bare.url, asked([id])));
    for (const { url } of [ours, bare]) await load(url, asked(ids), warm);
    const [a, b] = await byTurns(
      rounds,
      () => load(ours.url, asked(ids), seconds),
      () => load(bare.url, asked(ids), seconds),
    );
    return [{ value: a / b, bar: 0.5, aim: 0.85, detail: `${Math.round(a)} and ${Math.round(b)} requests/s` }];
  },
};
