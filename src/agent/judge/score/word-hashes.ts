import { stemOf } from '../../../language/english/lexicon.ts';

/** Hashes have 24 bits: 3 bytes per word in a stored score. */
const BITS = 0xffffff;

/** The hash of a word or name, 1 to 2^24-1 (FNV-1a, folded). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 24) ^ hash) & BITS || 1;
}

/** The last word of a stored unit that asserts nothing: a question or a supposition. */
export const UNASSERTED = hashOf('?');

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
/** Stop words that negate or qualify a sentence, so they are kept. */
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

/** The hash of a word's stem; 0 for a stop word. */
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

/** Numbers of two digits and more are hashed by their length, because two pages rarely share a number. */
const FOLDED = Array.from({ length: 8 }, (_, length) => hashOf('0'.repeat(length)));

/**
 * The words of a text without stop words, as hashes of their stems with offsets from `base`. Numbers are hashed by length unless in `kept`.
 */
export function wordsOf(text: string, base = 0, kept = NONE): Word[] {
  const found: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isNumber = word.length > 1 && word.charCodeAt(0) < 58 && /^\d+$/u.test(word) && !kept.has(word);
    const hash = isNumber ? (FOLDED[Math.min(word.length, 7)] ?? 0) : hashOfWord(word);
    if (hash > 0) found.push({ hash, start: base + index, end: base + index + word.length });
  }
  return found;
}

/** The numbers of two digits and more in a text. */
export const numbersIn = (text: string): Set<string> => new Set(text.match(/\d{2,}/gu) ?? []);
