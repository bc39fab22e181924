import { sql } from 'drizzle-orm';
import type { Job, PgBoss } from 'pg-boss';
import type { Database, Tx } from '../db/connection/client.ts';
import { PLAN_WAIT_SECONDS } from '../domain/model/plan.ts';

/** One job a run: it wakes a worker; the run's row is the truth. */
export const RUN_QUEUE = 'run';
/** A new job stands behind all others that wait, until they are brought into order (fairness.ts). */
export const LAST_IN_LINE = -1_000_000;
const DEAD_LETTER = 'run_dead';
/**
 * One job a webset whose answers changed; an answer that comes while one is at work leaves one more waiting, which later answers join. That one job of a
 * webset is at work at a time is asked of its group: a queue of pg-boss' policy `stately` passes a key over for up to a minute after it was at work.
 */
const LEARN_QUEUE = 'learning';
/** One job a plan that a model is asked for. */
const PLAN_QUEUE = 'plan';
const LEARN_SECONDS = 300;
const LEARN_RETRIES = 5;
/** As long as pg-boss lets a job last. A run that goes on for longer is handed over then, once a day, which is no failure. */
const JOB_SECONDS = 24 * 60 * 60 - 1;
/** The run's row counts what failed and what stalled; a job that is retaken ever so often is no reason to end a run. */
const RETRIES = 100_000;

export interface RunJob {
  runId: string;
}

/** A run's job as one worker took it. Whoever takes it next has another `taking`. */
export interface Taken extends RunJob {
  jobId: string;
  taking: number;
}

/** What is kept of a run that broke off for good. */
export interface DeadLetter extends RunJob {
  reason?: string;
  detail?: string;
  trace?: string;
}

/** Sending jobs: all that a gateway does. */
export interface Sender extends AsyncDisposable {
  opened(): Promise<PgBoss>;
}

/** Sending jobs and working on them. */
export interface Queue extends Sender {
  boss: PgBoss;
}

type Options = { heartbeatSeconds: number; worker: boolean; onError: (error: Error) => void };

/** Whether the queue's tables are there. */
export async function hasQueue(db: Database): Promise<boolean> {
  const [queue] = await db.execute(sql`select to_regclass('pgboss.job') as found`);
  return Boolean(queue?.found);
}

/** For who may never send a job: opened with the first one. */
export function openSender(url: string, options: Omit<Options, 'worker'>): Sender {
  let opening: Promise<Queue> | undefined;
  return {
    async opened() {
      opening ??= openQueue(url, { ...options, worker: false });
      try {
        return (await opening).boss;
      } catch (error) {
        opening = undefined; // tried again with the next one
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      const queue = await opening?.catch(() => null);
      await queue?.[Symbol.asyncDispose]();
    },
  };
}

/**
 * Opens pg-boss on the database, with its own small pool. `heartbeatSeconds`: how long a silent worker keeps a job. Whoever works has
 * `superviseRuns` called every second.
 */
export async function openQueue(url: string, options: Options): Promise<Queue> {
  const { PgBoss } = await import('pg-boss');
  const { heartbeatSeconds, worker, onError } = options;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'webset queue',
    max: worker ? 4 : 2,
    options: '-c statement_timeout=30000',
    connectionTimeoutMillis: 5000,
    ...{ query_timeout: 10_000, keepAlive: true }, // of its pg pool
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 1,
    useListenNotify: worker,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(DEAD_LETTER);
  const limits = {
    heartbeatSeconds,
    retryLimit: RETRIES,
    retryDelay: 0,
    expireInSeconds: JOB_SECONDS,
    notify: true,
    deadLetter: DEAD_LETTER,
  };
  await boss.createQueue(RUN_QUEUE, { ...limits, policy: 'exclusive' });
  await boss.updateQueue(RUN_QUEUE, limits);
  const learning = {
    heartbeatSeconds,
    retryLimit: LEARN_RETRIES,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: LEARN_SECONDS,
    notify: true,
  };
  await boss.createQueue(LEARN_QUEUE, { ...learning, policy: 'short' });
  await boss.updateQueue(LEARN_QUEUE, learning);
  const planning = { heartbeatSeconds, retryLimit: 2, retryDelay: 1, expireInSeconds: PLAN_WAIT_SECONDS, notify: true };
  await boss.createQueue(PLAN_QUEUE, planning);
  await boss.updateQueue(PLAN_QUEUE, planning);
  return { boss, opened: async () => boss, [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: true }) };
}

/** Sends a run's job inside the caller's transaction. False when the run has one already. */
export async function sendRun({ opened }: Sender, tx: Tx, runId: string): Promise<boolean> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  const job: RunJob = { runId };
  return (await boss.send(RUN_QUEUE, job, { singletonKey: runId, priority: LAST_IN_LINE, db: fromDrizzle(tx, sql) })) !== null;
}

/** Sends a webset's learning job inside the caller's transaction, unless one waits already. */
export async function sendLearning({ opened }: Sender, tx: Tx, websetId: string): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(LEARN_QUEUE, { websetId }, { singletonKey: websetId, group: { id: websetId }, db: fromDrizzle(tx, sql) });
}

/** Sends the job of a plan by a model inside the caller's transaction. */
export async function sendModelPlan({ opened }: Sender, tx: Tx, planId: string): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(PLAN_QUEUE, { planId }, { db: fromDrizzle(tx, sql) });
}

/** Takes the jobs of runs away, queued or active, inside the caller's transaction. */
export async function removeRuns({ opened }: Sender, tx: Tx, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  const db = fromDrizzle(tx, sql);
  for (const key of runIds) {
    const jobs = await boss.findJobs(RUN_QUEUE, { key, db });
    const ids = jobs.map(({ id }) => id);
    if (ids.length > 0) await boss.deleteJob(RUN_QUEUE, ids, { db });
  }
}

/** Those of the given runs that have no job waiting or at work. */
export async function withoutJob(tx: Tx, runIds: string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  const held = await tx.execute<{ key: string }>(
    sql`select singleton_key as key from pgboss.job where name = ${RUN_QUEUE} and state in ('created', 'retry', 'active') and singleton_key in ${runIds}`,
  );
  const keys = new Set(held.map(({ key }) => key));
  return runIds.filter((id) => !keys.has(id));
}

/** Lets a run's job wait, inside the caller's transaction; whoever works on it may end in peace. */
export const postponeRun = (tx: Tx, runId: string, seconds: number) =>
  tx.execute(sql`
    update pgboss.job set state = 'retry', start_after = now() + ${seconds} * interval '1 second'
    where name = ${RUN_QUEUE} and state = 'active' and singleton_key = ${runId}`);

/** Keeps the trace of a run that broke off for good, inside the caller's transaction. */
export async function buryRun({ opened }: Sender, tx: Tx, letter: DeadLetter): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(DEAD_LETTER, letter, { db: fromDrizzle(tx, sql) });
}

/**
 * Gives the jobs of silent workers back, and once a day deletes those that were done a week ago, dead letters too. Not right after Postgres was started: workers that live could not say so while it was away, and
 * now have a heartbeat's time to.
 */
export async function superviseRuns({ opened }: Sender, db: Database, heartbeatSeconds: number): Promise<void> {
  const [server] = await db.execute<{ settled: boolean }>(
    sql`select pg_postmaster_start_time() < now() - ${heartbeatSeconds} * interval '1 second' as settled`,
  );
  if (server?.settled) await (await opened()).supervise();
}

/** How many jobs wait, are worked on, and are dead letters. */
export async function queueDepth(db: Database): Promise<{ waiting: number; active: number; dead: number }> {
  const [found] = await db.execute<{ waiting: number; active: number; dead: number }>(sql`
    select count(*) filter (where name = ${RUN_QUEUE} and state in ('created', 'retry'))::int as waiting,
      count(*) filter (where name = ${RUN_QUEUE} and state = 'active')::int as active,
      count(*) filter (where name = ${DEAD_LETTER})::int as dead
    from pgboss.job where name in (${RUN_QUEUE}, ${DEAD_LETTER})`);
  return found ?? { waiting: 0, active: 0, dead: 0 };
}

/** Hands dead letters to `handle`, one at a time: those we buried, and jobs that pg-boss gave up. Their rows stay a week. */
export async function workDeadLetters({ boss }: Queue, handle: (letter: DeadLetter) => Promise<void>): Promise<void> {
  await boss.work<DeadLetter>(DEAD_LETTER, { batchSize: 1, pollingIntervalSeconds: 5 }, async ([job]: Job<DeadLetter>[]) => {
    if (job) await handle(job.data);
  });
}

/** How many jobs are at work at once, and how long a silent worker keeps one. */
interface Working {
  concurrency: number;
  heartbeatSeconds: number;
}

/** Hands jobs to `handle`, `concurrency` at a time. A handler that throws has its job tried again. */
export async function workRuns(
  { boss }: Queue,
  { concurrency, heartbeatSeconds }: Working,
  handle: (taken: Taken, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await boss.work<RunJob>(
    RUN_QUEUE,
    {
      localConcurrency: concurrency,
      batchSize: 1,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 1,
      heartbeatRefreshSeconds: heartbeatSeconds / 5, // a database that restarts costs one or two beats, never all
    },
    async ([job]: Job<RunJob>[]) => {
      if (job) await handle({ runId: job.data.runId, jobId: job.id, taking: job.retryCount }, job.signal);
    },
  );
}

/** Hands websets whose answers changed to `handle`, `concurrency` at a time, each webset to one worker, whatever runs are at work. */
export async function workLearning(
  { boss }: Queue,
  { concurrency, heartbeatSeconds }: Working,
  handle: (websetId: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const options = {
    localConcurrency: concurrency,
    groupConcurrency: 1,
    batchSize: 1,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: heartbeatSeconds / 5,
  };
  await boss.work<{ websetId: string }>(LEARN_QUEUE, options, async ([job]: Job<{ websetId: string }>[]) => {
    if (job) await handle(job.data.websetId, job.signal);
  });
}

/** Hands plans that a model is asked for to `handle`, `concurrency` at a time. */
export async function workModelPlans(
  { boss }: Queue,
  { concurrency, heartbeatSeconds }: { concurrency: number; heartbeatSeconds: number },
  handle: (planId: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const options = {
    localConcurrency: concurrency,
    batchSize: 1,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: heartbeatSeconds / 5,
  };
  await boss.work<{ planId: string }>(PLAN_QUEUE, options, async ([job]: Job<{ planId: string }>[]) => {
    if (job) await handle(job.data.planId, job.signal);
  });
}

/** Takes no more jobs; those at work go on. */
export const stopWork = async ({ boss }: Queue) => {
  await boss.offWork(RUN_QUEUE, { wait: false });
  await boss.offWork(LEARN_QUEUE, { wait: false });
  await boss.offWork(PLAN_QUEUE, { wait: false });
};

/** Gives these jobs back, so that they are taken again at once, by their worker or for one that died. One that a peer took meanwhile stays there. */
export const releaseJobs = (db: Database, taken: Taken[]) =>
  taken.length === 0
    ? Promise.resolve()
    : db.execute(sql`
        ${giveBack} and (id, retry_count) in (
          select "jobId", taking from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as held ("jobId" uuid, taking int)
        )`);

/** Gives back every active job: for the owner of a database that was down until now, so that whoever held a job is gone. */
export async function releaseAllJobs(db: Database): Promise<void> {
  if (await hasQueue(db)) await db.execute(giveBack);
}

const giveBack = sql`update pgboss.job set state = 'retry', start_after = now() where name in (${RUN_QUEUE}, ${LEARN_QUEUE}) and state = 'active'`;
