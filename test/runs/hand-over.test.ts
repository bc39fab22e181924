import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openSlowWeb, startRun, workerEnv } from '../../bench/faults/support/load.ts';
import { openPool } from '../../src/agent/thread-pool.ts';
import { readConfig } from '../../src/config.ts';
import { insertRun } from '../../src/db/queries/runs/run.ts';
import { openWorker } from '../../src/main/processes/worker.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { openBench } from '../support/bench.ts';
import { sharedThreads } from '../support/lab.ts';
import { within } from '../support/postgres/embedded.ts';
import { openTestService } from '../support/test-service.ts';
import { htmlPage } from '../support/web.ts';

// with workers as processes, told by SIGTERM: npm run test:slow

test('a worker that stops hands its runs over within 10 s, and that is no failure and no stall', async () => {
  await using service = await openTestService();
  await using web = await openSlowWeb(12, 300);
  const config = readConfig(workerEnv(web, service.databaseUrl));
  const open = () => openWorker({ config, databaseUrl: service.databaseUrl, log: pino({ level: 'silent' }), threads: sharedThreads() });
  const leaving = await open();
  const sessionId = await startRun(service.url);
  const run = async () => (await service.sql`select attempt, state, failures, stalls from run where webset_id = ${sessionId}`)[0];
  await within(20_000, async () => (await service.sql`select 1 from "row" limit 1`).length > 0);
  await service.sql`update pgboss.job set heartbeat_seconds = 3600`; // else a peer takes what was not handed over, ten seconds later
  await using _staying = await open();

  const start = performance.now();
  await leaving[Symbol.asyncDispose]();
  const took = performance.now() - start;
  await within(8000, async () => (await run())?.attempt === 2); // a run that was forgotten is found later than that
  await within(20_000, async () => (await run())?.state === 'completed');

  expect(took).toBeLessThan(10_000);
  expect(await run()).toEqual({ attempt: 2, state: 'completed', failures: 0, stalls: 0 });
  expect((await service.sql`select 1 from "row"`).length).toBe(12);
});

const ANSWERS_AFTER_A_WHILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (ms) => setTimeout(() => parentPort.postMessage(ms), ms));`)}`,
);

const PAGES = 4;
const MANY = 5;

test('a caller with five runs has no more of the threads than one with a single run', async () => {
  const page = (i: number) => htmlPage(`Db${i}`, `Db${i} is a database written in Rust.`);
  await using bench = await openBench(Object.fromEntries(Array.from({ length: PAGES }, (_, i) => [`/db${i}`, page(i)])));
  await using pool = openPool<number, number>({ name: 'test', entry: ANSWERS_AFTER_A_WHILE, threads: 1, memoryMb: 64, seconds: 5 });
  const everyRunAsks = Promise.withResolvers<void>();
  const asking = new Set<number>();
  const read: number[] = [];
  const work = async (n: number, caller: string) => {
    const websetId = await bench.service.createSession();
    const run = await insertRun(bench.db, websetId, { target: 20, maxPages: 300, maxMinutes: 30 }, caller);
    const readPage: WorkerDeps['readPage'] = async (url, signal) => {
      asking.add(n);
      if (asking.size > MANY) everyRunAsks.resolve();
      await everyRunAsks.promise;
      await pool.ask(200, signal);
      read.push(n);
      return bench.deps.readPage(url, signal);
    };
    await workRun({ ...bench.deps, readPage }, run?.id ?? '', new AbortController().signal);
  };

  await Promise.all([...Array.from({ length: MANY }, (_, n) => work(n, 'ip:192.0.2.1')), work(MANY, 'ip:192.0.2.2')]);

  expect(read).toHaveLength(PAGES * (MANY + 1));
  expect(read.lastIndexOf(MANY)).toBeLessThan((read.length * 2) / 3); // every other page is the single run's; with a share a run its last is the last of all
});
