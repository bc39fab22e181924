import { openClient } from '../../db/connection/client.ts';
import { releaseJobs, type Taken } from '../../queue/run-jobs.ts';

/** As long as a restart waits for it. */
const PATIENCE_MS = 5000;

/** Gives the jobs of a worker that ended back. A database that has not answered after 5 s is waited for no longer: their heartbeat ends them then. */
export async function giveBack(databaseUrl: string, jobs: Taken[]): Promise<void> {
  await using client = openClient(databaseUrl, { max: 1, name: 'webset serve' });
  const late = setTimeout(client.cut, PATIENCE_MS);
  await releaseJobs(client.db, jobs).catch(() => {});
  clearTimeout(late);
}
