import { expect, test } from 'vitest';
import { shareOut } from '../../src/queue/fairness.ts';
import { releaseJobs, sendRun, superviseRuns } from '../../src/queue/run-jobs.ts';
import { serviceOfFile } from '../support/bench.ts';
import { openLab } from '../support/lab.ts';
import { times } from '../support/run/times.ts';
import { openTestService } from '../support/test-service.ts';
import { htmlPage, type Serve } from '../support/web.ts';

const openService = serviceOfFile();

test('a job is requeued by the worker that took it last, and not by an earlier one', async () => {
  await using service = await openService();
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

test('a run whose worker falls silent waits for another once its heartbeat has expired, and not before', async () => {
  await using service = await openService();
  const sessionId = await service.createSession();
  await service.rpc('startRun', { sessionId });
  const boss = await service.queue.opened();
  const [job] = await boss.fetch('run');
  const supervised = async () => {
    await superviseRuns(service.queue, service.db, 0);
    return (await service.sql`select state from pgboss.job where id = ${job?.id ?? ''}`)[0]?.state;
  };

  const alive = await supervised();
  await service.sql`update pgboss.job set heartbeat_on = now() - interval '2 hours' where name = 'run'`;
  await service.sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`; // otherwise it checks once a second
  const silent = await supervised();

  expect(alive).toBe('active');
  expect(silent).toBe('retry');
  expect((await boss.fetch('run'))[0]?.id).toBe(job?.id);
});

test('of two simultaneous starts of one webset one is refused, and there is one run with one job', async () => {
  await using service = await openService();
  const STARTS = times(3, 10);
  const outcomes = new Set<string>();

  for (let n = 0; n < STARTS; n++) {
    const sessionId = await service.createSession();
    const answers = await Promise.all([1, 2].map(() => service.rpc('startRun', { sessionId })));
    outcomes.add(
      answers
        .map(({ status }) => status)
        .sort()
        .join(' and '),
    );
  }

  expect([...outcomes]).toEqual(['200 and 409']);
  const [left] = await service.sql`select (select count(*)::int from run) as runs, (select count(*)::int from pgboss.job) as jobs`;
  expect(left).toEqual({ runs: STARTS, jobs: STARTS });
});

test('a caller who holds every place is asked to give one to another who waits, whose run goes first', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const start = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const sessionId = await service.createSession('databases', headers);
    await service.rpc('startRun', { sessionId }, headers);
    return (await service.sql`select id from run where webset_id = ${sessionId}`)[0]?.id as string;
  };
  const boss = await service.queue.opened();
  const held = [await start('203.0.113.1'), await start('203.0.113.1')];
  await boss.fetch('run', { batchSize: 2 });
  await service.sql`update run set state = 'running', taken_at = now() - interval '5 seconds'`;
  const more = await start('203.0.113.1');
  const other = await start('203.0.113.2');
  await service.sql`update pgboss.job set start_after = now() - interval '3 seconds' where state = 'created'`;

  const asked = await shareOut(service.db);

  expect(asked).toBe(1);
  expect(await service.sql`select hand_over from run where hand_over is not null`).toEqual([{ hand_over: 'now' }]);
  const waiting = await service.sql`select singleton_key as id from pgboss.job where state = 'created' order by priority desc`;
  expect(waiting.map(({ id }) => id)).toEqual([other, more]);
  expect(held).not.toContain(other);
});

test('a dead letter stays a week', async () => {
  await using service = await openService();
  const boss = await service.queue.opened();
  for (const days of [6, 8]) {
    const id = await boss.send('run_dead', { runId: String(days) });
    await service.sql`update pgboss.job set state = 'completed', completed_on = now() - ${days} * interval '1 day' where id = ${id}`;
  }

  await superviseRuns(service.queue, service.db, 0);

  expect((await service.sql`select data from pgboss.job`).map(({ data }) => data)).toEqual([{ runId: '6' }]);
});

const ONLY_THE_FIRST_TAKING_IS_SHORT = `
  create function lengthen() returns trigger language plpgsql as $$ begin
    update pgboss.job set expire_seconds = 86399 where name = 'run';
    return null;
  end $$;
  create trigger lengthen after update of attempt on run execute function lengthen();`;

test('a run that outlasts its job is handed over, which does not count as a failure', async () => {
  const page = htmlPage('Db', 'A database written in Rust.');
  const silentAtFirst: Serve = async (_req, res) => {
    const [run] = await lab.sql`select attempt from run`;
    if (run?.attempt > 1) res.writeHead(200, { 'content-type': 'text/html' }).end(page);
  };
  await using lab = await openLab({ '/db': page.replaceAll('Db', 'Oxidb'), '/slow': silentAtFirst }, { RUN_LANES: '1' }, { queries: 1 });
  await lab.queue.opened(); // it sets the limits of the queue
  await lab.sql`update pgboss.queue set expire_seconds = 2 where name = 'run'`;
  await lab.sql.unsafe(ONLY_THE_FIRST_TAKING_IS_SHORT);

  const session = await lab.run(await lab.createSession());

  const [run] = await lab.sql`select attempt, failures from run`;
  expect(session.run).toMatchObject({ state: 'completed' });
  expect(run?.attempt).toBe(2);
  expect(run?.failures).toBe(0);
});
