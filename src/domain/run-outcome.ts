import type { Verdict } from './verdict.ts';

/** How many rows meet one criterion. */
export interface PassRate {
  criterionId: string;
  counts: Record<Verdict, number>;
  /** Rows that have a verdict on it. */
  judged: number;
  /** For a required criterion among others: the rows that would match without it; 0 otherwise. */
  without: number;
}

interface Asked {
  id: string;
  required: boolean;
}

/**
 * The number of rows that share the same verdicts, in the order of the criteria. A person's verdict replaces the judge's; null: not
 * evaluated.
 */
export interface VerdictPattern {
  verdicts: readonly (Verdict | null)[];
  rows: number;
}

/** How many rows meet each criterion, in the order of the criteria. */
export function passRatesOf(criteria: readonly Asked[], patterns: Iterable<VerdictPattern>): PassRate[] {
  const rates = criteria.map(({ id }): PassRate => {
    return { criterionId: id, counts: { match: 0, partial: 0, needs_review: 0, no_match: 0 }, judged: 0, without: 0 };
  });
  const required = rates.filter((_, i) => criteria[i]?.required);
  for (const { verdicts, rows } of patterns) {
    const failing: PassRate[] = [];
    for (const [i, rate] of rates.entries()) {
      const verdict = verdicts[i] ?? null;
      if (verdict) {
        rate.counts[verdict] += rows;
        rate.judged += rows;
      }
      if (verdict !== 'match' && criteria[i]?.required) failing.push(rate);
    }
    if (required.length < 2) continue;
    if (failing.length === 0) for (const rate of required) rate.without += rows;
    else if (failing.length === 1 && failing[0]) failing[0].without += rows;
  }
  return rates;
}

/**
 * The criterion that excludes most rows: the one without which most would match, else the one that the smallest share meets; null if none
 * does.
 */
export function narrowestOf(criteria: readonly Asked[], rates: readonly PassRate[]): PassRate | null {
  const required = rates.filter(({ judged }, i) => criteria[i]?.required && judged > 0);
  const share = ({ counts, judged }: PassRate) => counts.match / judged;
  const [narrowest] = required.sort((a, b) => b.without - a.without || share(a) - share(b));
  return narrowest && narrowest.counts.match < narrowest.judged ? narrowest : null;
}

/** Suggestions when fewer rows match than requested, most useful first. */
export const NEXT_STEPS = ['answer_rows', 'loosen_criterion', 'search_more', 'turn_on_search', 'connect_model'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

export interface Ended {
  /** Rows that match, that were requested, and that need review. */
  matching: number;
  target: number;
  needsReview: number;
  /** Whether a criterion excludes rows. */
  isNarrowed: boolean;
  /** Whether the last search stopped because its sources had nothing more. */
  isExhausted: boolean;
  /** Whether web search is available, and whether a model judges. */
  hasWeb: boolean;
  hasModel: boolean;
}

/** The next steps after a run: none if enough rows match, otherwise at least one. */
export function nextSteps({ matching, target, needsReview, isNarrowed, isExhausted, hasWeb, hasModel }: Ended): NextStep[] {
  if (matching >= target) return [];
  const helps: Record<NextStep, boolean> = {
    answer_rows: needsReview > 0,
    loosen_criterion: isNarrowed,
    search_more: !isExhausted,
    turn_on_search: !hasWeb,
    connect_model: !hasModel,
  };
  const steps = NEXT_STEPS.filter((step) => helps[step]);
  return steps.length > 0 ? steps : ['search_more']; // pages change and new ones appear
}
