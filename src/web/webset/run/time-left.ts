/** Pages from which a search has a measurable speed. */
const PAGES_MIN = 5;

interface Search {
  /** Seconds so far. */
  spent: number;
  read: number;
  /** Matching rows: of this run, in all, and the target. */
  matched: number;
  matching: number;
  target: number;
  /** The remaining budget. */
  pages: number;
  seconds: number;
}

/**
 * The most seconds that a search may still take at its pace, until its target or budget is reached; it may end earlier without pages. Null
 * before it has a pace.
 */
export function secondsLeft({ spent, read, matched, matching, target, pages, seconds }: Search): number | null {
  if (read < PAGES_MIN || spent <= 0) return null;
  const wanted = matched > 0 ? (Math.max(0, target - matching) * read) / matched : Number.POSITIVE_INFINITY;
  return Math.min(seconds, Math.min(pages, wanted) * (spent / read));
}
