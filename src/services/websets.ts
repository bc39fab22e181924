import { cancelAliveRun } from '../db/run.ts';
import { insertWebset, deleteWebset as removeWebset, updateTitle } from '../db/webset.ts';
import { websetNotFound } from '../domain/errors.ts';
import type { CreateWebsetInput, OpenedWebset } from '../domain/webset.ts';
import { removeRun } from '../queue/queue.ts';
import type { Call } from './call.ts';
import { spend } from './limits.ts';
import { holdWebset, openWebset } from './open.ts';

/** Makes a webset: the caller's when signed in, else anybody's who holds its id. */
export async function createWebset(call: Call, input: CreateWebsetInput): Promise<OpenedWebset> {
  await spend(call, 'create');
  return { ...(await insertWebset(call.db, input, call.viewer.userId)), run: null };
}

export const getWebset = openWebset;

export async function renameWebset(call: Call, id: string, title: string): Promise<OpenedWebset> {
  await openWebset(call, id);
  if (!(await updateTitle(call.db, id, title))) throw websetNotFound();
  return openWebset(call, id);
}

/** Deletes a webset with its rows, runs and events; a run that is alive is cancelled and its job removed in the same transaction. */
export async function deleteWebset(call: Call, id: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    await holdWebset(call, tx, id);
    const cancelled = await cancelAliveRun(tx, id);
    if (cancelled) await removeRun(tx, cancelled.id);
    await removeWebset(tx, id);
  });
  call.listener.tell(id);
}
