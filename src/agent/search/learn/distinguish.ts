/** A page that was judged: its words, and how surely it is what is looked for, 0 to 1. */
export interface WeighedPage {
  words: ReadonlySet<string>;
  weight: number;
}

/** A word that likely pages name more often than others: shares of the weight, 0 to 1, with half a page added to either side. */
export interface Distinguishing {
  word: string;
  likely: number;
  unlikely: number;
  /** Likely pages that name it. */
  pages: number;
}

/** A page counts as likely from here on. */
export const LIKELY = 0.5;
/** So many likely pages are needed before anything is learned from them, */
const LIKELY_MIN = 3;
/** and a word counts that so large a part of their weight names. */
const MAJORITY = 0.5;

/**
 * The words that tell likely pages from the others, the most telling first: those that a majority of the likely ones name, by how many of them do and by how
 * much rarer they are among the others. None where fewer than three pages are likely.
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
