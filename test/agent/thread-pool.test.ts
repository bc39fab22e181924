import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPool } from '../../src/agent/thread-pool.ts';

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

test('of those that wait whoever used the least time is served first: one run’s slow pages hold up another’s by one', async () => {
  await using pool = openPool<number, number>({ name: 'test', entry: ANSWERS_AFTER_A_WHILE, threads: 1, memoryMb: 64, seconds: 5 });
  const [slow, quick] = [new AbortController().signal, new AbortController().signal];
  const answered: string[] = [];
  const ask = (name: string, ms: number, signal: AbortSignal) => pool.ask(ms, signal).then(() => void answered.push(name));

  const asked = ['s1', 's2', 's3', 's4'].map((name) => ask(name, 100, slow));
  await asked[0];
  await Promise.all([...asked, ask('q1', 1, quick), ask('q2', 1, quick)]);

  expect(answered).toEqual(['s1', 's2', 'q1', 'q2', 's3', 's4']);
});
