import { wordsOf } from '../score/word-hashes.ts';
import type { AnswerType, AskedColumn } from './asked.ts';
import type { ScoredValue } from './score-column.ts';

/** The least likelihood (0 to 1) of a suggestion. On sources that were left out of the training, two of three suggestions are right. */
const LEAST = 0.35;
/** Types of answer that have a typical place on a page, without a word that names them. */
const PLACED: readonly AnswerType[] = ['title', 'tagline', 'first'];

const ADDRESS = /^https?:\/\/\S+$/u;

/**
 * Whether a candidate may be suggested. Most pages of the training data give a value, so the likelihood alone is too high: before any value
 * is confirmed, the page must also name the column near the candidate.
 */
export function isOffered(
  asked: AskedColumn,
  { value, says }: Pick<ScoredValue, 'value' | 'says'>,
  { likelihood, isTaught }: { likelihood: number; isTaught: boolean },
): boolean {
  if (likelihood < LEAST || !isValue(asked, value)) return false;
  return isTaught || PLACED.includes(asked.type) || says.some((x) => x > 0);
}

/** Whether a candidate is a value at all. Words of the label and stop words are not values; a bare URL or number is not a text. */
export function isValue(asked: AskedColumn, value: string): boolean {
  if (asked.format !== 'text') return true;
  const words = wordsOf(value);
  if (ADDRESS.test(value) || (asked.type !== 'code' && (words.length === 0 || !/\p{L}/u.test(value)))) return false;
  return words.length === 0 || words.some(({ hash }) => asked.words.get(hash) !== 1);
}
