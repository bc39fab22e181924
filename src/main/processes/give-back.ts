import { openClient } from '../../db/connection/client.ts';
import { PATIENCE } from '../../domain/work/patience.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';
import { releaseJobs, type Taken } from '../../queue/run-jobs.ts';

/** Requeues the jobs of a worker that ended. If the database does not answer in time, they wait until their heartbeat expires. */
export async function giveBack(databaseUrl: string, jobs: Taken[], waitMs: number = PATIENCE.children.giveBackMs): Promise<void> {
  await using client = openClient(databaseUrl, { max: 1, name: 'webset serve' });
  const late = new AbortController();
  void sleepWhileRunning(waitMs, late.signal).then(() => late.signal.aborted || client.cut());
  await releaseJobs(client.db, jobs).catch(() => {});
  late.abort();
}
