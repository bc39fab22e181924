import type { Candidate } from '../../db/queries/runs/candidate.ts';
import { inLanes } from '../lanes.ts';
import type { Scope } from '../scope.ts';
import { retryCandidate, workCandidate } from './candidate.ts';

/** Processes candidates in lanes; those with interrupted attempts one at a time, to identify one that crashes its worker. */
export async function workAll(scope: Scope, candidates: readonly Candidate[], isOver: () => boolean): Promise<void> {
  await inLanes(
    candidates.filter(({ attempts }) => attempts === 0),
    scope.deps.lanes,
    isOver,
    (candidate) => workCandidate(scope, candidate),
  );
  await inLanes(
    candidates.filter(({ attempts }) => attempts > 0),
    1,
    isOver,
    (candidate) => retryCandidate(scope, candidate, isOver),
  );
}
