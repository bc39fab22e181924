import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openSlowWeb, startRun, workerEnv } from '../../bench/faults/support/load.ts';
import { readConfig } from '../../src/config.ts';
import { openWorker } from '../../src/main/processes/worker.ts';
import { sharedThreads } from '../support/lab.ts';
import { within } from '../support/postgres/embedded.ts';
import { openTestService } from '../support/test-service.ts';

// with workers as processes, told by SIGTERM: npm run test:full

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
