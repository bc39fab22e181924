import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPool, type PoolOptions } from '../../src/agent/thread-pool.ts';
import { countFor } from '../../src/agent/thread-shares.ts';
import { openScriptedPool } from '../support/agent/scripted-threads.ts';
import { until } from '../support/until.ts';

const ANSWERS_ITS_ENVIRONMENT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    import { getCompileCacheDir } from 'node:module';
    parentPort.on('message', () => parentPort.postMessage({ env: { ...process.env }, cache: getCompileCacheDir() }));`)}`,
);

test('a thread has no environment variables of the service, and uses the code cache of its process', async () => {
  enableCompileCache();
  vi.stubEnv('LLM_API_KEY', 'sk-secret');
  await using pool = openPool<string, { env: object; cache: string }>({
    name: 'test',
    entry: ANSWERS_ITS_ENVIRONMENT,
    threads: 1,
    memoryMb: 64,
    seconds: 600,
  });

  const { env, cache } = await pool.ask('', new AbortController().signal);

  expect(env).toEqual({ NODE_COMPILE_CACHE: dirname(getCompileCacheDir() as string) });
  expect(cache).toBe(getCompileCacheDir());
  vi.unstubAllEnvs();
});

const never = () => new AbortController().signal;
const ENDLESS = 1_000_000;

/** Lets all threads answer, each after its time, and returns the order in which they started. */
async function serve(script: ReturnType<typeof openScriptedPool>, times: Record<string, number>): Promise<string[]> {
  const served: string[] = [];
  const left = { ...times };
  while (Object.keys(left).length > 0) {
    await until(() => script.atWork().some((name) => name in left));
    for (const name of script.atWork().filter((name) => name in left)) {
      await script.answer(name, left[name]);
      delete left[name];
      served.push(name);
    }
  }
  return served;
}

test.each([
  ['another’s', null],
  ['another run’s of the same caller', 'ip:192.0.2.1'],
])('the caller that used the least time is served first: one run’s slow pages delay %s by one page', async (_, caller) => {
  await using script = openScriptedPool({ threads: 1 });
  const [slow, quick] = [never(), never()];
  using _slow = countFor(caller, slow);
  using _quick = countFor(caller, quick);

  const asked = ['s1', 's2', 's3', 's4'].map((name) => script.ask(name, slow));
  await script.answer('s1', 100);
  await asked[0];
  asked.push(script.ask('q1', quick), script.ask('q2', quick));
  const served = await serve(script, { s2: 100, s3: 100, s4: 100, q1: 1, q2: 1 });

  expect(served).toEqual(['s2', 'q1', 'q2', 's3', 's4']);
  await Promise.all(asked);
});

test('a caller with ten runs has one share: another caller’s run waits for one of its pages', async () => {
  await using script = openScriptedPool({ threads: 1 });
  const many = Array.from({ length: 10 }, never);
  const other = never();
  using open = new DisposableStack();
  for (const signal of many) open.use(countFor('user:many', signal));
  open.use(countFor('user:other', other));

  const asked = [
    ...many.map((signal, i) => script.ask(`many ${i}`, signal)),
    ...['other 1', 'other 2', 'other 3'].map((name) => script.ask(name, other)),
  ];
  const times = Object.fromEntries([...many.map((_, i) => [`many ${i}`, 50]), ['other 1', 1], ['other 2', 1], ['other 3', 1]]);
  const served = await serve(script, times);

  expect(served.slice(0, 5)).toEqual(['many 0', 'other 1', 'other 2', 'other 3', 'many 1']);
  await Promise.all(asked);
});

test('retries follow the same shares, while other pages are served', async () => {
  await using script = openScriptedPool({ threads: 4 });
  const [hostile, honest, next] = [never(), never(), never()];
  const ended: string[] = [];
  const ask = (name: string, signal: AbortSignal) => script.ask(name, signal, { again: true }).catch(() => void ended.push(name));

  const asked = [...['h1', 'h2', 'h3', 'h4'].map((name) => ask(name, hostile)), ask('other', honest)];
  await until(() => script.atWork().length === 4); // all threads are busy
  await script.breakAt('h1', 100);
  await until(() => ['h1', 'other'].every((name) => script.atWork().includes(name))); // it is retried, and its thread works for another
  const served: Promise<number>[] = [];
  for (const name of ['h2', 'h3', 'h4', 'other']) {
    await script.breakAt(name, 100);
    served.push(script.ask(`after ${name}`, next));
    await until(() => script.atWork().includes(`after ${name}`)); // its thread works for another: it waits for its retry
  }
  const alone = script.atWork().filter((name) => !name.startsWith('after '));
  for (const name of ['h2', 'h3', 'h4', 'other']) await script.answer(`after ${name}`);
  await Promise.all(served);
  for (const name of ['h1', 'other', 'h2', 'h3', 'h4']) await script.breakAt(name, 100);
  await Promise.all(asked);

  expect(alone).toEqual(['h1']);
  expect(ended).toEqual(['h1', 'other', 'h2', 'h3', 'h4']);
});

test('an abort ends the working thread, with the reason of the abort, and frees its place', async () => {
  await using script = openScriptedPool({ threads: 1 });
  const abort = new AbortController();
  const reason = new Error('cancelled');

  const [working, waiting] = [script.ask('working', abort.signal), script.ask('waiting', abort.signal)];
  const next = script.ask('next', never());
  await until(() => script.atWork().includes('working'));
  abort.abort(reason);

  await expect(working).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  await script.answer('next'); // while the earlier thread would still wait
  await next;
});

const onMessage = (work: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { ${work} });`)}`,
  );

test.each<[string, URL, NonNullable<PoolOptions['patience']>]>([
  ['takes the processor for longer than it may', onMessage('for (;;);'), { startingMs: 0, elapsedTimes: ENDLESS }],
  ['takes no time of the processor and never ends', onMessage(''), { startingMs: 0, elapsedTimes: 2 }],
])('a thread that %s is ended', async (_, entry, patience) => {
  await using pool = openPool<string, string>({ name: 'test', entry, threads: 1, memoryMb: 64, seconds: 0.1, patience });

  await expect(pool.ask('', never())).rejects.toMatchObject({
    name: 'ThreadFailure',
    code: 'timeout',
    message: 'It takes longer than 0.1 s',
  });
});

test.each([
  [true, 1],
  [false, 0],
])('a warm pool starts a thread at once, any other with the first message (warm: %s)', async (isWarm, started) => {
  let workers = 0;
  const count = () => void workers++;
  process.on('worker', count);
  await using pool = openPool<string, object>({
    name: 'test',
    entry: ANSWERS_ITS_ENVIRONMENT,
    threads: 1,
    memoryMb: 64,
    seconds: 600,
    isWarm,
  });
  await new Promise((resolve) => setImmediate(resolve)); // a thread is reported in the next tick
  const before = workers;

  await pool.ask('', never());
  process.off('worker', count);

  expect(before).toBe(started);
  expect(workers).toBe(1);
});
