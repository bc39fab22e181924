import { readFile } from 'node:fs/promises';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { openProxy } from '../../bench/faults/black-hole.ts';
import { type Client, openClient } from '../../src/db/connection/client.ts';
import { openDatabaseHealth } from '../../src/db/connection/health.ts';
import { PATIENCE } from '../../src/domain/work/patience.ts';
import { until } from '../support/until.ts';

const cell = new Int32Array(new SharedArrayBuffer(4));

afterEach(() => {
  vi.useRealTimers();
});

/** The health of a database that is played: `ask` answers each question. */
function openPlayed(ask: () => Promise<unknown>) {
  const said = { asked: 0, cuts: 0, causes: [] as string[] };
  const played: Pick<Client, 'cut'> & { sql: () => Promise<unknown> } & AsyncDisposable = {
    sql() {
      said.asked++;
      return ask();
    },
    cut: () => void said.cuts++,
    [Symbol.asyncDispose]: async () => {},
  };
  const health = openDatabaseHealth('', 'test', PATIENCE.health, () => played as unknown as Client);
  health.onUnavailable((cause) => said.causes.push(cause));
  return { health, said };
}

test('a database that swallows every byte becomes unavailable, what waits on it fails, and it is there again once it answers', async () => {
  await using proxy = await openProxy(inject('postgresUrl'));
  await using client = openClient(proxy.url, { max: 1 });
  await using health = openDatabaseHealth(proxy.url, 'test');
  const causes: string[] = [];
  health.onUnavailable((cause) => {
    causes.push(cause);
    client.cut();
  });
  await client.sql`select 1`;

  proxy.hole = true;
  const waiting = client.sql`select 1`.then(
    () => 'answered',
    () => 'failed',
  );
  await until(() => !health.isUp());
  const outcome = await waiting;
  proxy.hole = false;
  await until(() => health.isUp());

  expect(outcome).toBe('failed');
  expect(causes).toEqual(['it is silent']); // twice: what was cut off in between is no refusal
  expect(health.upFor()).not.toBe(Number.POSITIVE_INFINITY);
  expect((await client.sql`select 1 as one`)[0]).toEqual({ one: 1 });
});

test('a database is unavailable once it was silent for 3 s of running time, twice in a row, and after one silence it is asked on another connection', async () => {
  vi.useFakeTimers();
  const { health, said } = openPlayed(() => new Promise(() => {}));

  await vi.advanceTimersByTimeAsync(2990);
  const first = { ...said, isUp: health.isUp() };
  await vi.advanceTimersByTimeAsync(40);
  const asked = said.asked;
  await vi.advanceTimersByTimeAsync(2950);
  const second = { ...said, isUp: health.isUp() };
  await vi.advanceTimersByTimeAsync(60);

  expect(first).toMatchObject({ asked: 1, cuts: 0, isUp: true });
  expect(asked).toBe(2);
  expect(second).toMatchObject({ cuts: 1, isUp: true });
  expect(health.isUp()).toBe(false);
  expect(said.causes).toEqual(['it is silent']);
  const closed = health[Symbol.asyncDispose]();
  await vi.advanceTimersByTimeAsync(PATIENCE.health.silentMs * 2);
  await closed;
});

test('a database that refuses is unavailable at once', async () => {
  const { health, said } = openPlayed(() => Promise.reject(new Error('too many clients')));

  await until(() => !health.isUp());
  await health[Symbol.asyncDispose]();

  expect(said.causes).toEqual(['too many clients']);
});

test('a process that got no time for longer than the database may be silent finds its answer first', async () => {
  const { health, said } = openPlayed(() => readFile(import.meta.filename)); // answers come from outside of the event loop

  Atomics.wait(cell, 0, 0, PATIENCE.health.silentMs + 250);
  await until(() => said.asked === 2);

  expect(said).toEqual({ asked: 2, cuts: 0, causes: [] });
  await health[Symbol.asyncDispose]();
});
