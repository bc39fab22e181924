import { isDate, isDateAhead, TIMING } from './classes.ts';
import type { Word } from './words.ts';

/** A word of a request and what stands about it: the words before and behind, those of the part that it may end, that part's first word and what an earlier part said for it. */
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
}

/** Whether a part begins at a word, or goes on, where it speaks. `of`: whether it ends what is looked for or a condition; absent: either. */
export interface Pattern {
  of?: 'thing' | 'condition';
  parts: boolean;
  says: (at: At) => boolean;
}

export const HAVING = /^(?:with|has|have)$/iu;
export const said = (word: Word | undefined, form: RegExp) => form.test(word?.text ?? '');
/** “Before October”, “in the last weeks”. */
export const isTimed = ({ words, i, next }: At) => said(next, TIMING) && (isDate(words[i + 2]) || isDateAhead(words, i + 1));
