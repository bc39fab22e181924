import type { Tx } from '../db/connection/client.ts';
import { appendEvents } from '../db/queries/runs/event.ts';
import { holdRun } from '../db/queries/runs/run.ts';
import type { RunEvent } from '../domain/run-event.ts';
import type { Run } from '../domain/run-state.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** Thrown when this attempt may no longer write: the run was cancelled, deleted or taken by another worker. */
export class Stale extends Error {}

/** The last checkpoint, active or waiting, of each run in this process. */
const lines = new Map<string, Promise<void>>();

/** Serialises the writes of a run's lanes: waiting for the run's row lock in Postgres would hold connections and fail after 10 s. */
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
 * Writes changes and events of a run in one transaction, or throws Stale if the run is no longer this attempt's. `work` returns the events,
 * which are appended last. `before` runs just before it, while no other lane of the run writes.
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

/** Writes events only, under the same condition. */
export const emit = (deps: WorkerDeps, run: Pick<Run, 'id' | 'websetId' | 'attempt'>, ...events: RunEvent[]) =>
  checkpoint(deps, run, async () => events);
