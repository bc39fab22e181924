import type { Tx } from '../db/connection/client.ts';
import { appendEvents } from '../db/queries/runs/event.ts';
import { holdRun } from '../db/queries/runs/run.ts';
import type { RunEvent } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** This attempt may write no more: the run was cancelled, deleted or taken by another worker. */
export class Stale extends Error {}

/** The last checkpoint of each run in this process that is at work or waits. */
const lines = new Map<string, Promise<void>>();

/** Has a run's lanes write one after another: those that wait for the row of their run in Postgres are ended there after 10 s, and hold connections. */
async function inTurn(runId: string, work: () => Promise<void>): Promise<void> {
  const before = lines.get(runId);
  const { promise: mine, resolve: leave } = Promise.withResolvers<void>();
  lines.set(runId, mine);
  try {
    await before;
    await work();
  } finally {
    leave();
    if (lines.get(runId) === mine) lines.delete(runId);
  }
}

/**
 * Writes of a run, and the events that tell of them, in one transaction behind the fence: when the run is no longer this attempt's,
 * nothing is written and Stale is thrown. `work` answers the events; they are appended last. `before` is done right before the transaction, while no
 * other lane of the run writes.
 */
export async function checkpoint(
  deps: WorkerDeps,
  run: Pick<Run, 'id' | 'websetId' | 'attempt'>,
  work: (tx: Tx) => Promise<RunEvent[]>,
  before?: () => Promise<void>,
): Promise<void> {
  let emitted = 0;
  await inTurn(run.id, async () => {
    await before?.();
    await deps.db.transaction(async (tx) => {
      if (!(await holdRun(tx, run.id, run.attempt))) throw new Stale('the run is no longer this attempt');
      const events = await work(tx);
      emitted = events.length;
      await appendEvents(tx, run.websetId, run.id, events);
    });
  });
  deps.tally?.('events', emitted);
  deps.listener.notify(run.websetId);
}

/** Events alone, behind the same fence. */
export const emit = (deps: WorkerDeps, run: Pick<Run, 'id' | 'websetId' | 'attempt'>, ...events: RunEvent[]) =>
  checkpoint(deps, run, async () => events);
