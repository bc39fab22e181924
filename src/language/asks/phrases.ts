import { stemOf } from '../english/lexicon.ts';
import { isNegation } from '../english/negation.ts';

/** A word, number or sign of a text, the unit in which phrases are matched. */
export interface Sign {
  word: string;
  stem: string;
  start: number;
  end: number;
}

const SIGN = /\d+(?:[.,]\d+)+(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:['’]\p{L}+)?|[€£$%†]/gu;

/** The words of a text with offsets from `base`. Currency and percent signs count as words. */
export const signsOf = (text: string, base = 0): Sign[] =>
  [...text.matchAll(SIGN)].map(({ 0: raw, index }) => {
    const word = raw.toLowerCase().replace('’', "'");
    return { word, stem: stemOf(word), start: base + index, end: base + index + raw.length };
  });

/** One element of a phrase: one of several words in any form, or a number. `gap`: the number of other words allowed before it. */
interface Part {
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
  number: { low: number; high: number } | null;
  isOptional: boolean;
  gap: number;
}

export interface Phrase {
  parts: readonly Part[];
  /** Whether the phrase itself is a denial: “no audition”. */
  isDenial: boolean;
}

/** The words allowed between two elements: `small` function words, or `any` words where the phrase has “..”. */
const GAP = { small: 2, any: 5 };

/**
 * Parses “no .. experience needed/required”. “+word” must directly follow the previous element; “not” also matches “don’t” and “cannot”.
 */
export function phraseOf(text: string): Phrase {
  const parts: Part[] = [];
  let gap = 0;
  for (const word of text.split(/\s+/u)) {
    if (word === '..') {
      gap = GAP.any;
      continue;
    }
    parts.push(partOf(word, gap));
    gap = 0;
  }
  return { parts, isDenial: parts.some(({ words }) => [...words].some(isNegation)) };
}

function partOf(word: string, gap: number): Part {
  const isOptional = word.endsWith('?');
  const isNext = word.startsWith('+');
  const bare = word.replace(/^\+|\?$/gu, '');
  const range = /^#(?<low>\d+)-(?<high>\d+)$/u.exec(bare)?.groups;
  const names = range ? [] : bare.split('/').filter(Boolean);
  const exact = names.filter((name) => name.startsWith('=') || stemOf(name) === '').map((name) => name.replace(/^=/u, ''));
  const stems = names.filter((name) => !name.startsWith('=')).map(stemOf);
  return {
    words: new Set(exact),
    stems: new Set(stems.filter(Boolean)),
    number: range ? { low: Number(range.low), high: Number(range.high) } : null,
    isOptional,
    gap: isNext ? -GAP.small : gap,
  };
}

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
/** “37.5” and “37,5” are one number; in “1,690” and “1.690” the sign separates thousands. */
const numberIn = (word: string): number =>
  /^\d/u.test(word) ? Number(word.replace(/[.,](?=\d{3}(?:\D|$))/gu, '').replace(',', '.')) : NUMBERS.indexOf(word);

const isAt = ({ words, stems, number }: Part, { word, stem }: Sign): boolean => {
  if (number) {
    const value = numberIn(word);
    return value >= number.low && value <= number.high;
  }
  return words.has(word) || (stem !== '' && stems.has(stem)) || (words.has('not') && /n't$|^(?:cannot|never)$/u.test(word));
};

/** The first and last word of a phrase in a text; null if absent. No denial may be inside except the phrase's own. */
export function findPhrase(signs: readonly Sign[], { parts }: Phrase): [from: number, to: number] | null {
  const [first] = parts;
  const tried = new Set<number>();
  for (let from = 0; first && from < signs.length; from++) {
    const to = isAt(first, signs[from] as Sign) ? endOf(signs, parts, { part: 1, at: from, tried }) : null;
    if (to !== null) return [from, to];
  }
  return null;
}

/** The last word of the remaining elements after word `at`; null if they do not follow. `tried`: caches failed positions. */
function endOf(
  signs: readonly Sign[],
  parts: readonly Part[],
  { part: i, at, tried }: { part: number; at: number; tried: Set<number> },
): number | null {
  const part = parts[i];
  if (!part) return at;
  const key = at * parts.length + i;
  if (tried.has(key)) return null;
  tried.add(key);
  let small = 0;
  for (let next = at + 1; next < signs.length; next++) {
    const sign = signs[next] as Sign;
    if (isAt(part, sign)) {
      const end = endOf(signs, parts, { part: i + 1, at: next, tried });
      if (end !== null) return end;
    }
    if (isNegation(sign.word)) break;
    if (sign.stem === '') small++;
    if (next - at > part.gap + Math.min(small, GAP.small)) break;
  }
  return part.isOptional ? endOf(signs, parts, { part: i + 1, at, tried }) : null;
}
