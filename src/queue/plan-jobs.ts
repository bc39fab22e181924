import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Tx } from '../db/connection/client.ts';
import { PLAN_QUEUE, type Queue, type Sender, type Working } from './job-queue.ts';

/** Sends the job for a model's plan inside the caller's transaction. */
export async function sendModelPlan({ opened }: Sender, tx: Tx, planId: string): Promise<void> {
  const [boss, { fromDrizzle }] = [await opened(), await import('pg-boss')];
  await boss.send(PLAN_QUEUE, { planId }, { db: fromDrizzle(tx, sql) });
}

/** Passes requested plans to `handle`, `concurrency` at a time. */
export async function workModelPlans(
  { boss }: Queue,
  { concurrency, heartbeatSeconds }: Working,
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
