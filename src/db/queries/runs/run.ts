import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { HandOver, Run, RunBudget, RunCounts, RunMode, RunReason, RunScope } from '../../../domain/run-state.ts';
import type { Tx } from '../../connection/client.ts';
import { run } from '../../tables/run.ts';
import { criterion, enrichment, webset } from '../../tables/webset.ts';
import { unbeginCandidates } from './candidate.ts';

type Stored = typeof run.$inferSelect;

const ALIVE = ['queued', 'running'] as const;
/** Of a run that has ended: nobody's place is counted any more, and no address is kept. */
const ENDED = { endedAt: sql`now()`, caller: null, handOver: null };
/** By the database's clock, since workers' own may be wrong. */
const msSinceTaken = sql<number>`extract(epoch from now() - coalesce(${run.takenAt}, ${run.startedAt}))::float8 * 1000`;
const alive = (websetId: string) => and(eq(run.websetId, websetId), inArray(run.state, [...ALIVE]));

export const runOf = ({
  searches,
  found,
  read,
  unreadable,
  judged,
  matched,
  inputTokens,
  outputTokens,
  costNanoUsd,
  ...rest
}: Stored): Run => ({
  ...rest,
  spent: { inputTokens, outputTokens, costNanoUsd },
  counts: { searches, found, read, unreadable, judged, matched },
});

/** Queues a run over the criteria and columns of this moment. Null when one is alive: the index decides a race. */
export async function insertRun(
  tx: Tx,
  websetId: string,
  budget: RunBudget & { mode?: RunMode; only?: RunScope | null },
  caller: string | null = null,
): Promise<Run | null> {
  const [made] = await tx
    .insert(run)
    .values({
      websetId,
      ...budget,
      caller,
      criterionIds: sql`(select coalesce(array_agg(c.id order by c.position), '{}') from ${criterion} c where c.webset_id = ${websetId})`,
      enrichmentIds: sql`(select coalesce(array_agg(e.id order by e.position), '{}') from ${enrichment} e where e.webset_id = ${websetId})`,
    })
    .onConflictDoNothing({ target: run.websetId, where: sql`state in ('queued', 'running')` })
    .returning();
  return made ? runOf(made) : null;
}

export async function findRun(tx: Tx, id: string): Promise<Run | null> {
  const [found] = await tx.select().from(run).where(eq(run.id, id));
  return found ? runOf(found) : null;
}

/** A webset's runs, newest first. */
export async function listRuns(tx: Tx, websetId: string, limit = 100): Promise<Run[]> {
  const found = await tx.select().from(run).where(eq(run.websetId, websetId)).orderBy(desc(run.createdAt), desc(run.id)).limit(limit);
  return found.map(runOf);
}

/** A webset's latest run of a mode; null when there was none. */
export async function findLastRun(tx: Tx, websetId: string, mode: RunMode): Promise<Run | null> {
  const [found] = await tx
    .select()
    .from(run)
    .where(and(eq(run.websetId, websetId), eq(run.mode, mode)))
    .orderBy(desc(run.createdAt), desc(run.id))
    .limit(1);
  return found ? runOf(found) : null;
}

/** The alive run of a webset; null when none is. */
export async function findAliveRun(tx: Tx, websetId: string): Promise<Run | null> {
  const [found] = await tx.select().from(run).where(alive(websetId)).limit(1);
  return found ? runOf(found) : null;
}

export async function isRunAlive(tx: Tx, websetId: string): Promise<boolean> {
  return (await tx.select({ id: run.id }).from(run).where(alive(websetId)).limit(1)).length > 0;
}

/** Ends the alive run of a webset as cancelled. Null when none is alive. */
export async function cancelAliveRun(tx: Tx, websetId: string): Promise<Run | null> {
  const [ended] = await tx
    .update(run)
    .set({ state: 'cancelled', reason: 'cancelled', ...ENDED })
    .where(alive(websetId))
    .returning();
  return ended ? runOf(ended) : null;
}

/** Ends every alive run of a user's websets as cancelled. */
export const cancelAliveRunsOf = (tx: Tx, ownerId: string): Promise<{ id: string; websetId: string }[]> =>
  tx
    .update(run)
    .set({ state: 'cancelled', reason: 'cancelled', ...ENDED })
    .where(
      and(
        inArray(run.websetId, tx.select({ id: webset.id }).from(webset).where(eq(webset.ownerId, ownerId))),
        inArray(run.state, [...ALIVE]),
      ),
    )
    .returning({ id: run.id, websetId: run.websetId });

/** Takes a queued or orphaned run: the next attempt. Null when it has ended. */
export async function takeRun(tx: Tx, id: string): Promise<Run | null> {
  const [taken] = await tx
    .update(run)
    .set({
      state: 'running',
      attempt: sql`${run.attempt} + 1`,
      stalls: sql`case when ${run.state} = 'queued' then ${run.stalls} else ${run.stalls} + 1 end`,
      startedAt: sql`coalesce(${run.startedAt}, now())`,
      heldMs: sql`case when ${run.state} = 'queued' then ${run.heldMs} else ${run.heldMs} + ${msSinceTaken} end`,
      takenAt: sql`now()`,
      handOver: null,
    })
    .where(and(eq(run.id, id), inArray(run.state, [...ALIVE])))
    .returning();
  return taken ? runOf(taken) : null;
}

/** The fence: locks the run for this attempt until the transaction ends. False when it was cancelled or retaken: write nothing then. */
export async function holdRun(tx: Tx, id: string, attempt: number): Promise<boolean> {
  const held = await tx
    .select({ id: run.id })
    .from(run)
    .where(and(eq(run.id, id), eq(run.attempt, attempt), eq(run.state, 'running')))
    .for('no key update');
  return held.length > 0;
}

/** Adds to a run's counts. Any count but `found` means that a candidate is finished, so the run does not stall. */
export async function addCounts(tx: Tx, id: string, more: Partial<RunCounts>): Promise<RunCounts> {
  const set: Record<string, unknown> = Object.fromEntries(
    Object.entries(more).map(([name, n]) => [name, sql`${run[name as keyof RunCounts]} + ${n}`]),
  );
  const columns = {
    searches: run.searches,
    found: run.found,
    read: run.read,
    unreadable: run.unreadable,
    judged: run.judged,
    matched: run.matched,
  };
  const [counts] = await tx
    .update(run)
    .set({ ...set, ...(!Object.hasOwn(more, 'found') && { stalls: 0 }) })
    .where(eq(run.id, id))
    .returning(columns);
  if (!counts) throw new Error('the run is gone');
  return counts;
}

/** Counts a stage that threw: it did not die, so the run does not stall. Answers how many have thrown. */
export async function addFailure(tx: Tx, id: string): Promise<number> {
  const [counted] = await tx
    .update(run)
    .set({ failures: sql`${run.failures} + 1`, stalls: 0 })
    .where(eq(run.id, id))
    .returning({ failures: run.failures });
  return counted?.failures ?? 0;
}

/** Returns a run to the queue for another worker: it did not stall, no page is to blame, and its minutes do not pass while it waits. */
export async function handOver(tx: Tx, id: string, attempt: number): Promise<void> {
  const handed = await tx
    .update(run)
    .set({ state: 'queued', heldMs: sql`${run.heldMs} + ${msSinceTaken}`, handOver: null })
    .where(and(eq(run.id, id), eq(run.attempt, attempt), eq(run.state, 'running')))
    .returning({ id: run.id });
  if (handed.length > 0) await unbeginCandidates(tx, id, attempt);
}

/** For how long workers have held a running run, in seconds. */
export async function secondsHeld(tx: Tx, id: string): Promise<number> {
  const [held] = await tx
    .select({ ms: sql<number>`${run.heldMs} + ${msSinceTaken}` })
    .from(run)
    .where(eq(run.id, id));
  return (held?.ms ?? 0) / 1000;
}

/** Raises the share of a run's pages that a model judges. */
export const raiseShare = (tx: Tx, id: string, raisedShare: number) => tx.update(run).set({ raisedShare }).where(eq(run.id, id));

/** Asks the workers of these runs to hand them over, except runs that are locked by a write: they are asked again later. */
export async function askHandOver(tx: Tx, ids: string[], how: HandOver): Promise<void> {
  if (ids.length === 0) return;
  const free = tx
    .select({ id: run.id })
    .from(run)
    .where(and(inArray(run.id, ids), eq(run.state, 'running')))
    .for('no key update', { skipLocked: true });
  await tx.update(run).set({ handOver: how }).where(inArray(run.id, free));
}

/** What a run searches for, from its first plan on. */
export const setQueries = (tx: Tx, id: string, queries: string[]) => tx.update(run).set({ queries }).where(eq(run.id, id));

export const setCriterionIds = (tx: Tx, id: string, criterionIds: string[]) => tx.update(run).set({ criterionIds }).where(eq(run.id, id));

export const endRun = (tx: Tx, id: string, state: 'completed' | 'failed', reason: RunReason, detail: string | null) =>
  tx
    .update(run)
    .set({ state, reason, detail, ...ENDED })
    .where(eq(run.id, id));

/** Ends an alive run as failed, also one that a worker has. False when it is not alive. */
export async function endAliveRun(tx: Tx, id: string, reason: RunReason, detail: string): Promise<boolean> {
  const ended = await tx
    .update(run)
    .set({ state: 'failed', reason, detail, ...ENDED })
    .where(and(eq(run.id, id), inArray(run.state, [...ALIVE])))
    .returning({ id: run.id });
  return ended.length > 0;
}

/** Runs that are alive, oldest first: those a sweep may have to wake. */
export const listAliveRuns = (tx: Tx) =>
  tx
    .select({ id: run.id, websetId: run.websetId, state: run.state })
    .from(run)
    .where(inArray(run.state, [...ALIVE]))
    .orderBy(run.createdAt);
