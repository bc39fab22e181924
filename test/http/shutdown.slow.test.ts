import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSlowWeb, startRun, workerEnv } from '../../bench/faults/support/load.ts';
import { startPart } from '../../bench/shared/parts.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

test('SIGTERM hands the runs of a worker over, and that is no failure and no stall', async () => {
  await using service = await openTestService();
  await using web = await openSlowWeb(60, 500);
  const env = workerEnv(web, service.databaseUrl);
  await using here = await startPart('worker', env);
  await using there = await startPart('worker', env);
  const sessionId = await startRun(service.url);
  const run = async () => (await service.rpc('getSession', { sessionId })).body.session.run;
  await until(async () => (await run()).counts.judged > 0);
  const [leaving, staying] = here.held.size > 0 ? [here, there] : [there, here];

  const ended = once(leaving.child, 'exit');
  leaving.child.kill('SIGTERM');
  const [code] = await ended;
  await until(() => staying.taken.length > 0);
  await until(async () => (await run()).attempt === 2);

  const [kept] = await service.sql`select failures, stalls from run`;
  expect(code).toBe(0);
  expect(kept?.failures).toBe(0);
  expect(kept?.stalls).toBeLessThanOrEqual(1);
});
