import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Database, Tx } from '../db/connection/client.ts';
import { DEAD_LETTER, hasQueue, LEARN_QUEUE, type Queue, READING_QUEUE, RUN_QUEUE, type Sender, type Working } from './job-queue.ts';

/** A new job is last until the jobs are ordered (fairness.ts). */
export const LAST_IN_LINE = -1_000_000;

export interface RunJob {
  runId: string;
}

/** A run's job as one worker took it. The next worker that takes it gets another `taking`. */
export interface Taken extends RunJob {
  jobId: string;
  taking: number;
}

/** The record of a run that failed for good. */
export interface DeadLetter extends RunJob {
  reason?: string;
  detail?: string;
  trace?: string;
}

/** Sends a run's job inside the caller's transaction. Returns false if the run already has one. */
export async function sendRun({ opened }: Sender, tx: Tx, runId: string): Promise<boolean> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  const job: RunJob = { runId };
  return (await boss.send(RUN_QUEUE, job, { singletonKey: runId, priority: LAST_IN_LINE, db: fromDrizzle(tx, sql) })) !== null;
}

/** Removes the jobs of runs, queued or active, inside the caller's transaction. */
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

/** Returns the runs that have no job, waiting or active. */
export async function withoutJob(tx: Tx, runIds: string[]): Promise<string[]> {
  if (runIds.length === 0) return [];
  const held = await tx.execute<{ key: string }>(
    sql`select singleton_key as key from pgboss.job where name = ${RUN_QUEUE} and state in ('created', 'retry', 'active') and singleton_key in ${runIds}`,
  );
  const keys = new Set(held.map(({ key }) => key));
  return runIds.filter((id) => !keys.has(id));
}

/** Puts a run's job back to wait, inside the caller's transaction; its worker can stop without an error. */
export const postponeRun = (tx: Tx, runId: string, seconds: number) =>
  tx.execute(sql`
    update pgboss.job set state = 'retry', start_after = now() + ${seconds} * interval '1 second'
    where name = ${RUN_QUEUE} and state = 'active' and singleton_key = ${runId}`);

/** Records a run that failed for good, inside the caller's transaction. */
export async function buryRun({ opened }: Sender, tx: Tx, letter: DeadLetter): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(DEAD_LETTER, letter, { db: fromDrizzle(tx, sql) });
}

/**
 * Requeues the jobs of silent workers; once a day deletes week-old finished jobs and dead letters. Skipped for one heartbeat after Postgres
 * starts, as live workers could not report while it was down.
 */
export async function superviseRuns({ opened }: Sender, db: Database, heartbeatSeconds: number): Promise<void> {
  const [server] = await db.execute<{ settled: boolean }>(
    sql`select pg_postmaster_start_time() < now() - ${heartbeatSeconds} * interval '1 second' as settled`,
  );
  if (server?.settled) await (await opened()).supervise();
}

/** The number of waiting jobs, active jobs, and dead letters. */
export async function queueDepth(db: Database): Promise<{ waiting: number; active: number; dead: number }> {
  const [found] = await db.execute<{ waiting: number; active: number; dead: number }>(sql`
    select count(*) filter (where name = ${RUN_QUEUE} and state in ('created', 'retry'))::int as waiting,
      count(*) filter (where name = ${RUN_QUEUE} and state = 'active')::int as active,
      count(*) filter (where name = ${DEAD_LETTER})::int as dead
    from pgboss.job where name in (${RUN_QUEUE}, ${DEAD_LETTER})`);
  return found ?? { waiting: 0, active: 0, dead: 0 };
}

/** Passes dead letters to `handle`, one at a time: our own, and jobs that pg-boss gave up. Their rows stay a week. */
export async function workDeadLetters({ boss }: Queue, handle: (letter: DeadLetter) => Promise<void>): Promise<void> {
  await boss.work<DeadLetter>(DEAD_LETTER, { batchSize: 1, pollingIntervalSeconds: 5 }, async ([job]: Job<DeadLetter>[]) => {
    if (job) await handle(job.data);
  });
}

/** Passes jobs to `handle`, `concurrency` at a time. A job whose handler throws is retried. */
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
      heartbeatRefreshSeconds: heartbeatSeconds / 5, // a database restart costs one or two beats, never all
    },
    async ([job]: Job<RunJob>[]) => {
      if (job) await handle({ runId: job.data.runId, jobId: job.id, taking: job.retryCount }, job.signal);
    },
  );
}

/** Requeues these jobs so that a worker takes them at once, except those that a peer has taken meanwhile. */
export const releaseJobs = (db: Database, taken: Taken[]) =>
  taken.length === 0
    ? Promise.resolve()
    : db.execute(sql`
        ${giveBack} and (id, retry_count) in (
          select "jobId", taking from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as held ("jobId" uuid, taking int)
        )`);

/** Requeues every active job: for the owner of a database that was down, so that no worker still holds one. */
export async function releaseAllJobs(db: Database): Promise<void> {
  if (await hasQueue(db)) await db.execute(giveBack);
}

const giveBack = sql`update pgboss.job set state = 'retry', start_after = now() where name in (${RUN_QUEUE}, ${LEARN_QUEUE}, ${READING_QUEUE}) and state = 'active'`;
