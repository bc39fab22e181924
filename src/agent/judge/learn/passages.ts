import { type Bags, bagsOf, positionFeatures } from './features.ts';
import { posteriorOf } from './gaussian.ts';
import type { PreparedCriterion } from './prepare.ts';

/** A sentence that a person clicked as deciding: its row and the index of its unit. */
export interface Click {
  row: number;
  unit: number;
}

/** The number of other units of a clicked row that count as not deciding, nearest first. */
const BESIDE = 12;
const SCALE = 30;
const BIAS = 2;
/** The weights of words, word pairs, mentions and positions. */
const SHARES = [1, 0.3, 1, 1];

/** Learns from clicked sentences how near each unit is to what decides the criterion. Returns .05 to 1 for each unit of each row. */
export function learnPassages(prepared: PreparedCriterion, clicks: readonly Click[]): Float32Array[] {
  const { near, units } = prepared;
  const positions = bagsOf(units.map((list) => list.map(positionFeatures)));
  const all = [...prepared.groups.map(({ bags }) => bags), positions];
  const examples = clicks.flatMap(({ row, unit }) => {
    const order = [...(near[row] ?? [])].map((g, i) => ({ g, i })).filter(({ i }) => i !== unit);
    order.sort((a, b) => b.g - a.g || a.i - b.i);
    return [{ row, unit, y: 1, weight: 1 }, ...order.slice(0, BESIDE).map(({ i }) => ({ row, unit: i, y: 0, weight: 0.5 }))];
  });
  const meanOf = (g: number) => 5 * (g - 0.7);
  const vectors = examples.map(({ row, unit }) => vectorOf(all, row, unit));
  const kernel = vectors.map((a) => Float64Array.from(vectors, (b) => BIAS + SCALE * dot(a, b)));
  const { slopes } = posteriorOf(
    kernel,
    Float64Array.from(examples, ({ row, unit }) => meanOf(near[row]?.[unit] ?? 0)),
    examples,
  );
  const weights = all.map(({ idf }) => new Float32Array(idf.length));
  let bias = 0;
  for (const [i, vector] of vectors.entries()) {
    bias += BIAS * (slopes[i] ?? 0);
    for (const { group, id, value } of vector.values()) {
      const list = weights[group] ?? new Float32Array();
      list[id] = (list[id] ?? 0) + SCALE * (slopes[i] ?? 0) * value;
    }
  }
  return near.map((list, row) => {
    const sums = new Float64Array(list.length);
    const squares = new Float64Array(list.length);
    for (const [g, bags] of all.entries()) {
      const { at, said, unit } = bags.rows[row] ?? { at: [], said: [], unit: [] };
      for (let i = 0; i < said.length; i++) {
        const id = at[said[i] ?? 0] ?? 0;
        const x = (SHARES[g] ?? 0) * (bags.idf[id] ?? 0);
        const of = unit[i] ?? 0;
        sums[of] = (sums[of] ?? 0) + x * (weights[g]?.[id] ?? 0);
        squares[of] = (squares[of] ?? 0) + x * x;
      }
    }
    return list.map((g, i) => Math.max(0.05, 1 / (1 + Math.exp(-(meanOf(g) + bias + (sums[i] ?? 0) / (Math.sqrt(squares[i] ?? 0) || 1))))));
  });
}

type Vector = Map<string, { group: number; id: number; value: number }>;

function vectorOf(all: readonly Bags[], row: number, wanted: number): Vector {
  const vector: Vector = new Map();
  let sum = 0;
  for (const [group, bags] of all.entries()) {
    const { at, said, unit } = bags.rows[row] ?? { at: [], said: [], unit: [] };
    for (let i = 0; i < said.length; i++) {
      if (unit[i] !== wanted) continue;
      const id = at[said[i] ?? 0] ?? 0;
      const x = (SHARES[group] ?? 0) * (bags.idf[id] ?? 0);
      const known = vector.get(`${group} ${id}`);
      vector.set(`${group} ${id}`, { group, id, value: (known?.value ?? 0) + x });
      sum += x * x;
    }
  }
  const length = Math.sqrt(sum) || 1;
  for (const one of vector.values()) one.value /= length;
  return vector;
}

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [key, { value }] of a) sum += value * (b.get(key)?.value ?? 0);
  return sum;
}
