import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Tx } from '../db/connection/client.ts';
import { LEARN_QUEUE, type Queue, READING_QUEUE, type Sender, type Working } from './queue.ts';

/** A queue whose job names one thing by its id: one job a thing waits at most, and one is at work. */
function keyedJobs<Key extends string>(name: string, key: Key) {
  type Data = Record<Key, string>;
  return {
    async send({ opened }: Sender, tx: Tx, id: string): Promise<void> {
      const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
      await boss.send(name, { [key]: id }, { singletonKey: id, group: { id }, db: fromDrizzle(tx, sql) });
    },
    async work(
      { boss }: Queue,
      { concurrency, heartbeatSeconds }: Working,
      handle: (id: string, signal: AbortSignal) => Promise<void>,
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
        if (job) await handle(job.data[key], job.signal);
      });
    },
  };
}

const learning = keyedJobs(LEARN_QUEUE, 'websetId');
const reading = keyedJobs(READING_QUEUE, 'collectionId');

/** Sends a webset's learning job inside the caller's transaction, unless one waits already. */
export const sendLearning = learning.send;
/** Hands websets whose answers changed to `handle`, `concurrency` at a time, each webset to one worker, whatever runs are at work. */
export const workLearning = learning.work;
/** Sends the job that reads what waits in a collection, inside the caller's transaction, unless one waits already. */
export const sendReading = reading.send;
/** Hands collections of which something waits to `handle`, `concurrency` at a time, each to one worker. */
export const workReading = reading.work;
