import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Tx } from '../db/connection/client.ts';
import { FETCHING_QUEUE, LEARN_QUEUE, type Queue, READING_QUEUE, type Sender, type Working } from './job-queue.ts';
import { LAST_IN_LINE } from './run-jobs.ts';

/** A queue whose jobs each name one thing by its id: at most one job per thing waits, and one is at work. */
function keyedJobs<Key extends string>(name: string, key: Key) {
  type Data = Record<Key, string> & { caller?: string };
  return {
    /** `caller`: the owner, for fair turns (reading-turns.ts). */
    async send({ opened }: Sender, tx: Tx, id: string, caller?: string): Promise<void> {
      const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
      const data = { [key]: id, ...(caller !== undefined && { caller }) };
      await boss.send(name, data, { singletonKey: id, group: { id }, priority: LAST_IN_LINE, db: fromDrizzle(tx, sql) });
    },
    async work(
      { boss }: Queue,
      { concurrency, heartbeatSeconds }: Working,
      handle: (id: string, signal: AbortSignal, caller: string) => Promise<void>,
    ): Promise<void> {
      const options = {
        localConcurrency: concurrency,
        groupConcurrency: 1,
        batchSize: 1,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 1,
        heartbeatRefreshSeconds: heartbeatSeconds / 5,
      };
      await boss.work<Data>(name, options, async ([job]: Job<Data>[]) => {
        if (job) await handle(job.data[key], job.signal, job.data.caller ?? job.data[key]);
      });
    },
  };
}

const learning = keyedJobs(LEARN_QUEUE, 'websetId');
const reading = keyedJobs(READING_QUEUE, 'collectionId');
const fetching = keyedJobs(FETCHING_QUEUE, 'collectionId');

/** Sends a webset's learning job inside the caller's transaction, unless one waits already. */
export const sendLearning = (queue: Sender, tx: Tx, websetId: string) => learning.send(queue, tx, websetId);
/** Passes websets with changed answers to `handle`, `concurrency` at a time, each to one worker, independently of runs. */
export const workLearning = learning.work;
/** Sends the job that reads a collection's waiting files, inside the caller's transaction, unless one waits already. */
export const sendReading = reading.send;
/** Passes collections with waiting files to `handle`, `concurrency` at a time, each to one worker. */
export const workReading = reading.work;
/** The same for waiting addresses: slow fetches must not delay files. */
export const sendFetching = fetching.send;
export const workFetching = fetching.work;
