import { collect, type Features, type Sparse, weigh } from './features.ts';
import { fit, type Label } from './gaussian.ts';
import type { PreparedCriterion } from './prepare.ts';

/** A sentence that a person clicked as deciding: a row and the index of its unit. */
export interface Click {
  row: number;
  unit: number;
}

/** Units beside a clicked one that count as not deciding, nearest first. */
const BESIDE = 12;
const SCALE = 30;

const vectorOf = ({ words, pairs, typed }: Features): Sparse => collect([{ ids: words, value: 1 }, { ids: pairs, value: 0.3 }, { ids: typed, value: 1 }]);

/** How near each unit is to what decides the criterion, learned from the sentences that were clicked: .05 to 1, a list a row. */
export function learnPassages(prepared: PreparedCriterion, clicks: readonly Click[]): Float32Array[] {
  const { features, near, counts } = prepared;
  const size = near.length;
  const examples = clicks.flatMap(({ row, unit }) => {
    const order = [...(near[row] ?? [])].map((g, i) => ({ g, i })).filter(({ i }) => i !== unit).sort((a, b) => b.g - a.g || a.i - b.i);
    return [{ row, unit, y: 1, weight: 1 }, ...order.slice(0, BESIDE).map(({ i }) => ({ row, unit: i, y: 0, weight: 0.5 }))];
  });
  const vector = (row: number, unit: number) => weigh(vectorOf(features[row]?.[unit] ?? { words: [], pairs: [], typed: [] }), counts, size);
  const meanOf = (g: number) => 5 * (g - 0.7);
  const vectors = examples.map(({ row, unit }) => vector(row, unit));
  const kernel = vectors.map((a) => Float64Array.from(vectors, (b) => 2 + SCALE * dot(a, b)));
  const { slopes } = fit(kernel, Float64Array.from(examples, ({ row, unit }) => meanOf(near[row]?.[unit] ?? 0)), examples);
  const weights = new Map<number, number>();
  let bias = 0;
  for (const [i, { at, value }] of vectors.entries()) {
    bias += 2 * (slopes[i] ?? 0);
    for (let k = 0; k < at.length; k++) weights.set(at[k] ?? 0, (weights.get(at[k] ?? 0) ?? 0) + SCALE * (slopes[i] ?? 0) * (value[k] ?? 0));
  }
  return near.map((list, row) =>
    list.map((g, unit) => {
      const { at, value } = vector(row, unit);
      let z = meanOf(g) + bias;
      for (let k = 0; k < at.length; k++) z += (weights.get(at[k] ?? 0) ?? 0) * (value[k] ?? 0);
      return Math.max(0.05, 1 / (1 + Math.exp(-z)));
    }),
  );
}

function dot(a: Sparse, b: Sparse): number {
  let sum = 0;
  const held = new Map<number, number>();
  for (let i = 0; i < a.at.length; i++) held.set(a.at[i] ?? 0, a.value[i] ?? 0);
  for (let i = 0; i < b.at.length; i++) sum += (held.get(b.at[i] ?? 0) ?? 0) * (b.value[i] ?? 0);
  return sum;
}
