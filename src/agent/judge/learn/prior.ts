import type { CriterionScore, ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';
import { hashOf } from '../score/words.ts';
import weights from '../weights/prior.json' with { type: 'json' };

interface Seen {
  score: CriterionScore;
  units: ScoredUnit[];
  near: Float32Array;
}

const NEGATIONS = new Set(['=not', '=no', '=never', '=without', '=nor', '=neither', '=none', '=cannot'].map(hashOf));

/** What a page shows of a criterion before any answer, as numbers; `names` says which. */
export const PRIOR = ['one', 'near', 'nearZ', 'second', 'page', 'hits', 'typedBest', 'typedAll', 'bound', 'boundNear', 'negated', 'short'] as const;

/** The numbers of `PRIOR` for each row of a run. */
export function priorFeatures({ words, bound }: Wanted, rows: readonly Seen[]): number[][] {
  const tops = rows.map(({ near }) => [...near].sort((a, b) => b - a));
  const best = tops.map(([top = 0]) => top);
  const mean = best.reduce((sum, x) => sum + x, 0) / Math.max(1, best.length);
  const spread = Math.sqrt(best.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, best.length)) || 1;
  return rows.map(({ units, near, score }, row) => {
    const top = tops[row] ?? [];
    const said = new Set(units.flatMap((unit) => [...unit.words, ...unit.label]));
    let [all, held] = [0, 0];
    for (const [hash, weight] of words) {
      all += weight;
      if (said.has(hash)) held += weight;
    }
    let [sum, weight, bestTyped, bestNear] = [0, 0, 0, 0];
    let isDenied = 0;
    for (const [i, { mentions, words: own }] of units.entries()) {
      const g = near[i] ?? 0;
      for (const { isWithin } of mentions) {
        sum += (isWithin ? 1 : -1) * g ** 3;
        weight += g ** 3;
        if (g > bestNear) [bestNear, bestTyped] = [g, isWithin ? 1 : -1];
      }
      if (g === top[0] && own.some((hash) => NEGATIONS.has(hash))) isDenied = 1;
    }
    const isBound = bound ? 1 : 0;
    return [
      1,
      best[row] ?? 0,
      ((best[row] ?? 0) - mean) / spread,
      (top[1] ?? 0) + (top[2] ?? 0),
      all > 0 ? held / all : 0,
      Math.log1p(score.hits) / 3,
      bestTyped,
      weight > 0 ? sum / weight : 0,
      isBound,
      isBound * (best[row] ?? 0),
      isDenied,
      Math.log1p(score.count) / 5,
    ];
  });
}

/** The logit of a match for each row before any answer. */
export function priorOf(wanted: Wanted, rows: readonly Seen[]): Float64Array {
  return Float64Array.from(priorFeatures(wanted, rows), (features) => features.reduce((sum, x, i) => sum + x * (weights.prior[i] ?? 0), 0));
}
