import { expect, test } from 'vitest';
import { releaseJobs, sendRun, superviseRuns } from '../../src/queue/queue.ts';
import { openHouse } from '../support/house.ts';
import { openLab } from '../support/lab.ts';
import { htmlPage, type Serve } from '../support/web.ts';

test('a job is given back by who took it last, and by nobody before', async () => {
  await using house = await openHouse();
  const runId = await house.createSession();
  await house.db.transaction((tx) => sendRun(house.queue, tx, runId));
  const [job] = await house.queue.boss.fetch('run');
  const first = { runId, jobId: job?.id as string, taking: job?.retryCount as number };
  await releaseJobs(house.db, [first]);
  const [again] = await house.queue.boss.fetch('run');
  const stateOf = async () => (await house.sql`select state from pgboss.job where id = ${first.jobId}`)[0]?.state;

  await releaseJobs(house.db, [first]);
  const late = await stateOf();
  await releaseJobs(house.db, [{ ...first, taking: again?.retryCount as number }]);

  expect(again?.id).toBe(first.jobId);
  expect(late).toBe('active');
  expect(await stateOf()).toBe('retry');
});

test('a dead letter stays a week', async () => {
  await using house = await openHouse();
  for (const days of [6, 8]) {
    const id = await house.queue.boss.send('run_dead', { runId: String(days) });
    await house.sql`update pgboss.job set state = 'completed', completed_on = now() - ${days} * interval '1 day' where id = ${id}`;
  }

  await superviseRuns(house.queue, house.db, 0);

  expect((await house.sql`select data from pgboss.job`).map(({ data }) => data)).toEqual([{ runId: '6' }]);
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
