import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../db/connection/client.ts';
import { openSocket } from '../db/connection/socket.ts';
import { PLAN_WAIT_SECONDS } from '../domain/model/plan.ts';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';

/** One job a run: it wakes a worker; the run's row is the truth. */
export const RUN_QUEUE = 'run';
/** What is kept of runs that broke off for good. */
export const DEAD_LETTER = 'run_dead';
/**
 * One job a webset whose answers changed; an answer that comes while one is at work leaves one more waiting, which later answers join. That one job of a
 * webset is at work at a time is asked of its group: a queue of pg-boss' policy `stately` passes a key over for up to a minute after it was at work.
 */
export const LEARN_QUEUE = 'learning';
/** One job a plan that a model is asked for. */
export const PLAN_QUEUE = 'plan';
/** One job a collection that has files waiting; one that comes while one is at work leaves one more waiting. */
export const READING_QUEUE = 'reading';
/** One job a collection that has addresses waiting, in the same way. */
export const FETCHING_QUEUE = 'fetching';
const LEARN_SECONDS = 300;
const LEARN_RETRIES = 5;
/** As long as pg-boss lets a job last. A run that goes on for longer is handed over then, once a day, which is no failure. */
const JOB_SECONDS = 24 * 60 * 60 - 1;
/** The run's row counts what failed and what stalled; a job that is retaken ever so often is no reason to end a run. */
const RETRIES = 100_000;

/** Sending jobs: all that a gateway does. */
export interface Sender extends AsyncDisposable {
  opened(): Promise<PgBoss>;
}

/** Sending jobs and working on them. */
export interface Queue extends Sender {
  boss: PgBoss;
}

/** How many jobs are at work at once, and how long a silent worker keeps one. */
export interface Working {
  concurrency: number;
  heartbeatSeconds: number;
}

type Options = { heartbeatSeconds: number; worker: boolean; onError: (error: Error) => void; patience?: Patience['queue'] };

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
  const { heartbeatSeconds, worker, onError, patience = PATIENCE.queue } = options;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'webset queue',
    max: worker ? 4 : 2,
    options: `-c statement_timeout=${patience.statementMs}`,
    connectionTimeoutMillis: patience.placeMs, // for a place in the pool, too
    ...{ stream: () => openSocket(patience.connectSeconds), query_timeout: patience.answerMs, keepAlive: true }, // of its pg pool
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
  const reading = { heartbeatSeconds, retryLimit: RETRIES, retryDelay: 1, expireInSeconds: JOB_SECONDS, notify: true };
  for (const name of [READING_QUEUE, FETCHING_QUEUE]) {
    await boss.createQueue(name, { ...reading, policy: 'short' });
    await boss.updateQueue(name, reading);
  }
  const planning = { heartbeatSeconds, retryLimit: 2, retryDelay: 1, expireInSeconds: PLAN_WAIT_SECONDS, notify: true };
  await boss.createQueue(PLAN_QUEUE, planning);
  await boss.updateQueue(PLAN_QUEUE, planning);
  return { boss, opened: async () => boss, [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: true }) };
}

/** Takes no more jobs; those at work go on. */
export const stopWork = async ({ boss }: Queue) => {
  await boss.offWork(RUN_QUEUE, { wait: false });
  await boss.offWork(LEARN_QUEUE, { wait: false });
  await boss.offWork(PLAN_QUEUE, { wait: false });
  await boss.offWork(READING_QUEUE, { wait: false });
  await boss.offWork(FETCHING_QUEUE, { wait: false });
};
