import type { Tx } from '../../db/connection/client.ts';
import { insertRun } from '../../db/queries/runs/run.ts';
import { callerOf } from '../../domain/caller/caller.ts';
import { runAlive } from '../../domain/errors.ts';
import type { Run } from '../../domain/run-state.ts';
import type { OpenedWebset, Webset } from '../../domain/webset-state.ts';
import { sendRun } from '../../queue/run-jobs.ts';
import type { Call } from '../call.ts';
import { holdCaller, holdWebset } from '../open.ts';

type NewRun = Parameters<typeof insertRun>[2];

/**
 * Queues a run with its job and what `work` writes beside it, in one transaction: the webset is read and the access rule checked once.
 * CONFLICT while a run is alive.
 */
export async function queueRun(
  call: Call,
  websetId: string,
  work: (tx: Tx, webset: Webset, insert: (run: NewRun) => Promise<Run>) => Promise<Run>,
): Promise<OpenedWebset> {
  const queued = await call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    const webset = await holdWebset(call, tx, websetId);
    const run = await work(tx, webset, async (asked) => {
      const made = await insertRun(tx, websetId, asked, callerOf(call.viewer.userId, call.client));
      if (!made) throw runAlive();
      if (!(await sendRun(call.queue, tx, made.id))) throw new Error('a new run has a job already');
      return made;
    });
    return { ...webset, run };
  });
  call.listener.notify(websetId);
  return queued;
}
