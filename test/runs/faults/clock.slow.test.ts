import { expect, test } from 'vitest';
import { openSlowWeb, startRun, workerEnv } from '../../../bench/faults/support/load.ts';
import { startPart } from '../../../bench/shared/parts.ts';
import { openTestService } from '../../support/test-service.ts';
import { until } from '../../support/until.ts';

const HOURS = 3_600_000;
/** Makes a process' clock wrong before any of its code runs. */
const clockOff = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...parts) { parts.length > 0 ? super(...parts) : super(Right.now() + ${ms}); }
      static now() { return Right.now() + ${ms}; }
    };`)}`;

test.each([
  ['two hours ahead', 2 * HOURS],
  ['two hours behind', -2 * HOURS],
])('a worker whose clock is %s completes a run of 30 minutes', async (_name, ms) => {
  await using service = await openTestService();
  await using web = await openSlowWeb(6, 20);
  await using worker = await startPart('worker', { ...workerEnv(web, service.databaseUrl), NODE_OPTIONS: clockOff(ms) });
  const sessionId = await startRun(service.url);

  await until(async () => (await service.sql`select 1 from run where state in ('queued', 'running')`).length === 0);

  const whole = (await service.rpc('getSession', { sessionId })).body.session;

  expect(worker.child.exitCode).toBeNull();
  expect(whole.rows).toHaveLength(6);
  expect(whole.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
});
