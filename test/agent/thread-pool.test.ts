import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openPool } from '../../src/agent/thread-pool.ts';
import { countFor } from '../../src/agent/thread-shares.ts';

const ANSWERS_ITS_ENVIRONMENT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    import { getCompileCacheDir } from 'node:module';
    parentPort.on('message', () => parentPort.postMessage({ env: { ...process.env }, cache: getCompileCacheDir() }));`)}`,
);

test('a thread knows none of our settings, and takes its compiled code from the cache of its process', async () => {
  enableCompileCache();
  vi.stubEnv('LLM_API_KEY', 'sk-secret');
  await using pool = openPool<string, { env: object; cache: string }>({
    name: 'test',
    entry: ANSWERS_ITS_ENVIRONMENT,
    threads: 1,
    memoryMb: 64,
    seconds: 5,
  });

  const { env, cache } = await pool.ask('', new AbortController().signal);

  expect(env).toEqual({ NODE_COMPILE_CACHE: dirname(getCompileCacheDir() as string) });
  expect(cache).toBe(getCompileCacheDir());
  vi.unstubAllEnvs();
});

const ANSWERS_AFTER_A_WHILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (ms) => setTimeout(() => parentPort.postMessage(ms), ms));`)}`,
);

const openOne = () => openPool<number, number>({ name: 'test', entry: ANSWERS_AFTER_A_WHILE, threads: 1, memoryMb: 64, seconds: 5 });

test.each([
  ['another’s', null],
  ['another run’s of the same caller', 'ip:192.0.2.1'],
])('whoever used the least time is served first: one run’s slow pages hold up %s by one', async (_, caller) => {
  await using pool = openOne();
  const [slow, quick] = [new AbortController().signal, new AbortController().signal];
  using _slow = countFor(caller, slow);
  using _quick = countFor(caller, quick);
  const answered: string[] = [];
  const ask = (name: string, ms: number, signal: AbortSignal) => pool.ask(ms, signal).then(() => void answered.push(name));

  const asked = ['s1', 's2', 's3', 's4'].map((name) => ask(name, 100, slow));
  await asked[0];
  await Promise.all([...asked, ask('q1', 1, quick), ask('q2', 1, quick)]);

  expect(answered).toEqual(['s1', 's2', 'q1', 'q2', 's3', 's4']);
});

test('a caller with ten runs has one share: the one run of another waits for one page of theirs', async () => {
  await using pool = openOne();
  const many = Array.from({ length: 10 }, () => new AbortController().signal);
  const other = new AbortController().signal;
  using open = new DisposableStack();
  for (const signal of many) open.use(countFor('user:many', signal));
  open.use(countFor('user:other', other));
  const answered: string[] = [];
  const ask = (name: string, ms: number, signal: AbortSignal) => pool.ask(ms, signal).then(() => void answered.push(name));

  await Promise.all([...many.map((signal, i) => ask(`many ${i}`, 50, signal)), ...[1, 2, 3].map((i) => ask(`other ${i}`, 1, other))]);

  expect(answered.slice(0, 4)).toEqual(['many 0', 'other 1', 'other 2', 'other 3']);
});

test('pages that are tried once more, alone, are so by the same shares', async () => {
  await using pool = openPool<number, number>({ name: 'test', entry: ANSWERS_AFTER_A_WHILE, threads: 4, memoryMb: 64, seconds: 0.1 });
  const [hostile, honest] = [new AbortController().signal, new AbortController().signal];
  const ended: string[] = [];
  const ask = (name: string, signal: AbortSignal) => pool.ask(60_000, signal, { again: true }).catch(() => void ended.push(name));

  await Promise.all([...['h1', 'h2', 'h3', 'h4'].map((name) => ask(name, hostile)), ask('other', honest)]);

  expect(ended.indexOf('other')).toBeLessThan(3);
});

const ANSWERS_ITS_AGE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    const began = Date.now();
    parentPort.on('message', (asked) => parentPort.postMessage(asked - began));`)}`,
);

test.each([true, false])('a pool that is warm starts a thread with itself, any other with the first message (warm: %s)', async (isWarm) => {
  await using pool = openPool<number, number>({ name: 'test', entry: ANSWERS_ITS_AGE, threads: 1, memoryMb: 64, seconds: 5, isWarm });
  await sleep(1000);

  const age = await pool.ask(Date.now(), new AbortController().signal);

  expect(age > 0).toBe(isWarm);
});
