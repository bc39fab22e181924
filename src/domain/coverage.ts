/** The statistics of a search: how often its queries found each match, and in which order the matches came in. */
export interface Captures {
  /** For each match that a planned query found: how many planned queries found it. */
  named: readonly number[];
  /** The planned queries that found anything. */
  lists: number;
  /** All matches, including those that only other queries and listings found. */
  found: number;
  /** Matches found by queries made from matches, and how many of those the planned queries found too. */
  learned: { named: number; both: number };
  /** Rows judged and matches, in the order of judging: in the first half, and in all. */
  judged: { half: number; all: number };
  matched: { half: number; all: number };
  /** Matches among the last 100 rows judged. */
  lately: number;
}

/** The estimated number of matches that the providers can find, in rows. */
export interface Coverage {
  found: number;
  /** Null when there is too little data. */
  estimate: number | null;
  /** The 90 % interval of `estimate`. */
  low: number;
  high: number | null;
  /** Matches still come in about as fast as before, or too few lists found them: only `low` is reliable. */
  isAtLeast: boolean;
}

/** With fewer lists, their overlap says nothing. */
const LISTS_MIN = 3;
/** The share of all matches in the second half of what was read. Above it, the search is still growing. */
const GROWING = 0.6;
/** The 95th percentile of a standard normal distribution. */
const Z90 = 1.645;

/**
 * Estimates the share of matches that no list found from the share that exactly one found: logit(missing) = base + slope * ln(once). Fitted
 * on the training topics of CLEF 2017 TAR for two states of a search; `spread` is the error on the logit scale.
 */
const FIT = {
  settled: { base: -0.13, slope: 1.15, spread: () => 1 },
  growing: { base: 1.43, slope: 1.99, spread: (matches: number) => 4.8 / Math.sqrt(matches) },
};

/** The number of rows that `lately` counts. The same number must have been judged before them. */
export const LATELY = 100;
/** With fewer matches, a search that found 3 of 17 in its first half looks like one that found all 3. */
const COVERED_MIN = 10;

const COVERED_SHARE = 0.9;

/** Whether another 100 pages would bring at most one match: the last 100 did, and the search has settled and found most of its estimate. */
export function isCovered(captures: Captures): boolean {
  if (captures.judged.all < 2 * LATELY || captures.lately > 1 || captures.found < COVERED_MIN) return false;
  const { found, estimate, isAtLeast } = coverageOf(captures);
  return !isAtLeast && estimate !== null && found >= COVERED_SHARE * estimate;
}

/** The yield of the second half of what was read, relative to the whole. 1 for a search that has read nothing. */
export function yieldLeft({ judged, matched }: Pick<Captures, 'judged' | 'matched'>): number {
  if (judged.all < 2 || judged.half === judged.all) return 1;
  const later = (matched.all - matched.half + 0.5) / (matched.all + 1);
  return later / ((judged.all - judged.half) / judged.all);
}

/**
 * Estimates how complete a search is from the matches that only one planned query found (Chao's estimators). Queries made from matches
 * favour what resembles known matches: they may raise the estimate and never lower it.
 */
export function coverageOf(captures: Captures): Coverage {
  const { named, lists, found } = captures;
  const seen = named.length;
  if (lists < LISTS_MIN || seen === 0) return { found, estimate: null, low: found, high: null, isAtLeast: true };
  const isAtLeast = yieldLeft(captures) >= GROWING;
  const { base, slope, spread } = FIT[isAtLeast ? 'growing' : 'settled'];
  const once = named.filter((times) => times === 1).length;
  const logit = base + slope * Math.log((once + 0.5) / (seen + 1));
  const total = (z: number) => Math.max(seen, (seen + 0.35) * (1 + Math.exp(logit + z * spread(seen))) - 0.7);
  const { estimate, high } = byLearned(captures);
  const most = Math.max(total(Z90), high, found);
  return {
    found,
    estimate: Math.round(Math.max(total(0), estimate, found)),
    low: Math.max(found, Math.floor(total(-Z90) + 0.25)),
    high: Math.ceil(most - 0.25),
    isAtLeast,
  };
}

/**
 * Counts queries made from matches as one more list (Lincoln-Petersen): their overlap with the planned queries gives the latter's share of
 * all.
 */
function byLearned({ named, learned }: Captures): { estimate: number; high: number } {
  if (learned.named === 0) return { estimate: 0, high: 0 };
  const share = learned.both / learned.named;
  const n = learned.named;
  // the lower end of Wilson's interval of the share
  const z2 = Z90 ** 2;
  const least = (share + z2 / (2 * n) - Z90 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { estimate: named.length / Math.max(share, 1 / (n + 1)), high: named.length / Math.max(least, 1 / (n + 1)) };
}
