import { isDate, isDateAhead, TIMING } from '../classes.ts';
import type { Word } from '../request-words.ts';

/**
 * A word of a request with its context: its neighbours, the part that it may end, the first word of that part, and what an earlier part
 * contributed.
 */
export interface At {
  words: Word[];
  i: number;
  word: Word;
  last: Word;
  next: Word | undefined;
  /** Lower case. */
  text: string;
  lead: string;
  segment: Word[];
  owner: string | undefined;
  /** The part is the wanted thing, not a condition. */
  isThing: boolean;
}

/** Decides whether a part begins or continues at a word. `of`: applies to the wanted thing or to a condition; absent: to both. */
export interface Pattern {
  of?: 'thing' | 'condition';
  parts: boolean;
  says: (at: At) => boolean;
}

export const HAVING = /^(?:with|has|have)$/iu;
export const said = (word: Word | undefined, form: RegExp) => form.test(word?.text ?? '');
/** “Before October”, “in the last weeks”. */
export const isTimed = ({ words, i, next }: At) => said(next, TIMING) && (isDate(words[i + 2]) || isDateAhead(words, i + 1));
