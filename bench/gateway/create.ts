import { deepStrictEqual } from 'node:assert';
import { Client } from 'undici';
import { ask } from './load.ts';
import { type Bench, byTurns, type Measure } from './measure.ts';
import { startBare, startGateway } from './sides.ts';

const CREATE = '/api/v1/search/createSession';
const ADD = '/api/v1/search/addCriterion';
const HEADERS = { 'content-type': 'application/json' };
const CONNECTIONS = 8;
const originalQuery = 'open-source databases that are written in Rust';
const criterion = { label: 'Open-source licence', description: 'An OSI-approved one counts' };

/** Makes sessions, each with a criterion, for some seconds over 8 connections; answers requests a second. */
async function create(origin: string, seconds: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const lane = async () => {
    const client = new Client(origin);
    const send = async <T>(path: string, body: object): Promise<T> => {
      const response = await client.request({ path, method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${await response.body.text()}`);
      done++;
      return (await response.body.json()) as T;
    };
    while (performance.now() < start + seconds * 1000) {
      const { session } = await send<{ session: { id: string } }>(CREATE, { originalQuery });
      await send(ADD, { sessionId: session.id, ...criterion });
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return done / ((performance.now() - start) / 1000);
}

/** One of each without what differs from one to the next. */
async function sample(origin: string) {
  const made = await ask<{ session: { id: string } }>(origin, { path: CREATE, body: () => JSON.stringify({ originalQuery }) });
  const sessionId = made.session.id;
  const added = await ask<object>(origin, { path: ADD, body: () => JSON.stringify({ sessionId, ...criterion }) });
  return JSON.parse(
    JSON.stringify({ made, added })
      .replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment'),
  );
}

async function compare({ data, pace: { warm, seconds, rounds } }: Bench, limit: string) {
  await using ours = await startGateway(data.url, { ANONYMOUS_CREATE_LIMIT: limit });
  await using bare = await startBare(data.url);
  deepStrictEqual(await sample(ours.url), await sample(bare.url));
  for (const { url } of [ours, bare]) await create(url, warm); // as long as the compiler finds something to do
  return await byTurns(
    rounds,
    () => create(ours.url, seconds),
    () => create(bare.url, seconds),
  );
}

export const createSession: Measure = {
  name: 'create',
  what: 'RPC createSession + addCriterion, over a bare server with the same inserts',
  better: 'more',
  unit: 'times',
  async run(bench) {
    const { warm, seconds, rounds } = bench.pace;
    const [a, b] = await compare({ ...bench, pace: { ...bench.pace, warm: warm * 2.5 } }, '1000000');
    const [free, over] = await compare({ ...bench, pace: { warm, seconds: seconds / 2, rounds: Math.min(rounds, 3) } }, '0');
    const without = `without the limiter ${(free / over).toFixed(2)}`;
    return [{ value: a / b, bar: 0.5, aim: 0.8, detail: `${Math.round(a)} and ${Math.round(b)} requests/s; ${without}` }];
  },
};
