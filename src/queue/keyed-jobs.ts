import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Tx } from '../db/connection/client.ts';
import { FETCHING_QUEUE, LEARN_QUEUE, type Queue, READING_QUEUE, type Sender, type Working } from './queue.ts';
import { LAST_IN_LINE } from './run-jobs.ts';

/** A queue whose job names one thing by its id: one job a thing waits at most, and one is at work. */
function keyedJobs<Key extends string>(name: string, key: Key) {
  type Data = Record<Key, string> & { caller?: string };
  return {
    /** `caller`: whose it is, by which turns go (reading-turns.ts). */
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
/** Hands websets whose answers changed to `handle`, `concurrency` at a time, each webset to one worker, whatever runs are at work. */
export const workLearning = learning.work;
/** Sends the job that reads the files that wait in a collection, inside the caller's transaction, unless one waits already. */
export const sendReading = reading.send;
/** Hands collections of which files wait to `handle`, `concurrency` at a time, each to one worker. */
export const workReading = reading.work;
/** The same of the addresses that wait in a collection: what has to be fetched keeps no file waiting. */
export const sendFetching = fetching.send;
export const workFetching = fetching.work;
