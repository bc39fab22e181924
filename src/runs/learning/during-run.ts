import { countMatches } from '../../db/queries/rows/row.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import { checkpoint } from '../checkpoint.ts';
import { progressOf, type Scope } from '../scope.ts';
import { learnWebset } from './learn.ts';

/**
 * Decides all rows of a run's webset by what was learned so far, except verdicts of people and of a model. Updates the count of matches and
 * notifies followers.
 */
export async function decideRows(scope: Scope): Promise<void> {
  const { deps, run, webset, signal } = scope;
  const before = await countMatches(deps.db, webset.id);
  await learnWebset(deps, webset.id, signal, { always: true });
  scope.matches = await countMatches(deps.db, webset.id);
  const matched = Math.max(-scope.counts.matched, scope.matches - before);
  if (matched === 0) return;
  await checkpoint(deps, run, async (tx) => {
    scope.counts = await addCounts(tx, run.id, { matched });
    return [progressOf(scope)];
  });
}
