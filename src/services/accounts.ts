import { cancelAliveRunsOf } from '../db/queries/runs/run.ts';
import { findOperator } from '../db/queries/shared/setting.ts';
import * as accounts from '../db/queries/websets/account.ts';
import { removeRuns } from '../queue/run-jobs.ts';
import type { Call } from './call.ts';

/** Deletes a user with all websets in one transaction; alive runs are cancelled and their jobs removed. False when there is none. */
export async function deleteAccount({ db, listener, queue }: Pick<Call, 'db' | 'listener' | 'queue'>, userId: string): Promise<boolean> {
  const { existed, runs } = await db.transaction(async (tx) => {
    await accounts.lockUser(tx, userId); // nothing becomes the user's from here on
    await findOperator(tx); // else the next account would become it
    await accounts.lockWebsetsOf(tx, userId);
    const runs = await cancelAliveRunsOf(tx, userId);
    await removeRuns(
      queue,
      tx,
      runs.map(({ id }) => id),
    );
    return { runs, existed: await accounts.deleteUser(tx, userId) };
  });
  for (const { websetId } of runs) listener.notify(websetId);
  return existed;
}
