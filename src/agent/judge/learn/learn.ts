import { products } from './features.ts';
import { type Label, posteriorOf } from './gaussian.ts';
import type { Group, Learnable } from './prepare.ts';

/** Logits by row, shrunk towards 0 by the variance of the row. */
export interface Learned {
  logit: Float64Array;
  variance: Float64Array;
  /** Counts for each row over the labelled rows most like it; empty without labels. */
  likest: Likest[];
}

export interface Likest {
  of: number;
  yes: number;
  no: number;
}

/** The number of most similar labelled rows that are counted. */
const LIKEST = 5;

/** The kernel of each labelled row with all rows, by row; reused from one answer to the next. */
export type KernelRows = Map<number, Float64Array>;

/** The weight of shared distinctive features in the kernel, and the number of groups they are taken from. */
export const DISTINCTIVE = { scale: 8, groups: 3 };

function dot(a: Float64Array | undefined, b: Float64Array | undefined): number {
  let sum = 0;
  if (a && b) for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function kernelRow({ size, bias, groups, shown }: Learnable, row: number): Float64Array {
  const total = Float64Array.from({ length: size }, (_, i) => bias + dot(shown[row], shown[i]));
  for (const { scale, bags, vectors } of groups) {
    const found = products(bags, vectors, row);
    for (let i = 0; i < size; i++) total[i] = (total[i] ?? 0) + scale * (found[i] ?? 0);
  }
  return total;
}

/** Returns a logit and a variance for every row; without labels, the prior means. */
export function learn(rows: Learnable, labels: readonly Label[], kept: KernelRows = new Map()): Learned {
  const { size, bias, groups, mean, shown } = rows;
  if (labels.length === 0) return { logit: mean.slice(), variance: new Float64Array(size), likest: [] };
  const kernels = labels.map(({ row }) => {
    const known = kept.get(row) ?? kernelRow(rows, row);
    kept.set(row, known);
    return known;
  });
  const distinctive = DISTINCTIVE.scale > 0 && groups.length > 1 ? distinctiveFeatures(groups, labels, size) : [];
  const alike = (i: number, row: number) =>
    (kernels[i]?.[row] ?? 0) + DISTINCTIVE.scale * overlap(distinctive[labels[i]?.row ?? 0], distinctive[row]);
  const among = labels.map((_, i) => Float64Array.from(labels, ({ row }) => alike(i, row)));
  const posterior = posteriorOf(
    among,
    Float64Array.from(labels, ({ row }) => mean[row] ?? 0),
    labels,
  );
  const logit = new Float64Array(size);
  const variance = new Float64Array(size);
  const withLabels = new Float64Array(labels.length);
  const lengths = among.map((list, i) => Math.sqrt(list[i] ?? 1));
  const likest: Learned['likest'] = [];
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < labels.length; i++) withLabels[i] = alike(i, row);
    const self = groups.reduce(
      (sum, { scale, bags }) => sum + ((bags.rows[row]?.at.length ?? 0) > 0 ? scale : 0),
      bias + dot(shown[row], shown[row]) + DISTINCTIVE.scale * overlap(distinctive[row], distinctive[row]),
    );
    const { add, variance: left } = posterior.predict(withLabels, self);
    logit[row] = ((mean[row] ?? 0) + add) / Math.sqrt(1 + (Math.PI / 8) * left);
    variance[row] = left;
    likest.push(countLikest(withLabels, lengths, labels));
  }
  return { logit, variance, likest };
}

/** Counts yes and no among the labels most similar to a row by kernel cosine. The row's own length is the same for all and is left out. */
function countLikest(withLabels: Float64Array, lengths: readonly number[], labels: readonly Label[]): Likest {
  const alike = (i: number) => (withLabels[i] ?? 0) / (lengths[i] || 1);
  const first = labels
    .map((_, i) => i)
    .sort((a, b) => alike(b) - alike(a))
    .slice(0, LIKEST);
  const count = (is: (label: Label) => boolean) => first.filter((i) => is(labels[i] as Label)).length;
  return { of: first.length, yes: count(({ y }) => y > 0.5), no: count(({ y, isOpen }) => y === 0 && !isOpen) };
}

/** For each row, its features whose share differs by more than two standard errors between rows answered yes and no. */
function distinctiveFeatures(groups: readonly Group[], labels: readonly Label[], size: number): number[][] {
  const ofYes = labels.filter(({ y }) => y > 0.5).length;
  const ofNo = labels.length - ofYes;
  if (ofYes < 2 || ofNo < 2) return [];
  const held: number[][] = Array.from({ length: size }, () => []);
  let base = 0;
  for (const { bags } of groups.slice(0, DISTINCTIVE.groups)) {
    const yes = new Uint16Array(bags.idf.length);
    const no = new Uint16Array(bags.idf.length);
    for (const { row, y } of labels) {
      const counts = y > 0.5 ? yes : no;
      for (const id of bags.rows[row]?.at ?? []) counts[id] = (counts[id] ?? 0) + 1;
    }
    const isDistinctive = new Uint8Array(bags.idf.length);
    for (let id = 0; id < isDistinctive.length; id++) {
      const [a, b] = [yes[id] ?? 0, no[id] ?? 0];
      if (a + b === 0) continue;
      const both = (a + b) / labels.length;
      const error = Math.sqrt(both * (1 - both) * (1 / ofYes + 1 / ofNo));
      if (error > 0 && Math.abs(a / ofYes - b / ofNo) / error > 2) isDistinctive[id] = 1;
    }
    for (let row = 0; row < size; row++) for (const id of bags.rows[row]?.at ?? []) if (isDistinctive[id]) held[row]?.push(base + id);
    base += bags.idf.length;
  }
  for (const list of held) list.sort((a, b) => a - b);
  return held;
}

/** The number of features that two ascending lists share, divided by the geometric mean of their lengths. */
function overlap(a: readonly number[] = [], b: readonly number[] = []): number {
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
