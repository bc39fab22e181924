/** So many pages say how fast a search is. */
const PAGES_MIN = 5;

interface Search {
  /** Seconds so far. */
  spent: number;
  read: number;
  /** Rows that match: those of this run, all of them, and how many are wanted. */
  matched: number;
  matching: number;
  target: number;
  /** What is left of its budget. */
  pages: number;
  seconds: number;
}

/** How many seconds a search may still take, by its pace: until enough match or its budget is used up, whichever comes first; it may run out of pages before. Null before it has a pace. */
export function secondsLeft({ spent, read, matched, matching, target, pages, seconds }: Search): number | null {
  if (read < PAGES_MIN || spent <= 0) return null;
  const wanted = matched > 0 ? (Math.max(0, target - matching) * read) / matched : Number.POSITIVE_INFINITY;
  return Math.min(seconds, Math.min(pages, wanted) * (spent / read));
}
