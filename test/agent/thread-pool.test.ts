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
