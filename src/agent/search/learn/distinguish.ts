/** The words of a judged page, and the probability that it matches, 0 to 1. */
export interface WeighedPage {
  words: ReadonlySet<string>;
  weight: number;
}

/** A word that is more frequent on likely pages than on others: shares of the weight, 0 to 1, smoothed by half a page each. */
export interface Distinguishing {
  word: string;
  likely: number;
  unlikely: number;
  /** The number of likely pages that contain it. */
  pages: number;
}

/** The weight from which a page counts as likely. */
export const LIKELY = 0.5;
/** The fewest likely pages from which anything is learned. */
const LIKELY_MIN = 3;
/** The least share of their weight that must contain a word. */
const MAJORITY = 0.5;

/**
 * The words that distinguish likely pages from the others, best first: those on a majority of the likely pages, ranked by that share and by
 * their rarity among the others. None with fewer than three likely pages.
 */
export function distinguish(pages: readonly WeighedPage[]): Distinguishing[] {
  const likelyPages = pages.filter(({ weight }) => weight >= LIKELY);
  if (likelyPages.length < LIKELY_MIN) return [];
  const all = pages.reduce((sum, { weight }) => sum + weight, 0);
  const rest = pages.length - all;
  const held = new Map<string, { weight: number; pages: number; likely: number }>();
  for (const { words } of likelyPages) for (const word of words) held.set(word, { weight: 0, pages: 0, likely: 0 });
  for (const { words, weight } of pages)
    for (const word of words) {
      const of = held.get(word);
      if (!of) continue;
      of.weight += weight;
      of.pages++;
      if (weight >= LIKELY) of.likely++;
    }
  const found: (Distinguishing & { score: number })[] = [];
  for (const [word, of] of held) {
    if (of.likely < 2 || of.weight < MAJORITY * all) continue;
    const likely = (of.weight + 0.5) / (all + 1);
    const unlikely = (of.pages - of.weight + 0.5) / (rest + 1);
    if (likely > unlikely) found.push({ word, likely, unlikely, pages: of.likely, score: likely * Math.log(likely / unlikely) });
  }
  return found.sort((a, b) => b.score - a.score).map(({ score: _, ...one }) => one);
}
