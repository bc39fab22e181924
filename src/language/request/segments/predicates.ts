import { has, isAdjective, isClosed, isFiniteVerb, isHyphened, isName, isPast, isPlural, NUMBER, RELATIVE } from '../classes.ts';
import type { Word } from '../request-words.ts';
import type { At } from './pattern.ts';

/** Whether the segment is a subject whose predicate follows: “pets are allowed”, “whose headquarters are in Ohio”. */
const isSubject = (segment: Word[]): boolean =>
  /^(?:where|whose)$/iu.test(segment[0]?.text ?? '') ||
  !segment.some((word) => has(word, 'Preposition', 'Verb') || RELATIVE.test(word.text));

/** Whether a condition begins at a verb, a participle or an adjective after the noun that it describes. */
export function predicateBegins({ words, i, word, last, next, text, segment, isThing }: At): boolean {
  if (
    isPast(word) &&
    segment.length > 1 &&
    /^(?:in|by|at|with|from|on|for|before|after|since)$/iu.test(next?.text ?? '') &&
    has(last, 'Noun') &&
    !isHyphened(words, i)
  )
    return true;
  if (isThing || isPlural(last) || isName(last)) {
    const headed =
      (isPlural(last) && !(isName(last) && segment.length === 1 && !isThing)) ||
      has(last, 'Unit') ||
      (isName(last) && !isThing && segment.length > 1);
    if (headed && /^\p{Ll}{2,}ing$/u.test(word.text) && next && !isClosed(word) && !isPlural(word)) return true;
    if (headed && isPast(word) && (next !== undefined || !isThing) && !isHyphened(words, i)) return true;
    if (headed && /^(?:is|are|has|have|can)$/iu.test(text)) return isThing || !isSubject(segment);
    if (headed && isThing && isFiniteVerb(word) && next) return true;
    if (headed && isFiniteVerb(word) && next && (has(next, 'Preposition') || NUMBER.test(next.text))) return true;
    if (
      headed &&
      isAdjective(word) &&
      !/\d$/u.test(last.text) &&
      (!next || has(next, 'Preposition', 'Conjunction') || NUMBER.test(next.text) || /^(?:than|to|at|on|in|now|late)$/iu.test(next.text))
    )
      return true;
    if (headed && /^(?:open|closed)$/iu.test(text)) return true;
    if (headed && has(word, 'Adverb', 'Ordinal') && (isPast(next) || isAdjective(next))) return true;
  }
  return false;
}
