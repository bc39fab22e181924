import type { WeighedPage } from './distinguish.ts';
import { wordsIn } from './words.ts';

/** A candidate that was judged: its page, its site, and the queries and listings that named it. */
export interface JudgedCandidate extends WeighedPage {
  namedBy: readonly string[];
  site: string;
}

/** A candidate that waits: what search answers or a listing's link say of it, and who named it. */
export interface WaitingCandidate {
  key: string;
  said: string;
  namedBy: readonly string[];
  site: string;
  isListed: boolean;
}

/** One word says no more than this, as a logarithm of odds. */
const WORD_MAX = 4;
/** So many words have to be known of a candidate before they count in full. */
const WORDS_SMOOTHED = 5;
/** Before a query or listing has shown what it brings, it is taken for this many average pages. */
const YIELD_SMOOTHED = 2;
const LITTLE = 0.01;
/** What a listing names was not ranked by the request. */
const LISTED = 0.5;
const JUDGED_MIN = 10;

/**
 * The keys of waiting candidates, the likeliest first: by the words that tell likely pages from the others (naive Bayes over the pages judged so far), and by
 * what the queries and listings that named them have brought. As they came, those of listings last, while little or nothing likely was judged.
 */
export function rankWaiting(judged: readonly JudgedCandidate[], waiting: readonly WaitingCandidate[]): string[] {
  const likely = judged.reduce((sum, { weight }) => sum + weight, 0);
  if (judged.length < JUDGED_MIN || likely === 0)
    return [...waiting].sort((a, b) => Number(a.isListed) - Number(b.isListed)).map(({ key }) => key);
  const oddsOf = wordOdds(judged, likely);
  const average = likely / judged.length;
  const yieldOf = yieldsOf(judged, ({ namedBy }) => namedBy, average);
  const yieldOfSite = yieldsOf(judged, ({ site }) => [site], average);
  const scored = waiting.map(({ key, said, namedBy, isListed, site }) => {
    const odds = [...wordsIn(said)].map(oddsOf).filter((one) => one !== 0);
    const best = Math.max(LITTLE, ...namedBy.map(yieldOf));
    const score =
      odds.reduce((sum, one) => sum + one, 0) / Math.sqrt(odds.length + WORDS_SMOOTHED) +
      Math.log((best + LITTLE) / (average + LITTLE)) +
      Math.log((yieldOfSite(site) + LITTLE) / (average + LITTLE)) -
      (isListed ? LISTED : 0);
    return { key, score };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ key }) => key);
}

/** How much oftener a word stands on likely pages than on others, as a bounded logarithm; 0 for one that no page has. */
function wordOdds(judged: readonly JudgedCandidate[], likely: number): (word: string) => number {
  const held = new Map<string, { weight: number; pages: number }>();
  for (const { words, weight } of judged)
    for (const word of words) {
      const of = held.get(word) ?? { weight: 0, pages: 0 };
      of.weight += weight;
      of.pages++;
      held.set(word, of);
    }
  const rest = judged.length - likely;
  return (word) => {
    const of = held.get(word);
    if (!of) return 0;
    const odds = Math.log((of.weight + 0.5) / (likely + 1)) - Math.log((of.pages - of.weight + 0.5) / (rest + 1));
    return Math.max(-WORD_MAX, Math.min(WORD_MAX, odds));
  };
}

/** What a page of each name brings, drawn towards the average of all while it has shown little. */
function yieldsOf(
  judged: readonly JudgedCandidate[],
  namesOf: (one: JudgedCandidate) => readonly string[],
  average: number,
): (name: string) => number {
  const known = new Map<string, { weight: number; pages: number }>();
  for (const one of judged)
    for (const name of new Set(namesOf(one))) {
      const of = known.get(name) ?? { weight: 0, pages: 0 };
      of.weight += one.weight;
      of.pages++;
      known.set(name, of);
    }
  return (name) => {
    const of = known.get(name);
    return of ? (of.weight + YIELD_SMOOTHED * average) / (of.pages + YIELD_SMOOTHED) : average;
  };
}
