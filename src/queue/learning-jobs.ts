import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Tx } from '../db/connection/client.ts';
import { LEARN_QUEUE, type Queue, type Sender, type Working } from './queue.ts';

/** Sends a webset's learning job inside the caller's transaction, unless one waits already. */
export async function sendLearning({ opened }: Sender, tx: Tx, websetId: string): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(LEARN_QUEUE, { websetId }, { singletonKey: websetId, group: { id: websetId }, db: fromDrizzle(tx, sql) });
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
