import { type CriterionScore, type PageScore, type ScoredUnit, unpackUnits } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';
import type { Weights } from '../weights/weights.ts';
import { contrastsOf } from './contrast.ts';
import { type Bags, bagsOf, FEATURES, KIND_WEIGHTS, kindBags, vectorsOf } from './features.ts';
import { nearnessOf } from './nearness.ts';
import { PRIOR, priorFeatures } from './prior.ts';
import type { Ruled } from './ruled.ts';

/** One group of features of all rows, and its weight in the kernel of two rows. */
export interface Group {
  scale: number;
  bags: Bags;
  vectors: Float32Array[];
}

/** Rows to learn from, by their index in the run. `bias` is the kernel of any two rows. */
export interface Learnable {
  size: number;
  bias: number;
  groups: Group[];
  /** The logit of each row before any answer. */
  mean: Float64Array;
  /** The standardised prior features of each row, whose dot product is added to the kernel; empty if there are none. */
  shown: Float64Array[];
}

/** The rows of a run, prepared for one criterion. */
export interface PreparedCriterion extends Learnable {
  wanted: Wanted;
  units: ScoredUnit[][];
  /** The nearness of each unit to the criterion, .05 to 1. */
  near: Float32Array[];
  prior: number[][];
}

export const SCALES = { bias: 8, shown: 8, words: 45, pairs: 5, typed: 45 };
/** A feature with a smaller standard deviation counts as constant. */
const EVEN = 3e-5;

export function prepareCriterion(
  wanted: Wanted,
  scores: readonly CriterionScore[],
  { weights, ruled }: { weights: Weights; ruled: readonly (Ruled | null)[] },
): PreparedCriterion {
  const units = scores.map((score) => unpackUnits(score.units));
  const near = nearnessOf(wanted, units);
  const contrasts = contrastsOf(wanted, units);
  const prior = priorFeatures(
    wanted,
    scores.map((score, i) => ({
      score,
      units: units[i] ?? [],
      near: near[i] ?? new Float32Array(),
      ruled: ruled[i] ?? null,
      contrast: contrasts[i] ?? [],
    })),
  );
  const groups = (['words', 'pairs', 'typed'] as const).map((name) => {
    const bags = bagsOf(units.map((list) => list.map(FEATURES[name])));
    return { scale: SCALES[name], bags, vectors: vectorsOf(bags, near) };
  });
  const mean = meansOf(wanted, prior, weights);
  return { wanted, size: scores.length, bias: SCALES.bias, groups, units, near, prior, mean, shown: shownBy(prior) };
}

/** Standardises each prior feature over the run: the distance from the mean in standard deviations. */
function shownBy(prior: readonly number[][]): Float64Array[] {
  const means = (prior[0] ?? []).map((_, i) => prior.reduce((sum, one) => sum + (one[i] ?? 0), 0) / prior.length);
  const spreads = means.map((mean, i) => Math.sqrt(prior.reduce((sum, one) => sum + ((one[i] ?? 0) - mean) ** 2, 0) / prior.length));
  const share = Math.sqrt(SCALES.shown / Math.max(1, spreads.filter((spread) => spread > EVEN).length));
  return prior.map((one) =>
    Float64Array.from(one, (x, i) => ((spreads[i] ?? 0) > EVEN ? (share * (x - (means[i] ?? 0))) / (spreads[i] ?? 1) : 0)),
  );
}

/** The prior logits. For an absence the sign is reversed (the less is mentioned, the likelier) and halved, as silence proves nothing. */
export const meansOf = ({ isDenied }: Wanted, prior: readonly number[][], weights: Weights): Float64Array =>
  Float64Array.from(prior, (features) =>
    features.reduce((sum, x, i) => sum + (isDenied && i < PRIOR.length ? -0.5 : 1) * x * (weights.prior[i] ?? 0), 0),
  );

/** The same rows with another nearness of each unit. */
export const withNearness = (prepared: PreparedCriterion, near: Float32Array[]): PreparedCriterion => ({
  ...prepared,
  near,
  groups: prepared.groups.map((group) => ({ ...group, vectors: vectorsOf(group.bags, near) })),
});

/** The rows of a run by the structure of their pages, from which their kind is learned. */
export function prepareKind(pages: readonly PageScore[]): Learnable {
  const bags = kindBags(pages);
  const vectors = vectorsOf(
    bags,
    pages.map(() => KIND_WEIGHTS),
  );
  return {
    size: pages.length,
    bias: SCALES.bias,
    groups: [{ scale: SCALES.words, bags, vectors }],
    mean: new Float64Array(pages.length),
    shown: [],
  };
}
