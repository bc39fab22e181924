import { type Token, tokenize } from './lexicon.ts';
import { isNegation } from './negation.ts';

const NUMBER_WORDS =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?|dozens?|half|third|quarter|twice|first|second|fourth|fifth|sixth|seventh|eighth|ninth|tenth|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|percent)\b/giu;
const NUMERAL =
  /(?<![\p{L}\p{N}])[-−+~<>≤≥]?[$€£¥]?\p{N}+(?:[.,:/'’-]\p{N}+)*[\p{L}%‰°+]*(?:\s(?:k|m|bn|b|%|percent|hundred|thousand|million|billion|trillion)\b)?|[$€£¥]?\p{N}+(?:[.,:/'’-]\p{N}+)*[\p{L}%‰°+]*/giu;

interface Mark {
  text: string;
  start: number;
  end: number;
}

/** The numerals of a text as written, with sign, currency and scale; superscripts do not count (10² is not 102). */
export const numerals = (text: string): Mark[] =>
  [...text.matchAll(NUMERAL)].map((match) => ({
    text: match[0]
      .replace(/\p{Nd}/gu, (digit) => digit.normalize('NFKC'))
      .replace('−', '-')
      .toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** What must be equal in the quote and in the slice of the page: numerals, number words, months and negations, in order. */
export function signature(text: string, tokens: readonly Token[] = tokenize(text)): string {
  const numbers = numerals(text).map((mark) => mark.text);
  const words = [...text.toLowerCase().matchAll(NUMBER_WORDS)].map((match) => match[0]);
  const negated = tokens.filter(({ word }) => isNegation(word)).map(({ word }) => word);
  return JSON.stringify([numbers, words, negated]);
}

/** Words that may differ between a paraphrased quote and the page. */
const LOOSE = new Set('a an the that which its it this these their is are be of'.split(' '));

/**
 * Whether two texts have the same words: apart from the loose ones, word for word, allowing one wrong letter in a long word, except its
 * first.
 */
export function sameWords(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) =>
    tokenize(text.normalize('NFKC'))
      .map(({ word }) => word)
      .filter((word) => !LOOSE.has(word)),
  );
  if (!left || !right || left.length !== right.length) return false;
  return left.every((word, i) => word === right[i] || isSlip(word, right[i] ?? ''));
}

function isSlip(a: string, b: string): boolean {
  if (a.length < 6 || a[0] !== b[0] || Math.abs(a.length - b.length) > 1 || /\p{N}/u.test(a + b)) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [cutA, cutB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return (cutA.length <= 1 && cutB.length <= 1) || (cutA.length === 2 && cutA[0] === cutB[1] && cutA[1] === cutB[0]);
}
