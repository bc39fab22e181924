import { stemOf } from '../lexicon.ts';

/** Hashes of words have 24 bits: three bytes a word in a stored score. */
const BITS = 0xffffff;

const hashes = new Map<string, number>();

/** The hash of a word or name, 1 to 2^24-1 (FNV-1a, folded). */
export function hashOf(text: string): number {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = ((hash >>> 24) ^ hash) & BITS || 1;
  if (hashes.size > 200_000) hashes.clear();
  hashes.set(text, hash);
  return hash;
}

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
/** Words that turn a sentence round or put it in the past: said by themselves they matter. */
const TURNS = new Set(['not', 'no', 'never', 'without', 'nor', 'neither', 'none', 'cannot', 'only', 'all', 'once', 'more', 'most', 'other', 'same', 'both', 'own']);

export interface Word {
  hash: number;
  start: number;
  end: number;
}

/** A number of two digits or more counts by its length, or 300 pages would share no number; what the criterion names itself stays. */
const folded = (word: string, kept: ReadonlySet<string>) =>
  /^\d{2,}$/u.test(word) && !kept.has(word) ? '0'.repeat(Math.min(word.length, 7)) : word;

const NONE: ReadonlySet<string> = new Set();

/** The telling words of a text as hashes of their stems, with offsets from `base`. Numbers of two or more digits are folded to their length but for those in `kept`. */
export function wordsOf(text: string, base = 0, kept = NONE): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = match[0].toLowerCase().replace('’', "'");
    const stem = stemOf(word) || (TURNS.has(word) || word.endsWith("n't") ? `=${word}` : '');
    if (stem) found.push({ hash: hashOf(folded(stem, kept)), start: base + match.index, end: base + match.index + match[0].length });
  }
  return found;
}

/** The numbers that a text names. */
export const numbersIn = (text: string): Set<string> => new Set(text.match(/\d{2,}/gu) ?? []);
