import { appendEvents } from '../db/event.ts';
import * as runs from '../db/run.ts';
import { Fault, runAlive } from '../domain/errors.ts';
import type { Run, RunBudget } from '../domain/run.ts';
import type { OpenedWebset, Webset } from '../domain/webset.ts';
import { removeRun, sendRun } from '../queue/queue.ts';
import type { Call } from './call.ts';
import { spend } from './limits.ts';
import { holdWebset, openWebset } from './open.ts';

/** Queues a run over the criteria and columns of this moment. CONFLICT while one is alive. The run and its job are one transaction. */
export async function startRun(call: Call, websetId: string, budget: Partial<RunBudget> = {}): Promise<OpenedWebset> {
  await spend(call, 'run');
  await openWebset(call, websetId);
  await call.db.transaction(async (tx) => {
    await holdWebset(call, tx, websetId);
    const run = await runs.insertRun(tx, websetId, { ...call.budget, ...budget });
    if (!run) throw runAlive();
    if (!(await sendRun(call.queue, tx, run.id))) throw new Error('a new run has a job already');
  });
  call.listener.tell(websetId);
  return openWebset(call, websetId);
}

/** Ends the alive run at once; what it saved stays. With none alive nothing changes. Its worker hears of it and stops; the fence refuses what it still writes. */
export async function cancelRun(call: Call, websetId: string): Promise<OpenedWebset> {
  await openWebset(call, websetId);
  await call.db.transaction(async (tx) => {
    await holdWebset(call, tx, websetId);
    const cancelled = await runs.cancelAliveRun(tx, websetId);
    if (!cancelled) return;
    await removeRun(tx, cancelled.id);
    await appendEvents(tx, websetId, cancelled.id, [{ type: 'run.cancelled', data: { reason: 'cancelled', detail: null } }]);
  });
  call.listener.tell(websetId);
  return openWebset(call, websetId);
}

/** A webset's runs, newest first, at most 100. */
export const listRuns = (call: Call, webset: Pick<Webset, 'id'>): Promise<Run[]> => runs.listRuns(call.db, webset.id);

export async function getRun(call: Call, id: string): Promise<Run> {
  const run = await runs.findRun(call.db, id);
  if (!run) throw new Fault('NOT_FOUND', 'Run not found');
  await openWebset(call, run.websetId);
  return run;
}
