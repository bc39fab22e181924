import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Tx } from '../db/connection/client.ts';
import { type Queue, READING_QUEUE, type Sender, type Working } from './queue.ts';

/** Sends the job that reads what waits in a collection, inside the caller's transaction, unless one waits already. */
export async function sendReading({ opened }: Sender, tx: Tx, collectionId: string): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(READING_QUEUE, { collectionId }, { singletonKey: collectionId, group: { id: collectionId }, db: fromDrizzle(tx, sql) });
}

/** Hands collections of which something waits to `handle`, `concurrency` at a time, each to one worker. */
export async function workReading(
  { boss }: Queue,
  { concurrency, heartbeatSeconds }: Working,
  handle: (collectionId: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const options = {
    localConcurrency: concurrency,
    groupConcurrency: 1,
    batchSize: 1,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: heartbeatSeconds / 5,
  };
  await boss.work<{ collectionId: string }>(READING_QUEUE, options, async ([job]: Job<{ collectionId: string }>[]) => {
    if (job) await handle(job.data.collectionId, job.signal);
  });
}
