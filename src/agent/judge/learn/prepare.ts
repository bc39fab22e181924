import type { CriterionScore, PageScore, ScoredUnit } from '../score/record.ts';
import type { Weights } from '../weights/weights.ts';
import type { Wanted } from '../score/score-page.ts';
import { type Counts, collect, type Features, featuresOf, frequencies, kindOf, nearnessTo, type Sparse, unitsOf, weigh } from './features.ts';
import { priorFeatures } from './prior.ts';

/** The rows of a run as one criterion sees them, ready to be learned from; a row's index is its place in the run. */
export interface PreparedCriterion {
  wanted: Wanted;
  units: ScoredUnit[][];
  /** Feature ids of each unit. */
  features: Features[][];
  /** On how many rows each word stands, by its place. */
  counts: Counts;
  /** Nearness of each unit to the criterion, .05 to 1. */
  near: Float32Array[];
  prior: number[][];
  /** The logit of a match before any answer. */
  mean: Float64Array;
  words: Sparse[];
  pairs: Sparse[];
  typed: Sparse[];
}

/** The scores of a run's rows for one criterion. */
export function prepareCriterion(wanted: Wanted, scores: readonly CriterionScore[], weights: Weights): PreparedCriterion {
  const units = scores.map(unitsOf);
  const nearTo = nearnessTo(wanted, units);
  const near = units.map((list) => Float32Array.from(list, nearTo));
  const features = units.map((list) => list.map(featuresOf));
  const prior = priorFeatures(wanted, scores.map((score, i) => ({ score, units: units[i] ?? [], near: near[i] ?? new Float32Array() })));
  return {
    wanted,
    units,
    near,
    prior,
    mean: meansOf(wanted, prior, weights),
    features,
    ...vectorsOf(features, near),
  };
}

/** The vectors of rows by how near each of their units is. */
export function vectorsOf(features: readonly Features[][], near: readonly Float32Array[]): Pick<PreparedCriterion, 'words' | 'pairs' | 'typed' | 'counts'> {
  const group = (name: keyof Features) => {
    const vectors = features.map((list, row) => collect(list.map((one, i) => ({ ids: one[name], value: near[row]?.[i] ?? 0 }))));
    const counts = frequencies(vectors);
    return { counts, vectors: vectors.map((vector) => weigh(vector, counts, vectors.length)) };
  };
  const { vectors: words, counts } = group('words');
  return { words, counts, pairs: group('pairs').vectors, typed: group('typed').vectors };
}

/** The rows as they are seen once other sentences are held to be near. */
export const withNearness = (prepared: PreparedCriterion, near: Float32Array[]): PreparedCriterion => ({
  ...prepared,
  near,
  ...vectorsOf(prepared.features, near),
});

/** The less a page speaks of what is denied, the likelier the denial; half as sure, for silence proves nothing. */
export const meansOf = ({ isDenied }: Wanted, prior: readonly number[][], weights: Weights): Float64Array =>
  Float64Array.from(prior, (features) => (isDenied ? -0.5 : 1) * features.reduce((sum, x, i) => sum + x * (weights.prior[i] ?? 0), 0));

/** What each row of a run is built of, for telling its kind. */
export function prepareKind(pages: readonly PageScore[]): Sparse[] {
  const vectors = pages.map(kindOf);
  const counts = frequencies(vectors);
  return vectors.map((vector) => weigh(vector, counts, vectors.length));
}
