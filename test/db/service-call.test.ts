import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openModel } from '../../src/agent/model/ask.ts';
import { credentialsKeyOf } from '../../src/agent/model/endpoint.ts';
import { unlimitedBudget } from '../../src/agent/model/judging.ts';
import { SearchFailure } from '../../src/agent/search/provider.ts';
import { openClient } from '../../src/db/connection/client.ts';
import { clearPauses, listPauses } from '../../src/db/queries/shared/pause.ts';
import { sweepCalls } from '../../src/db/queries/shared/service-call.ts';
import { modelPortsOn } from '../../src/runs/ports/model-ports.ts';
import { politeProvider } from '../../src/runs/ports/polite.ts';
import { serviceCallsOn } from '../../src/runs/ports/service-calls.ts';
import { quickClock } from '../support/agent/local-web.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { until } from '../support/until.ts';

// Search providers and models at which workers end: a worker is a set of calls here, and ends when nobody keeps them.

const query = { text: 'x', pageNumber: 0 };
const never = new AbortController().signal;

async function openLab() {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await openDatabase());
  const { db } = open.use(openClient(url));
  const answers = new Map<string, () => Promise<never[]>>();
  const own = open.use(serviceCallsOn(db));
  const ask = async (name: string, calls = own) => {
    const provider = { name, search: async () => (answers.get(name) ?? (async () => []))() };
    return politeProvider(db, calls, provider).search(query, never);
  };
  /** A worker that calls these services and ends `minutesAgo`, as the database sees it. */
  const endAt = async (minutesAgo: number, ...names: string[]) => {
    for (const name of names) answers.set(name, () => new Promise(() => {}));
    const calls = serviceCallsOn(db);
    for (const name of names) void ask(name, calls).catch(() => {});
    await until(async () => (await count(`until > now()`)) === names.length);
    await calls[Symbol.asyncDispose]();
    await db.execute(
      sql`update service_call set until = now() - ${minutesAgo} * interval '1 minute' where until > now() - interval '5 minutes'`,
    );
    answers.clear();
  };
  const count = async (where: string) => {
    const [counted] = await db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from service_call where ${where}`));
    return counted?.n;
  };
  const close = open.move();
  return { db, ask, endAt, count, answers, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('a provider at which workers ended three times is left alone for an hour, and no other is', async () => {
  await using lab = await openLab();
  for (const minutes of [30, 20, 10]) {
    if (minutes < 30) {
      for (let i = 0; i < 10; i++) await lab.ask('good'); // one that works answers often between two ends of workers
      await lab.ask('bad');
    }
    await lab.endAt(minutes, 'bad', 'good');
  }

  await lab.ask('good');
  await expect(lab.ask('bad')).rejects.toThrow('it is left alone for an hour, since workers ended 3 times while it was asked');
  await expect(lab.ask('bad')).rejects.toThrow(/workers ended 3 times while it was asked \(rests for 3[56]\d\d s\)/);
  expect(await listPauses(lab.db, ['provider'])).toMatchObject([{ name: 'bad' }]);

  await clearPauses(lab.db, ['provider'], 'bad');
  expect(await lab.ask('bad')).toEqual([]);
});

test('workers that end at one moment, and those of more than an hour ago, count little', async () => {
  await using lab = await openLab();
  await lab.endAt(90, 'p');
  for (let i = 0; i < 5; i++) await lab.endAt(50, 'p');
  await lab.db.execute(
    sql`update service_call set until = until + n * interval '8 seconds' from (select id as one, row_number() over () as n from service_call) o where one = id and until > now() - interval '1 hour'`,
  );
  lab.answers.set('p', () => Promise.reject(new SearchFailure('unavailable', 'it is away')));

  await expect(lab.ask('p')).rejects.toThrow('it is away');

  expect(await lab.count('true')).toBe(6); // what failed says nothing of it
  await sweepCalls(lab.db);
  expect(await lab.count('true')).toBe(5);
});

test('a call that lasts is kept while its worker lives', async () => {
  await using lab = await openLab();
  await using calls = serviceCallsOn(lab.db);
  let answer = (_hits: never[]) => {};
  lab.answers.set('slow', () => new Promise((resolve) => (answer = resolve)));
  const asked = lab.ask('slow', calls);
  await until(async () => (await lab.count('true')) === 1);
  await lab.db.execute(sql`update service_call set until = now()`);

  await until(async () => (await lab.count(`until > now() + interval '5 seconds'`)) === 1);
  answer([]);
  await asked;

  expect(await lab.count('true')).toBe(0);
});

test('a model at which workers ended three times is not asked', async () => {
  await using lab = await openLab();
  await using calls = serviceCallsOn(lab.db);
  let asked = 0;
  const fetch = async () => {
    asked++;
    return new Response('', { status: 500 });
  };
  const endpoint = {
    provider: 'openai-compatible',
    model: 'm',
    key: 'k',
    baseUrl: 'http://model.example',
    concurrency: 1,
    timeoutMs: 60_000,
  } as const;
  const model = openModel(endpoint, null, { ports: modelPortsOn(lab.db, quickClock(), calls), fetch });
  await lab.db.execute(sql`
    insert into service_call (key, until) select ${`model-unavailable:${credentialsKeyOf(model.endpoint)}`}, now() - n * interval '5 minutes' from generate_series(1, 3) n`);
  const question = { instructions: 'i', prompt: 'p', schema: {}, outputTokens: 10 };
  const how = { budget: unlimitedBudget, patienceMs: 0, signal: never, onSpent: () => {} };

  for (const _ of [1, 2])
    await expect(model.ask(question, how)).rejects.toThrow('workers ended 3 times while it was asked (left alone for');

  expect(asked).toBe(0);
  await clearPauses(lab.db, ['model-unavailable'], credentialsKeyOf(model.endpoint));
  await expect(model.ask(question, how)).rejects.not.toThrow('workers ended');
  expect(asked).toBeGreaterThan(0);
});
