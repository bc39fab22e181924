import type { CriterionScore, ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';
import { hashOf } from '../score/word-hashes.ts';
import { CONTRAST } from './contrast.ts';
import { type Ruled, ruledFeatures } from './ruled.ts';

interface Seen {
  score: CriterionScore;
  units: ScoredUnit[];
  near: Float32Array;
  ruled: Ruled | null;
  /** The `CONTRAST` features. */
  contrast: readonly number[];
}

/** Hashes of words that deny, as stored in units. */
export const NEGATIONS = new Set(['=not', '=no', '=never', '=without', '=nor', '=neither', '=none', '=cannot'].map(hashOf));

/** The features of a page for a criterion before any answer, in the order of the trained weights. */
export const PRIOR = [
  'one', 'bound', 'near', 'nearZ', 'rank', 'second', 'label', 'labelFull', 'page', 'pageLabel', 'first', 'hits', 'length',
  'typedBest', 'typedAll', 'typedNone', 'boundNear', 'boundNearZ', 'negated', 'typedNear', ...CONTRAST,
] as const; // biome-ignore format: a list of names

/** In a run of this many rows, the rank of a row among them counts half. */
const ALONE = 4;

/** The `PRIOR` features of each row of a run, followed by the `RULED` features. */
export function priorFeatures(wanted: Wanted, rows: readonly Seen[]): number[][] {
  const { words, bound } = wanted;
  const byRules = ruledFeatures(wanted, rows);
  const known = rows.length / (rows.length + ALONE);
  const counts = new Map<number, number>();
  const heldBy = rows.map(({ units }) => {
    const said = new Set(units.flatMap((unit) => [...unit.words, ...unit.label].filter((hash) => words.has(hash))));
    for (const hash of said) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return said;
  });
  const idf = (hash: number) => Math.log((rows.length + 1) / ((counts.get(hash) ?? 0) + 0.5));
  const label = [...words].filter(([, weight]) => weight === 1).map(([hash]) => hash);
  const coverage = (said: ReadonlySet<number>, wanted: Iterable<number>) => {
    let [all, held] = [0, 0];
    for (const hash of wanted) {
      all += idf(hash);
      if (said.has(hash)) held += idf(hash);
    }
    return all > 0 ? held / all : 0;
  };
  const tops = rows.map(({ near }) => [...near].sort((a, b) => b - a));
  const best = tops.map(([top = 0]) => top);
  const mean = best.reduce((sum, x) => sum + x, 0) / Math.max(1, best.length);
  const spread = Math.sqrt(best.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, best.length)) || 1;
  const sorted = [...best].sort((a, b) => a - b);
  const isBound = bound ? 1 : 0;
  return rows.map(({ units, near, score, contrast }, row) => {
    const top = tops[row] ?? [];
    const value = best[row] ?? 0;
    let [sum, weight, bestTyped, bestNear, isDenied, ofLabel] = [0, 0, 0, 0, 0, 0];
    for (const [i, { mentions, words: own, label: named }] of units.entries()) {
      const g = near[i] ?? 0;
      for (const { isWithin, isList } of mentions) {
        if (isList) continue;
        sum += (isWithin ? 1 : -1) * g ** 3;
        weight += g ** 3;
        if (g > bestNear) [bestNear, bestTyped] = [g, isWithin ? 1 : -1];
      }
      if (g === top[0] && own.some((hash) => NEGATIONS.has(hash))) isDenied = 1;
      ofLabel = Math.max(ofLabel, coverage(new Set([...own, ...named]), label));
    }
    const said = heldBy[row] ?? new Set();
    const z = (known * (value - mean)) / spread;
    return [
      1,
      isBound,
      value,
      z,
      0.5 + known * (sorted.findIndex((x) => x >= value) / rows.length - 0.5),
      (top[1] ?? 0) + (top[2] ?? 0),
      ofLabel,
      ofLabel > 0.99 ? 1 : 0,
      coverage(said, words.keys()),
      coverage(said, label),
      near[0] ?? 0,
      Math.log1p(score.hits) / 3,
      Math.log1p(score.count) / 5,
      bestTyped,
      weight > 0 ? sum / weight : 0,
      isBound && weight === 0 ? 1 : 0,
      isBound * value,
      isBound * z,
      isDenied,
      bestTyped * bestNear,
      ...contrast,
      ...(byRules[row] ?? []),
    ];
  });
}
