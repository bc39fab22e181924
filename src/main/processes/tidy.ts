import type { Config } from '../../config.ts';
import type { Database } from '../../db/connection/client.ts';
import { listUnlearned } from '../../db/queries/learning/decisions.ts';
import { dropOldAnswers } from '../../db/queries/runs/model.ts';
import { sweepModelPlans } from '../../db/queries/runs/model-plan.ts';
import { listAliveRuns } from '../../db/queries/runs/run.ts';
import { finishChore, sweepPauses, takeChore } from '../../db/queries/shared/pause.ts';
import { sweepRateLimits } from '../../db/queries/shared/rate-limit.ts';
import {
  dropCollectionPages,
  dropOldAnonymous,
  dropOldCandidates,
  dropOldCollections,
  dropOldPages,
} from '../../db/queries/shared/retain.ts';
import { sweepCalls } from '../../db/queries/shared/service-call.ts';
import { sweepSessions } from '../../db/queries/websets/account.ts';
import { sweepAddresses } from '../../db/queries/websets/account-address.ts';
import { callerOf } from '../../domain/caller/caller.ts';
import type { Sender } from '../../queue/job-queue.ts';
import { sendFetching, sendLearning, sendReading } from '../../queue/keyed-jobs.ts';
import { withoutReading } from '../../queue/reading-turns.ts';
import { sendRun, withoutJob } from '../../queue/run-jobs.ts';

const DAY_SECONDS = 24 * 60 * 60;
const COLLECTIONS_SECONDS = 60;
const AGAIN_SECONDS = 60 * 60;

/** Chores of every worker: restores lost jobs of runs, and deletes expired entries. */
export async function tidy(db: Database, queue: Sender): Promise<void> {
  const ids = (await listAliveRuns(db)).map(({ id }) => id);
  for (const id of await withoutJob(db, ids)) await db.transaction((tx) => sendRun(queue, tx, id));
  await sweepRateLimits(db);
  await sweepSessions(db);
  await sweepAddresses(db);
  await sweepPauses(db);
  await sweepCalls(db);
  await sweepModelPlans(db);
  for (const { id, ownerId } of await withoutReading(db, 'uploads'))
    await db.transaction((tx) => sendReading(queue, tx, id, callerOf(ownerId, null) ?? id));
  for (const { id, ownerId } of await withoutReading(db, 'addresses'))
    await db.transaction((tx) => sendFetching(queue, tx, id, callerOf(ownerId, null) ?? id));
  for (const id of await listUnlearned(db)) await db.transaction((tx) => sendLearning(queue, tx, id));
  if (await takeChore(db, 'collections', COLLECTIONS_SECONDS)) await dropCollectionPages(db);
}

/** The daily chore of one worker: deletes expired data. Null when it is not due; a failed attempt is repeated in an hour. */
export async function sweepOld(
  db: Database,
  { anonymousDays, pagesDays }: Config['retain'],
  signal: AbortSignal,
): Promise<{ websets: number; pages: number } | null> {
  if (anonymousDays === 0 && pagesDays === 0) return null;
  if (!(await takeChore(db, 'retention', AGAIN_SECONDS))) return null;
  // each is done even if the other fails
  const [websets] = await Promise.allSettled([anonymousDays > 0 ? dropOldAnonymous(db, anonymousDays, signal) : 0]);
  const [pages] = await Promise.allSettled([
    pagesDays > 0 ? dropOldCandidates(db, signal).then(() => dropOldPages(db, pagesDays, signal)) : 0,
  ]);
  if (anonymousDays > 0) await dropOldCollections(db, anonymousDays);
  if (pagesDays > 0) await dropOldAnswers(db, pagesDays);
  if (websets.status === 'rejected') throw websets.reason;
  if (pages.status === 'rejected') throw pages.reason;
  await finishChore(db, 'retention', DAY_SECONDS);
  return { websets: websets.value, pages: pages.value };
}
