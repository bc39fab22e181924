import { expect, test } from 'vitest';
import { openQueue } from '../../../src/queue/job-queue.ts';
import { sendLearning, workLearning } from '../../../src/queue/keyed-jobs.ts';
import { releaseAllJobs, superviseRuns } from '../../../src/queue/run-jobs.ts';
import { openTestService } from '../../support/test-service.ts';
import { until } from '../../support/until.ts';

test('a webset has one active job at a time and its next job follows; the jobs of other websets wait for neither', async () => {
  await using service = await openTestService();
  const [busy, other, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const send = (websetId: string) => service.db.transaction((tx) => sendLearning(service.queue, tx, websetId));
  await send(busy);
  const boss = await service.queue.opened();
  const [atWork] = await boss.fetch('learning');
  await superviseRuns(service.queue, service.db, 0); // counts active jobs, for workers that open their queue from now on
  for (const websetId of [busy, busy, other]) await send(websetId);
  await using queue = await openQueue(service.databaseUrl, { worker: true, onError: () => {} });
  const taken: string[] = [];

  await workLearning(queue, { concurrency: 2, heartbeatSeconds: 10 }, async (websetId) => void taken.push(websetId));
  await until(() => taken.includes(other));
  await send(third); // once it is taken, the worker has polled again and skipped what waited before it
  await until(() => taken.includes(third));
  const meanwhile = [...taken];
  await boss.complete('learning', atWork?.id ?? '');
  await until(() => taken.includes(busy));

  expect(meanwhile).toEqual([other, third]);
  expect(taken).toEqual([other, third, busy]);
});

test('a job whose worker is gone is requeued with all others, and the next worker takes it', async () => {
  await using service = await openTestService();
  await service.db.transaction((tx) => sendLearning(service.queue, tx, crypto.randomUUID()));
  const boss = await service.queue.opened();
  const [lost] = await boss.fetch('learning');

  await releaseAllJobs(service.db);

  expect((await boss.fetch('learning'))[0]?.id).toBe(lost?.id);
});
