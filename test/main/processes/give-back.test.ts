import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openProxy } from '../../../bench/faults/black-hole.ts';
import { giveBack } from '../../../src/main/processes/give-back.ts';
import { openTestService } from '../../support/test-service.ts';

test('the work of a worker that ended is waited for 5 s by a database that no longer answers, and no connection stays', async () => {
  await using service = await openTestService();
  await using proxy = await openProxy(service.databaseUrl);
  const connected = () => service.sql`select from pg_stat_activity where application_name = 'webset serve'`;
  let giving: Promise<string> | undefined;
  const start = performance.now();

  await service.sql.begin(async (tx) => {
    await tx`lock table pgboss.job in access exclusive mode`;
    giving = giveBack(proxy.url, [{ jobId: randomUUID(), runId: randomUUID(), taking: 0 }]).then(() => 'let go');
    while ((await connected()).length === 0) await sleep(50);
    await sleep(300); // it waits for the table
    proxy.hole = true;
  });
  const outcome = await Promise.race([giving, sleep(12_000, 'still waiting')]);

  expect(outcome).toBe('let go');
  expect(performance.now() - start).toBeGreaterThan(4000);
  proxy.hole = false;
  await expect.poll(async () => (await connected()).length, { timeout: 10_000 }).toBe(0);
});
