import { countMatches } from '../../db/queries/rows/row.ts';
import type { Scope } from '../scope.ts';
import { learnWebset } from './learn.ts';

/** Decides all rows of a run's webset by what was learned so far; verdicts of people and of a model stay. */
export async function decideRows(scope: Scope): Promise<void> {
  await learnWebset(scope.world, scope.webset.id, scope.signal, { always: true });
  scope.matches = await countMatches(scope.world.db, scope.webset.id);
}
