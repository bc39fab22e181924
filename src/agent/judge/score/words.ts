import { stemOf } from '../../../language/english/lexicon.ts';

/** Hashes of words have 24 bits: three bytes a word in a stored score. */
const BITS = 0xffffff;

/** The hash of a word or name, 1 to 2^24-1 (FNV-1a, folded). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 24) ^ hash) & BITS || 1;
}

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
/** Words that turn a sentence round or put it in the past: said by themselves they matter. */
const TURNS = new Set([
  'not',
  'no',
  'never',
  'without',
  'nor',
  'neither',
  'none',
  'cannot',
  'only',
  'all',
  'once',
  'more',
  'most',
  'other',
  'same',
  'both',
  'own',
]);

export interface Word {
  hash: number;
  start: number;
  end: number;
}

const NONE: ReadonlySet<string> = new Set();
const known = new Map<string, number>();

/** The hash of a word's stem; 0 for one that says nothing by itself. */
function hashOfWord(raw: string): number {
  const found = known.get(raw);
  if (found !== undefined) return found;
  const word = raw.toLowerCase().replace('’', "'");
  const stem = stemOf(word) || (TURNS.has(word) || word.endsWith("n't") ? `=${word}` : '');
  const hash = stem ? hashOf(stem) : 0;
  if (known.size > 100_000) known.clear();
  known.set(raw, hash);
  return hash;
}

/** Numbers of two digits and more count by their length, or no two pages would share one. */
const FOLDED = Array.from({ length: 8 }, (_, length) => hashOf('0'.repeat(length)));

/** The telling words of a text as hashes of their stems, with offsets from `base`. Numbers are folded to their length but for those in `kept`. */
export function wordsOf(text: string, base = 0, kept = NONE): Word[] {
  const found: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isNumber = word.length > 1 && word.charCodeAt(0) < 58 && /^\d+$/u.test(word) && !kept.has(word);
    const hash = isNumber ? (FOLDED[Math.min(word.length, 7)] ?? 0) : hashOfWord(word);
    if (hash > 0) found.push({ hash, start: base + index, end: base + index + word.length });
  }
  return found;
}

/** The numbers that a text names. */
export const numbersIn = (text: string): Set<string> => new Set(text.match(/\d{2,}/gu) ?? []);
