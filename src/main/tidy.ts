import type { Config } from '../config.ts';
import { sweepSessions } from '../db/account.ts';
import type { Database } from '../db/client.ts';
import { dropOldAnswers } from '../db/model.ts';
import { sweepPauses, takeChore } from '../db/pause.ts';
import { sweepRateLimits } from '../db/rate-limit.ts';
import { dropOldAnonymous, dropOldPages } from '../db/retain.ts';
import { listAliveRuns } from '../db/run.ts';
import { type Queue, sendRun, withoutJob } from '../queue/queue.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** What one worker at a time does now and then: wakes runs that lost their job, forgets what is over, and once a day what is kept no longer. */
export async function tidy(
  db: Database,
  queue: Queue,
  { retain }: Pick<Config, 'retain'>,
): Promise<{ websets: number; pages: number } | null> {
  const ids = (await listAliveRuns(db)).map(({ id }) => id);
  for (const id of await withoutJob(db, ids)) await db.transaction((tx) => sendRun(queue, tx, id));
  await sweepRateLimits(db);
  await sweepSessions(db);
  await sweepPauses(db);
  if (retain.anonymousDays === 0 && retain.pagesDays === 0) return null;
  if (!(await takeChore(db, 'retention', DAY_SECONDS))) return null;
  if (retain.pagesDays > 0) await dropOldAnswers(db, retain.pagesDays);
  return {
    websets: retain.anonymousDays > 0 ? await dropOldAnonymous(db, retain.anonymousDays) : 0,
    pages: retain.pagesDays > 0 ? await dropOldPages(db, retain.pagesDays) : 0,
  };
}
