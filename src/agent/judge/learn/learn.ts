import { products } from './features.ts';
import { type Label, posteriorOf } from './gaussian.ts';
import type { Group, Learnable } from './prepare.ts';

/** Logits, shrunk by how little is known of rows like it. */
export interface Learned {
  logit: Float64Array;
  variance: Float64Array;
  /** Of the labelled rows most like each row, how many there are, are so, and are not so; nothing without labels. */
  likest: Likest[];
}

export interface Likest {
  of: number;
  yes: number;
  no: number;
}

/** So many labelled rows are counted as those most like a row. */
const LIKEST = 5;

/** How alike labelled rows and all others are, by row: kept from one answer to the next. */
export type KernelRows = Map<number, Float64Array>;

/** What telling features add to how alike rows are. */
export const TELLING = { scale: 8, groups: 3 };

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

/** Learns from labels a logit and a variance for every row; without labels the rows' means. */
export function learn(rows: Learnable, labels: readonly Label[], kept: KernelRows = new Map()): Learned {
  const { size, bias, groups, mean, shown } = rows;
  if (labels.length === 0) return { logit: mean.slice(), variance: new Float64Array(size), likest: [] };
  const kernels = labels.map(({ row }) => {
    const known = kept.get(row) ?? kernelRow(rows, row);
    kept.set(row, known);
    return known;
  });
  const telling = TELLING.scale > 0 && groups.length > 1 ? tellingFeatures(groups, labels, size) : [];
  const alike = (i: number, row: number) => (kernels[i]?.[row] ?? 0) + TELLING.scale * overlap(telling[labels[i]?.row ?? 0], telling[row]);
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
      bias + dot(shown[row], shown[row]) + TELLING.scale * overlap(telling[row], telling[row]),
    );
    const { add, variance: left } = posterior.predict(withLabels, self);
    logit[row] = ((mean[row] ?? 0) + add) / Math.sqrt(1 + (Math.PI / 8) * left);
    variance[row] = left;
    likest.push(countLikest(withLabels, lengths, labels));
  }
  return { logit, variance, likest };
}

/** Of the labels that are likest a row by the cosine of their kernels, how many are so; the row's own length is the same for all. */
function countLikest(withLabels: Float64Array, lengths: readonly number[], labels: readonly Label[]): Likest {
  const alike = (i: number) => (withLabels[i] ?? 0) / (lengths[i] || 1);
  const first = labels
    .map((_, i) => i)
    .sort((a, b) => alike(b) - alike(a))
    .slice(0, LIKEST);
  const count = (is: (label: Label) => boolean) => first.filter((i) => is(labels[i] as Label)).length;
  return { of: first.length, yes: count(({ y }) => y > 0.5), no: count(({ y, isOpen }) => y === 0 && !isOpen) };
}

/** For each row, which features it has whose share differs by more than two standard errors between what is so and what is not. */
function tellingFeatures(groups: readonly Group[], labels: readonly Label[], size: number): number[][] {
  const ofYes = labels.filter(({ y }) => y > 0.5).length;
  const ofNo = labels.length - ofYes;
  if (ofYes < 2 || ofNo < 2) return [];
  const held: number[][] = Array.from({ length: size }, () => []);
  let base = 0;
  for (const { bags } of groups.slice(0, TELLING.groups)) {
    const yes = new Uint16Array(bags.idf.length);
    const no = new Uint16Array(bags.idf.length);
    for (const { row, y } of labels) {
      const counts = y > 0.5 ? yes : no;
      for (const id of bags.rows[row]?.at ?? []) counts[id] = (counts[id] ?? 0) + 1;
    }
    const isTelling = new Uint8Array(bags.idf.length);
    for (let id = 0; id < isTelling.length; id++) {
      const [a, b] = [yes[id] ?? 0, no[id] ?? 0];
      if (a + b === 0) continue;
      const both = (a + b) / labels.length;
      const error = Math.sqrt(both * (1 - both) * (1 / ofYes + 1 / ofNo));
      if (error > 0 && Math.abs(a / ofYes - b / ofNo) / error > 2) isTelling[id] = 1;
    }
    for (let row = 0; row < size; row++) for (const id of bags.rows[row]?.at ?? []) if (isTelling[id]) held[row]?.push(base + id);
    base += bags.idf.length;
  }
  for (const list of held) list.sort((a, b) => a - b);
  return held;
}

/** How many features two ascending lists share, by the geometric mean of their lengths. */
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
