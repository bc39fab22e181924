import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Database, Tx } from '../db/connection/client.ts';
import { DEAD_LETTER, hasQueue, LEARN_QUEUE, type Queue, READING_QUEUE, RUN_QUEUE, type Sender, type Working } from './queue.ts';

/** A new job stands behind all others that wait, until they are brought into order (fairness.ts). */
export const LAST_IN_LINE = -1_000_000;

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

/** Sends a run's job inside the caller's transaction. False when the run has one already. */
export async function sendRun({ opened }: Sender, tx: Tx, runId: string): Promise<boolean> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  const job: RunJob = { runId };
  return (await boss.send(RUN_QUEUE, job, { singletonKey: runId, priority: LAST_IN_LINE, db: fromDrizzle(tx, sql) })) !== null;
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

const giveBack = sql`update pgboss.job set state = 'retry', start_after = now() where name in (${RUN_QUEUE}, ${LEARN_QUEUE}, ${READING_QUEUE}) and state = 'active'`;
