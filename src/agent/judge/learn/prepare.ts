import type { CriterionScore, PageScore, ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';
import { collect, featuresOf, frequencies, kindOf, type Nearness, nearnessTo, type Sparse, unitsOf, weigh } from './features.ts';
import { priorOf } from './prior.ts';

/** The rows of a run as one criterion sees them, ready to be learned from; a row's index is its place in the run. */
export interface PreparedCriterion {
  wanted: Wanted;
  units: ScoredUnit[][];
  /** Nearness of each unit to the criterion, .05 to 1. */
  near: Float32Array[];
  /** The logit of a match before any answer. */
  mean: Float64Array;
  words: Sparse[];
  pairs: Sparse[];
  typed: Sparse[];
}

/** The scores of a run's rows for one criterion. */
export function prepareCriterion(wanted: Wanted, scores: readonly CriterionScore[], nearness?: Nearness): PreparedCriterion {
  const units = scores.map(unitsOf);
  const nearTo = nearness ?? nearnessTo(wanted, scores.map((score, i) => ({ score, units: units[i] ?? [] })));
  const near = units.map((list) => Float32Array.from(list, nearTo));
  const parts = units.map((list) => list.map(featuresOf));
  const group = (name: 'words' | 'pairs' | 'typed') => {
    const vectors = parts.map((list, row) => collect(list.map((one, i) => ({ ids: one[name], value: near[row]?.[i] ?? 0 }))));
    const counts = frequencies(vectors);
    return vectors.map((vector) => weigh(vector, counts, vectors.length));
  };
  return {
    wanted,
    units,
    near,
    mean: priorOf(wanted, scores.map((score, i) => ({ score, units: units[i] ?? [], near: near[i] ?? new Float32Array() }))),
    words: group('words'),
    pairs: group('pairs'),
    typed: group('typed'),
  };
}

/** What each row of a run is built of, for telling its kind. */
export function prepareKind(pages: readonly PageScore[]): Sparse[] {
  const vectors = pages.map(kindOf);
  const counts = frequencies(vectors);
  return vectors.map((vector) => weigh(vector, counts, vectors.length));
}
