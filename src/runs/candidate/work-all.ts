import type { Candidate } from '../../db/queries/runs/candidate.ts';
import { inLanes } from '../lanes.ts';
import type { Scope } from '../scope.ts';
import { retryCandidate, workCandidate } from './candidate.ts';

/** Works on some candidates in lanes; on those that broke off before one at a time, so that one that brings its worker down is found out. */
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
