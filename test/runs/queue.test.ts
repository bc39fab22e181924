import { expect, test } from 'vitest';
import { releaseJobs, sendRun, superviseRuns } from '../../src/queue/queue.ts';
import { openLab } from '../support/lab.ts';
import { openTestService } from '../support/test-service.ts';
import { htmlPage, type Serve } from '../support/web.ts';

test('a job is given back by who took it last, and by nobody before', async () => {
  await using service = await openTestService();
  const runId = await service.createSession();
  await service.db.transaction((tx) => sendRun(service.queue, tx, runId));
  const boss = await service.queue.opened();
  const [job] = await boss.fetch('run');
  const first = { runId, jobId: job?.id as string, taking: job?.retryCount as number };
  await releaseJobs(service.db, [first]);
  const [again] = await boss.fetch('run');
  const stateOf = async () => (await service.sql`select state from pgboss.job where id = ${first.jobId}`)[0]?.state;

  await releaseJobs(service.db, [first]);
  const late = await stateOf();
  await releaseJobs(service.db, [{ ...first, taking: again?.retryCount as number }]);

  expect(again?.id).toBe(first.jobId);
  expect(late).toBe('active');
  expect(await stateOf()).toBe('retry');
});

test('a dead letter stays a week', async () => {
  await using service = await openTestService();
  const boss = await service.queue.opened();
  for (const days of [6, 8]) {
    const id = await boss.send('run_dead', { runId: String(days) });
    await service.sql`update pgboss.job set state = 'completed', completed_on = now() - ${days} * interval '1 day' where id = ${id}`;
  }

  await superviseRuns(service.queue, service.db, 0);

  expect((await service.sql`select data from pgboss.job`).map(({ data }) => data)).toEqual([{ runId: '6' }]);
});

test('a run that outlasts its job is handed over, and that is no failure', async () => {
  const slowly: Serve = (_req, res) =>
    setTimeout(() => res.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Db', 'A database written in Rust.')), 300);
  await using lab = await openLab(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`/db${i}`, slowly])), { RUN_LANES: '1' });
  await lab.sql`update pgboss.queue set expire_seconds = 2 where name = 'run'`;
  const sessionId = await lab.createSession();
  await lab.rpc('startRun', { sessionId });

  await lab.until(sessionId, ({ run }) => run.attempt === 1);
  await lab.sql`update pgboss.job set expire_seconds = 86399 where name = 'run'`; // only its first taking is that short
  const session = await lab.until(sessionId, ({ runAlive }) => !runAlive);

  const [run] = await lab.sql`select attempt, failures from run`;
  expect(session.run).toMatchObject({ state: 'completed' });
  expect(run?.attempt).toBe(2);
  expect(run?.failures).toBe(0);
}, 60_000);
