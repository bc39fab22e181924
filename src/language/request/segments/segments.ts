import { HELD_CLOSE, HELD_OPEN } from '../asked/asides.ts';
import { DENIAL, isPast } from '../classes.ts';
import { type Word, wordsOf } from '../request-words.ts';
import { begins } from './condition-start.ts';
import { partsAt } from './conjunctions.ts';

/** A part of a request that can be answered on its own. */
export interface Segment {
  words: Word[];
  /** The wanted thing, a quality before it ("vegan restaurants"), or another condition. */
  kind: 'thing' | 'quality' | 'condition';
  /** A word of an earlier segment that also applies to this one: "with a garden and a pool". */
  lead?: string;
}

const ENDS_QUOTE = new RegExp(`["”]${HELD_CLOSE}`, 'u');

/** Splits a bare request into the wanted thing and its conditions, in order. */
export function segmentsOf(text: string): Segment[] {
  const words = wordsOf(text);
  const segments: Segment[] = [];
  let current: Segment = { words: [], kind: /^(?:who|that|which)$/iu.test(words[0]?.text ?? '') ? 'condition' : 'thing' };
  const close = (lead?: string) => {
    if (current.words.length > 0) segments.push(current);
    current = { words: [], kind: 'condition', ...(lead ? { lead } : {}) };
  };
  let quoted = false;
  let isHeld = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const wasQuoted = quoted || isHeld;
    // a bracket that belongs to the words before it (asides.ts)
    if (word.text.includes(HELD_OPEN)) isHeld = true;
    if (word.text.includes(HELD_CLOSE)) isHeld = false;
    if (/["“]/u.test(word.before)) quoted = true;
    if (/["”]/u.test(word.after) || ENDS_QUOTE.test(word.text)) quoted = false;
    if (!wasQuoted && /^(?:and|but|&|,|-|–|—)$/iu.test(word.text) && (current.words.length === 0 || partsAt(words, i, current))) {
      const [first, second] = current.words;
      const isOwned = /^(?:with|has|have)$/iu.test(first?.text ?? '') && !(isPast(second) && /^ha(?:s|ve)$/iu.test(first?.text ?? ''));
      const lead = isOwned && !DENIAL.test(words[i + 1]?.text ?? '') ? 'with' : undefined;
      close(lead);
      continue;
    }
    if (!wasQuoted && begins(words, i, current)) close();
    current.words.push(word);
  }
  close();
  return segments;
}
