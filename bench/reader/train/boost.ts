// Gradient-boosted trees for a yes or no: logistic loss, histograms of at most 64 bins, leaves split best first. Deterministic.

export interface Samples {
  rows: Float32Array;
  width: number;
  /** 0 or 1 for each row. */
  labels: Float32Array;
  weights: Float32Array;
}

export interface BoostOptions {
  trees: number;
  leaves: number;
  rate: number;
  /** The least sum of second derivatives of a leaf. */
  minHessian: number;
  lambda: number;
  /** The share of features each tree looks at. */
  features: number;
}

/** A split: rows whose feature is at most `threshold` go to `left`. A leaf: `value`. */
export type Node = { feature: number; bin: number; left: Node; right: Node } | { value: number };

export interface Forest {
  /** The thresholds of each feature, ascending: bin `b` holds what is at most `cuts[b]`. */
  cuts: number[][];
  trees: Node[];
  base: number;
}

const BINS = 64;

export function boost(samples: Samples, options: BoostOptions): Forest {
  const { width, labels, weights } = samples;
  const count = labels.length;
  const cuts = Array.from({ length: width }, (_, f) => cutsOf(samples, f));
  const bins = cuts.map((cut, f) => binned(samples, f, cut));

  let [positive, all] = [0, 0];
  for (let i = 0; i < count; i++) {
    positive += (labels[i] ?? 0) * (weights[i] ?? 0);
    all += weights[i] ?? 0;
  }
  const base = Math.log(positive / (all - positive));
  const scores = new Float64Array(count).fill(base);
  const gradients = new Float64Array(count);
  const hessians = new Float64Array(count);
  const random = generator(7);
  const trees: Node[] = [];
  for (let t = 0; t < options.trees; t++) {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
      gradients[i] = (p - (labels[i] ?? 0)) * (weights[i] ?? 0);
      hessians[i] = Math.max(1e-6, p * (1 - p)) * (weights[i] ?? 0);
    }
    const chosen = cuts.flatMap((cut, f) => (cut.length > 0 && random() < options.features ? [f] : []));
    trees.push(growTree({ bins, gradients, hessians, scores, chosen, options }));
  }
  return { cuts, trees, base };
}

interface Growing {
  bins: Uint8Array[];
  gradients: Float64Array;
  hessians: Float64Array;
  scores: Float64Array;
  chosen: number[];
  options: BoostOptions;
}

interface Leaf {
  rows: Int32Array;
  /** Sums of first and second derivatives, in turns, for each bin of each chosen feature. */
  sums: Float64Array;
  gradient: number;
  hessian: number;
  split: { gain: number; feature: number; bin: number } | null;
  node: { [key: string]: unknown };
}

function growTree(growing: Growing): Node {
  const { bins, scores, options } = growing;
  const root: { [key: string]: unknown } = {};
  const all = Int32Array.from(scores.keys());
  const leaves = [leafOf(growing, all, sumsOf(growing, all), root)];
  while (leaves.length < options.leaves) {
    const best = leaves.reduce((a, b) => ((b.split?.gain ?? 0) > (a.split?.gain ?? 0) ? b : a));
    if (!best.split) break;
    const { feature, bin } = best.split;
    const column = bins[feature] as Uint8Array;
    const sides = [best.rows.filter((i) => (column[i] as number) <= bin), best.rows.filter((i) => (column[i] as number) > bin)] as const;
    const [small, large] = sides[0].length < sides[1].length ? sides : ([sides[1], sides[0]] as const);
    const sums = sumsOf(growing, small);
    const rest = best.sums.map((sum, i) => sum - (sums[i] as number));
    const children = { left: {}, right: {} };
    Object.assign(best.node, { feature, bin, ...children });
    const nodeOf = (side: Int32Array) => (side === sides[0] ? children.left : children.right);
    leaves.splice(leaves.indexOf(best), 1, leafOf(growing, small, sums, nodeOf(small)), leafOf(growing, large, rest, nodeOf(large)));
  }
  for (const { gradient, hessian, node, rows } of leaves) {
    const value = (-gradient / (hessian + options.lambda)) * options.rate;
    node.value = value;
    for (const i of rows) scores[i] = (scores[i] as number) + value;
  }
  return root as Node;
}

function sumsOf({ bins, gradients, hessians, chosen }: Growing, rows: Int32Array): Float64Array {
  const sums = new Float64Array(chosen.length * BINS * 2);
  for (const [at, feature] of chosen.entries()) {
    const column = bins[feature] as Uint8Array;
    const base = at * BINS * 2;
    for (let r = 0; r < rows.length; r++) {
      const i = rows[r] as number;
      const to = base + (column[i] as number) * 2;
      sums[to] = (sums[to] as number) + (gradients[i] as number);
      sums[to + 1] = (sums[to + 1] as number) + (hessians[i] as number);
    }
  }
  return sums;
}

function leafOf({ chosen, options }: Growing, rows: Int32Array, sums: Float64Array, node: Leaf['node']): Leaf {
  let [gradient, hessian] = [0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    gradient += sums[bin * 2] as number;
    hessian += sums[bin * 2 + 1] as number;
  }
  let split: Leaf['split'] = null;
  const { lambda, minHessian } = options;
  const whole = gradient ** 2 / (hessian + lambda);
  for (const [at, feature] of chosen.entries()) {
    let [left, leftHessian] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin++) {
      left += sums[(at * BINS + bin) * 2] as number;
      leftHessian += sums[(at * BINS + bin) * 2 + 1] as number;
      if (leftHessian < minHessian) continue;
      if (hessian - leftHessian < minHessian) break;
      const gain = left ** 2 / (leftHessian + lambda) + (gradient - left) ** 2 / (hessian - leftHessian + lambda) - whole;
      if (gain > (split?.gain ?? 1e-9)) split = { gain, feature, bin };
    }
  }
  return { rows, sums, gradient, hessian, split, node };
}

/** At most 63 thresholds between the values of a feature, about as many rows between any two. */
function cutsOf({ rows, width, labels }: Samples, feature: number): number[] {
  const values = Float32Array.from(labels, (_, i) => rows[i * width + feature] ?? 0).sort();
  const distinct = [...new Set(values)];
  if (distinct.length <= BINS) return distinct.slice(0, -1).map((value, i) => between(value, distinct[i + 1] ?? value));
  const cuts = new Set<number>();
  for (let b = 1; b < BINS; b++) {
    const at = Math.floor((b * values.length) / BINS);
    const [low, high] = [values[at - 1] ?? 0, values[at] ?? 0];
    if (high > low) cuts.add(between(low, high));
    else {
      const next = distinct[distinct.indexOf(high) + 1];
      if (next !== undefined) cuts.add(between(high, next));
    }
  }
  return [...cuts].sort((a, b) => a - b).slice(0, BINS - 1);
}

/** Halfway, at the few digits that the weights keep. */
function between(low: number, high: number): number {
  const middle = Number(((low + high) / 2).toPrecision(4));
  return middle >= low && middle < high ? middle : low;
}

function binned({ rows, width, labels }: Samples, feature: number, cuts: number[]): Uint8Array {
  return Uint8Array.from(labels, (_, i) => {
    const value = rows[i * width + feature] ?? 0;
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= (cuts[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}

/** Numbers in [0, 1) that are the same each time (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
