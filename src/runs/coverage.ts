import { findCaptures } from '../db/queries/runs/coverage.ts';
import { isCovered, LATELY } from '../domain/coverage.ts';
import type { Scope } from './scope.ts';

/** Whether another 100 pages would bring one match. Asked only between rounds; a replayed recording ends as it was recorded. */
export async function coverageReached({ deps, run, counts }: Scope, queries: string[]): Promise<boolean> {
  if (deps.script || counts.judged < 2 * LATELY) return false;
  return isCovered(await findCaptures(deps.db, { ...run, queries }));
}
