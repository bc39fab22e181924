import type { HeadFragment, LineFragment, Verdict } from '../../generated/documents.ts';
import { verdictAt } from '../view.ts';

type Criterion = HeadFragment['criteria'][number];

/** How rows fare at one criterion. */
export interface PassRate {
  criterion: Criterion;
  counts: Record<Verdict, number>;
  /** Rows with a verdict. */
  judged: number;
  /** Of a required criterion: rows that meet all other required ones, and would match without it. */
  without: number;
}

export function passRatesOf(criteria: readonly Criterion[], lines: readonly LineFragment[]): PassRate[] {
  const rates = criteria.map((criterion): PassRate => {
    const counts = { match: 0, partial: 0, needs_review: 0, no_match: 0 };
    return { criterion, counts, judged: 0, without: 0 };
  });
  const required = rates.filter(({ criterion }) => criterion.required);
  for (const line of lines) {
    const failing: PassRate[] = [];
    for (const rate of rates) {
      const verdict = verdictAt(line, rate.criterion.uuid)?.effective ?? null;
      if (verdict) {
        rate.counts[verdict]++;
        rate.judged++;
      }
      if (verdict !== 'match' && rate.criterion.required) failing.push(rate);
    }
    if (required.length < 2) continue;
    if (failing.length === 0) for (const rate of required) rate.without++;
    else if (failing.length === 1 && failing[0]) failing[0].without++;
  }
  return rates;
}

/** The criterion that keeps most rows from matching; null where none stands out. */
export function narrowestOf(rates: readonly PassRate[]): PassRate | null {
  const required = rates.filter(({ criterion, judged }) => criterion.required && judged > 0);
  const share = ({ counts, judged }: PassRate) => counts.match / judged;
  const [narrowest] = required.sort((a, b) => b.without - a.without || share(a) - share(b));
  return narrowest && narrowest.counts.match < narrowest.judged ? narrowest : null;
}
