import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Database } from '../db/connection/client.ts';
import { openSocket } from '../db/connection/socket.ts';
import { PLAN_WAIT_SECONDS } from '../domain/model/plan.ts';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';

/** One job per run. It only wakes a worker; the run's row is authoritative. */
export const RUN_QUEUE = 'run';
/** The records of runs that failed for good. */
export const DEAD_LETTER = 'run_dead';
/**
 * One job per webset with changed answers; answers during a job share one more that waits. The group limits a webset to one job at a time:
 * with pg-boss' policy `stately`, a key may be skipped for up to a minute afterwards.
 */
export const LEARN_QUEUE = 'learning';
/** One job per plan requested from a model. */
export const PLAN_QUEUE = 'plan';
/** One job per collection with waiting files; requests during a job share one more that waits. */
export const READING_QUEUE = 'reading';
/** One job per collection with waiting addresses, in the same way. */
export const FETCHING_QUEUE = 'fetching';
const LEARN_SECONDS = 300;
const LEARN_RETRIES = 5;
/** The longest that pg-boss lets a job last. A longer run is handed over once a day, which does not count as a failure. */
const JOB_SECONDS = 24 * 60 * 60 - 1;
/** Unlimited in effect: the run's row counts failures and stalls; repeated retries alone must not end a run. */
const RETRIES = 100_000;

/** Sends jobs: all that a gateway does. */
export interface Sender extends AsyncDisposable {
  opened(): Promise<PgBoss>;
}

/** Sends jobs and works on them. */
export interface Queue extends Sender {
  boss: PgBoss;
}

/** How many jobs run at once, and how long a silent worker keeps one. */
export interface Working {
  concurrency: number;
  heartbeatSeconds: number;
}

type Options = { worker: boolean; onError: (error: Error) => void; patience?: Patience['queue'] };

/** Whether the queue's tables exist. */
export async function hasQueue(db: Database): Promise<boolean> {
  const [queue] = await db.execute(sql`select to_regclass('pgboss.job') as found`);
  return Boolean(queue?.found);
}

/** For processes that may never send a job: connects with the first one. */
export function openSender(url: string, options: Omit<Options, 'worker'>): Sender {
  let opening: Promise<Queue> | undefined;
  return {
    async opened() {
      opening ??= openQueue(url, { ...options, worker: false });
      try {
        return (await opening).boss;
      } catch (error) {
        opening = undefined; // the next call tries again
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
 * Opens pg-boss on the database with a small pool of its own. Workers must call `superviseRuns` every second.
 */
export async function openQueue(url: string, options: Options): Promise<Queue> {
  const { PgBoss } = await import('pg-boss');
  const { worker, onError, patience = PATIENCE.queue } = options;
  const { heartbeatSeconds } = patience;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'webset queue',
    max: worker ? 4 : 2,
    options: `-c statement_timeout=${patience.statementMs}`,
    connectionTimeoutMillis: patience.placeMs, // also limits waiting for a connection of the pool
    ...{ stream: () => openSocket(patience.connectSeconds), query_timeout: patience.answerMs, keepAlive: true }, // for pg-boss' pg pool
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

/** Takes no more jobs; running ones go on. */
export const stopWork = async ({ boss }: Queue) => {
  await boss.offWork(RUN_QUEUE, { wait: false });
  await boss.offWork(LEARN_QUEUE, { wait: false });
  await boss.offWork(PLAN_QUEUE, { wait: false });
  await boss.offWork(READING_QUEUE, { wait: false });
  await boss.offWork(FETCHING_QUEUE, { wait: false });
};
