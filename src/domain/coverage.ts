/** What is known of a search whose pages were read: how often its matches were named, and how they came in. */
export interface Captures {
  /** Of each match that a query of the plan named, how many of the plan's queries did. */
  named: readonly number[];
  /** Queries of the plan that named anything. */
  lists: number;
  /** All matches that the search found, those that only other queries and listings named among them. */
  found: number;
  /** Matches that queries made from matches named, and how many of these the plan's queries named, too. */
  learned: { named: number; both: number };
  /** Rows judged, and matches, in the order they were judged: of the earlier half, and of all. */
  judged: { half: number; all: number };
  matched: { half: number; all: number };
  /** Matches among the last 100 rows judged. */
  lately: number;
}

/** How many matches there are among what the providers can find. Counts of rows. */
export interface Coverage {
  found: number;
  /** Null: too little is known to say. */
  estimate: number | null;
  /** The 90 % interval of `estimate`. */
  low: number;
  high: number | null;
  /** Matches still come in about as fast as before, or too few lists name them: `low` stands, the rest is a guess. */
  isAtLeast: boolean;
}

/** Lists below which nothing can be told from what they have in common. */
const LISTS_MIN = 3;
/** The later half of what was read yields this share of the whole: above it the search is in full swing. */
const GROWING = 0.6;
/** Of a standard normal distribution: 5 % lie above. */
const Z90 = 1.645;

/**
 * The share of matches that no list named, from the share that exactly one did: logit(missing) = base + slope * ln(once). It was fitted on the
 * training topics of CLEF 2017 TAR (docs/decisions/0133), in each of two states of a search, with the spread of its error on that scale.
 */
const FIT = {
  settled: { base: -0.13, slope: 1.15, spread: () => 1 },
  growing: { base: 1.43, slope: 1.99, spread: (matches: number) => 4.8 / Math.sqrt(matches) },
};

/** Rows that `lately` is about: as many as that again must have been judged before them. */
export const LATELY = 100;
/** Fewer matches say too little: a search that found three of 17 in its first half looks like one that found all three. */
const COVERED_MIN = 10;

/** The share of the estimate that must be found. */
const COVERED_SHARE = 0.9;

/** Whether another 100 pages would bring about one match: as many as the last 100 did, in a search that has settled and found most of what it is said to find. */
export function isCovered(captures: Captures): boolean {
  if (captures.judged.all < 2 * LATELY || captures.lately > 1 || captures.found < COVERED_MIN) return false;
  const { found, estimate, isAtLeast } = coverageOf(captures);
  return !isAtLeast && estimate !== null && found >= COVERED_SHARE * estimate;
}

/** The yield of the later half of what was read, as a share of the whole's; a search that read nothing has all before it. */
export function yieldLeft({ judged, matched }: Pick<Captures, 'judged' | 'matched'>): number {
  if (judged.all < 2 || judged.half === judged.all) return 1;
  const later = (matched.all - matched.half + 0.5) / (matched.all + 1);
  return later / ((judged.all - judged.half) / judged.all);
}

/**
 * How complete a search is. The plan's queries are lists that were made without knowing a match: what only one of them named says how much none did
 * (as Chao's estimators do). A query made from matches is no such list. What it finds besides is counted as found; and since it finds rather what
 * resembles known matches, the share of its matches that the lists named, too, is rather too large, so that it may raise the estimate and never lowers it.
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

/** Queries made from matches as one more list (Lincoln and Petersen): what both name, as a share of what it names, is what the plan's queries name of all. */
function byLearned({ named, learned }: Captures): { estimate: number; high: number } {
  if (learned.named === 0) return { estimate: 0, high: 0 };
  const share = learned.both / learned.named;
  const n = learned.named;
  // the lower end of Wilson's interval of the share
  const z2 = Z90 ** 2;
  const least = (share + z2 / (2 * n) - Z90 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { estimate: named.length / Math.max(share, 1 / (n + 1)), high: named.length / Math.max(least, 1 / (n + 1)) };
}
