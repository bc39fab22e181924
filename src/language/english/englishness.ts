/** The share of a text that is English, by its most frequent words, 0 to 1; null for too short a text. */
export function englishness(text: string): number | null {
  const words =
    text
      .slice(0, 6000)
      .toLowerCase()
      .match(/[\p{L}'’]+/gu) ?? [];
  if (words.length < 25) return null;
  return words.filter((word) => word.length < 5 && word !== 'a' && word !== 'i' && ENGLISH.has(word)).length / words.length;
}
const ENGLISH = new Set(
  'the and or of to for from by with at it is are was were be been has have had will can that this not we our you your they'.split(' '),
);
