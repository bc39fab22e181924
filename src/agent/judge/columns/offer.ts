import { wordsOf } from '../score/words.ts';
import type { AnswerType, AskedColumn } from './asked.ts';
import type { ScoredValue } from './score-column.ts';

/**
 * The likelihood (0 to 1) from which on a candidate that is not sure enough to fill its cell is worth a look. Leave one source out, two of three that are
 * offered are right.
 */
const LEAST = 0.35;
/** Answers that stand at a certain place of a page, without a word that names them. */
const PLACED: readonly AnswerType[] = ['title', 'tagline', 'first'];

const ADDRESS = /^https?:\/\/\S+$/u;

/**
 * Whether a candidate may be suggested. How likely it is was learned on pages most of which give a value; so, before anybody confirmed one, the page
 * has to name the column near it.
 */
export function isOffered(
  asked: AskedColumn,
  { value, says }: Pick<ScoredValue, 'value' | 'says'>,
  { likelihood, isTaught }: { likelihood: number; isTaught: boolean },
): boolean {
  if (likelihood < LEAST || !isValue(asked, value)) return false;
  return isTaught || PLACED.includes(asked.type) || says.some((x) => x > 0);
}

/** Whether a candidate is a value at all: words of the label, and words that say nothing by themselves, are none; a bare address or number is no text. */
export function isValue(asked: AskedColumn, value: string): boolean {
  if (asked.format !== 'text') return true;
  const words = wordsOf(value);
  if (ADDRESS.test(value) || (asked.type !== 'code' && (words.length === 0 || !/\p{L}/u.test(value)))) return false;
  return words.length === 0 || words.some(({ hash }) => asked.words.get(hash) !== 1);
}
