import { products, type Sparse } from './features.ts';
import { fit, type Label } from './gaussian.ts';
import type { PreparedCriterion } from './prepare.ts';

export interface Learned {
  /** Logits of a match, shrunk by how little is known of pages like the row. */
  logit: Float64Array;
  variance: Float64Array;
}

export const SCALES = { bias: 2, words: 45, pairs: 5, typed: 45, telling: 8 };

/** Kernels of rows with labelled rows, kept from one answer to the next. */
export type KernelRows = Map<number, Float64Array>;

const selfProduct = (vector: Sparse | undefined) => (vector && vector.at.length > 0 ? 1 : 0);

function baseRow(prepared: PreparedCriterion, row: number): Float64Array {
  const total = new Float64Array(prepared.units.length).fill(SCALES.bias);
  for (const [name, scale] of [['words', SCALES.words], ['pairs', SCALES.pairs], ['typed', SCALES.typed]] as const) {
    const one = prepared[name][row];
    if (!one) continue;
    const found = products(one, prepared[name]);
    for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + scale * (found[i] ?? 0);
  }
  return total;
}

/** Learns one criterion from its labels: a logit and a variance for every row. */
export function learnCriterion(prepared: PreparedCriterion, labels: readonly Label[], kept: KernelRows = new Map()): Learned {
  const size = prepared.units.length;
  if (labels.length === 0) return { logit: prepared.mean.slice(), variance: new Float64Array(size).fill(0) };
  const rows = labels.map(({ row }) => {
    const known = kept.get(row) ?? baseRow(prepared, row);
    kept.set(row, known);
    return known;
  });
  const telling = tellingFeatures(prepared, labels);
  const tellingOf = (row: number) => telling[row] ?? [];
  const kernel = (i: number, row: number) => (rows[i]?.[row] ?? 0) + SCALES.telling * overlap(tellingOf(labels[i]?.row ?? 0), tellingOf(row));
  const among = labels.map((_, i) => Float64Array.from(labels, ({ row }) => kernel(i, row)));
  const means = Float64Array.from(labels, ({ row }) => prepared.mean[row] ?? 0);
  const posterior = fit(among, means, labels);
  const logit = new Float64Array(size);
  const variance = new Float64Array(size);
  const withLabels = new Float64Array(labels.length);
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < labels.length; i++) withLabels[i] = kernel(i, row);
    const self =
      SCALES.bias +
      SCALES.words * selfProduct(prepared.words[row]) +
      SCALES.pairs * selfProduct(prepared.pairs[row]) +
      SCALES.typed * selfProduct(prepared.typed[row]) +
      SCALES.telling * overlap(tellingOf(row), tellingOf(row));
    const { add, variance: v } = posterior.predict(withLabels, self);
    logit[row] = ((prepared.mean[row] ?? 0) + add) / Math.sqrt(1 + (Math.PI / 8) * v);
    variance[row] = v;
  }
  return { logit, variance };
}

/** For each row, which features it has whose labels differ by more than two standard errors between what is so and what is not. */
function tellingFeatures(prepared: PreparedCriterion, labels: readonly Label[]): number[][] {
  const yes = new Map<number, number>();
  const no = new Map<number, number>();
  let [ofYes, ofNo] = [0, 0];
  for (const { row, y } of labels) {
    const counts = y > 0.5 ? yes : no;
    if (y > 0.5) ofYes++;
    else ofNo++;
    for (const name of ['words', 'typed'] as const) for (const id of prepared[name][row]?.at ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  if (ofYes < 2 || ofNo < 2) return [];
  const kept = new Map<number, number>();
  for (const id of new Set([...yes.keys(), ...no.keys()])) {
    const [a, b] = [(yes.get(id) ?? 0) / ofYes, (no.get(id) ?? 0) / ofNo];
    const both = ((yes.get(id) ?? 0) + (no.get(id) ?? 0)) / (ofYes + ofNo);
    const error = Math.sqrt(both * (1 - both) * (1 / ofYes + 1 / ofNo));
    if (error > 0 && Math.abs(a - b) / error > 2) kept.set(id, kept.size);
  }
  if (kept.size === 0) return [];
  return prepared.units.map((_, row) => {
    const held: number[] = [];
    for (const name of ['words', 'typed'] as const)
      for (const id of prepared[name][row]?.at ?? []) {
        const place = kept.get(id);
        if (place !== undefined) held.push(place);
      }
    return held.sort((a, b) => a - b);
  });
}

/** How many features two ascending lists share, by the geometric mean of their lengths. */
function overlap(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) shared++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return shared / Math.sqrt(a.length * b.length);
}

/** Learns the kind of thing: the logit that a row is the right one. */
export function learnKind(vectors: readonly Sparse[], labels: readonly Label[], kept: KernelRows = new Map()): Learned {
  const size = vectors.length;
  if (labels.length === 0) return { logit: new Float64Array(size), variance: new Float64Array(size) };
  const rows = labels.map(({ row }) => {
    const known = kept.get(row) ?? products(vectors[row] as Sparse, vectors).map((x) => SCALES.bias + SCALES.words * x);
    kept.set(row, known);
    return known;
  });
  const among = labels.map((_, i) => Float64Array.from(labels, ({ row }) => rows[i]?.[row] ?? 0));
  const posterior = fit(among, new Float64Array(labels.length), labels);
  const logit = new Float64Array(size);
  const variance = new Float64Array(size);
  const withLabels = new Float64Array(labels.length);
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < labels.length; i++) withLabels[i] = rows[i]?.[row] ?? 0;
    const { add, variance: v } = posterior.predict(withLabels, SCALES.bias + SCALES.words);
    logit[row] = add / Math.sqrt(1 + (Math.PI / 8) * v);
    variance[row] = v;
  }
  return { logit, variance };
}
