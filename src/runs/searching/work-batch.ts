import { findWaiting, listWaiting } from '../../db/queries/runs/candidate.ts';
import { LISTING_DEPTH, workCandidate } from '../candidate/candidate.ts';
import { workAll } from '../candidate/work-all.ts';
import { budgetLeft, goOn, type Scope, stopReason } from '../scope.ts';
import type { Script } from '../worker-deps.ts';
import { ranked, type Standing } from './standing.ts';

const WAITING_MAX = 1000;

/** Processes the candidates of a script that have been found, in its order. Returns their number. */
async function workScript(scope: Scope, script: Script): Promise<number> {
  for (let worked = 0; ; worked++) {
    goOn(scope);
    const key = script.next();
    const candidate = key === undefined ? null : await findWaiting(scope.deps.db, scope.run.id, key);
    if (!candidate) return worked;
    await workCandidate(scope, candidate);
    script.done();
  }
}

/**
 * Processes up to `limit` waiting candidates, likeliest first, and those with interrupted attempts one at a time, to identify one that
 * crashes its worker. Returns their number; 0 once there is a reason to stop.
 */
export async function workBatch(scope: Scope, limit: number, standing: Standing): Promise<number> {
  const { deps, run, signal, leave } = scope;
  goOn(scope);
  const isOver = () => signal.aborted || leave.aborted || stopReason(scope) !== null;
  if (isOver()) return 0;
  if (deps.script) return workScript(scope, deps.script);
  const waiting = await listWaiting(deps.db, run.id, WAITING_MAX, LISTING_DEPTH);
  const byKey = new Map(waiting.map((candidate) => [candidate.key, candidate]));
  const best = ranked(standing, waiting)
    .slice(0, Math.min(limit, budgetLeft(scope).pages))
    .flatMap((key) => byKey.get(key) ?? []);
  await workAll(scope, best, isOver);
  goOn(scope);
  return best.length;
}
