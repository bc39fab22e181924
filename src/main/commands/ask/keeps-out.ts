import type { Verdict } from '../../../domain/verdict.ts';

/** How a criterion did: rows by verdict (`pending`: not evaluated), and `alone`: rows that match by all the others and not by it. */
export interface CriterionRate {
  label: string;
  match: number;
  partial: number;
  needsReview: number;
  noMatch: number;
  pending: number;
  alone: number;
}

const KEY = { match: 'match', partial: 'partial', needs_review: 'needsReview', no_match: 'noMatch' } as const;

/** Counts each criterion's verdicts over rows whose verdicts stand in the order of the labels. */
export function ratesOf(labels: readonly string[], rows: readonly { verdicts: ({ verdict: Verdict } | null)[] }[]): CriterionRate[] {
  return labels.map((label, i) => {
    const rate: CriterionRate = { label, match: 0, partial: 0, needsReview: 0, noMatch: 0, pending: 0, alone: 0 };
    for (const { verdicts } of rows) {
      const own = verdicts[i] ?? null;
      rate[own === null ? 'pending' : KEY[own.verdict]]++;
      const others = verdicts.every((cell, j) => j === i || cell?.verdict === 'match');
      if (others && own?.verdict !== 'match') rate.alone++;
    }
    return rate;
  });
}

/** The criterion that keeps most rows out: the one without which most would match, else the one that fewest match. Null without criteria. */
export function emptiedBy(rates: readonly CriterionRate[]): CriterionRate | null {
  const [worst = null] = [...rates].sort((a, b) => b.alone - a.alone || a.match - b.match);
  return worst;
}
