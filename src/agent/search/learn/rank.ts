import { wordsIn } from './content-words.ts';
import type { WeighedPage } from './distinguish.ts';

/** A judged candidate: its page, its site, and the queries and listings that named it. */
export interface JudgedCandidate extends WeighedPage {
  namedBy: readonly string[];
  site: string;
}

/** A waiting candidate: the text of the search answer or link, and what named it. */
export interface WaitingCandidate {
  key: string;
  said: string;
  namedBy: readonly string[];
  site: string;
  isListed: boolean;
}

/** The most that one word counts, in log odds. */
const WORD_MAX = 4;
/** The number of known words from which a candidate's words count in full. */
const WORDS_SMOOTHED = 5;
/** The weight of the average yield for a query or listing, in pages, until it has results of its own. */
const YIELD_SMOOTHED = 2;
const LITTLE = 0.01;
/** Candidates from a listing were not ranked by the request. */
const LISTED = 0.5;
const JUDGED_MIN = 10;

/**
 * The keys of waiting candidates, most likely first: by their words (naive Bayes over the judged pages) and by the yield of the queries and
 * listings that named them. In order of arrival, listings last, while too little is judged.
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

/** The log odds of a word on likely pages against others, bounded; 0 for an unknown word. */
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

/** The yield per page of each name, drawn towards the average while there is little data. */
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
