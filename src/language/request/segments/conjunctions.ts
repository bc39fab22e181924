import {
  COMPARING,
  DENIAL,
  has,
  isAtPlace,
  isClosed,
  isFiniteVerb,
  isGerund,
  isName,
  isPast,
  isPlural,
  isVerb,
  NUMBER,
  RELATIVE,
} from '../classes.ts';
import type { Word } from '../request-words.ts';
import type { Segment } from './segments.ts';

const THING_MAX = 4;
/** Whether another plural follows, alone or before its conditions: it is also wanted. */
function isThingAhead(words: Word[], from: number, segment: Word[]): boolean {
  if (/^(?:have|has|is|are|was|were|can|do|does|no|not|never|without)$/iu.test(words[from]?.text ?? '')) return false;
  // “no supermarket deals and take visitors”
  if (segment.length > 1 && DENIAL.test(segment[0]?.text ?? '') && isFiniteVerb(words[from])) return false;
  const isFirst = !segment.some((word) => isClosed(word) || has(word, 'Preposition') || RELATIVE.test(word.text));
  const ahead = words.slice(from, from + THING_MAX);
  const end = ahead.findIndex((word) => isPlural(word));
  const behind = words[from + end + 1];
  return (
    isFirst &&
    end > 0 &&
    ahead
      .slice(0, end)
      .every(
        (word) => !isClosed(word) && !has(word, 'Preposition', 'Determiner') && !RELATIVE.test(word.text) && !NUMBER.test(word.text),
      ) &&
    (behind === undefined ||
      has(behind, 'Preposition') ||
      RELATIVE.test(behind.text) ||
      /^(?:with|without|under|over)$/iu.test(behind.text))
  );
}

/** Whether what follows "and" or "but" is a condition of its own, not the second half of one thing. */
export function partsAt(words: Word[], i: number, { words: segment, kind }: Segment): boolean {
  const next = words[i + 1];
  if (!next || segment.some(({ text }) => /^(?:both|between|either)$/iu.test(text))) return false;
  const lead = segment[0]?.text ?? '';
  // “with offices in Paris, Berlin and Rome”
  if (isName(next) && isAtPlace(words, i) && !has(words[i + 2], 'Verb')) return false;
  // “translation and interpreting services”, “before and after”
  if (kind === 'thing' && isGerund(next)) return false;
  if (/^before$/iu.test(words[i - 1]?.text ?? '') && /^after$/iu.test(next.text)) return false;
  // “where the inventor is a person and not a company”
  if (RELATIVE.test(lead) && /^not$/iu.test(next.text) && has(words[i + 2], 'Determiner')) return false;
  // “that build and sell drones”
  if (RELATIVE.test(lead) && segment.length === 2 && isVerb(segment[1]) && isVerb(next) && isPlural(words[i + 2])) return false;
  // “libraries and command line tools with …”
  if (isPlural(words[i - 1]) && segment.at(-1) === words[i - 1] && isThingAhead(words, i + 1, segment)) return false;
  if (
    RELATIVE.test(next.text) ||
    DENIAL.test(next.text) ||
    /^(?:you|they|we|it)$/iu.test(next.text) ||
    /^(?:with|has|have|is|are|was|were|can|still)$/iu.test(next.text)
  )
    return true;
  if (/^with$/iu.test(lead) || /^(?:has|have)$/iu.test(lead)) return true;
  if (words[i]?.text.toLowerCase() === 'but') return true;
  if (/^(?:in|at|near|from|under|over|by|since|after|before|based)$/iu.test(next.text))
    return lead.toLowerCase() !== next.text.toLowerCase();
  if (COMPARING.test(next.text) && NUMBER.test(words[i + 2]?.text ?? words[i + 1]?.text ?? '')) return true;
  // "that lasts two days and costs 300 pounds"
  if (RELATIVE.test(lead) && isVerb(next) && words[i + 2] !== undefined) return true;
  return (isFiniteVerb(next) || isPast(next) || isGerund(next)) && words[i + 2] !== undefined && !isPlural(next);
}
