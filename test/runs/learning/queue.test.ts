import { expect, test } from 'vitest';
import { sendLearning, workLearning } from '../../../src/queue/keyed-jobs.ts';
import { openQueue } from '../../../src/queue/queue.ts';
import { releaseAllJobs, superviseRuns } from '../../../src/queue/run-jobs.ts';
import { openTestService } from '../../support/test-service.ts';
import { until } from '../../support/until.ts';

test('one job of a webset is at work at a time, its next begins after it, and the jobs of others wait for neither', async () => {
  await using service = await openTestService();
  const [busy, other, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const send = (websetId: string) => service.db.transaction((tx) => sendLearning(service.queue, tx, websetId));
  await send(busy);
  const boss = await service.queue.opened();
  const [atWork] = await boss.fetch('learning');
  await superviseRuns(service.queue, service.db, 0); // counts what is at work, for workers that open their queue from now on
  for (const websetId of [busy, busy, other]) await send(websetId);
  await using queue = await openQueue(service.databaseUrl, { heartbeatSeconds: 10, worker: true, onError: () => {} });
  const taken: string[] = [];

  await workLearning(queue, { concurrency: 2, heartbeatSeconds: 10 }, async (websetId) => void taken.push(websetId));
  await until(() => taken.includes(other));
  await send(third); // once it is taken, the worker has looked again, and passed over what waited before it
  await until(() => taken.includes(third));
  const meanwhile = [...taken];
  await boss.complete('learning', atWork?.id ?? '');
  await until(() => taken.includes(busy));

  expect(meanwhile).toEqual([other, third]);
  expect(taken).toEqual([other, third, busy]);
});

test('a job whose worker is gone is given back with all others, and taken by the next', async () => {
  await using service = await openTestService();
  await service.db.transaction((tx) => sendLearning(service.queue, tx, crypto.randomUUID()));
  const boss = await service.queue.opened();
  const [lost] = await boss.fetch('learning');

  await releaseAllJobs(service.db);

  expect((await boss.fetch('learning'))[0]?.id).toBe(lost?.id);
});
