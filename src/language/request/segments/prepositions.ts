import {
  ATTACHED,
  COMPARING,
  has,
  isBound,
  isDate,
  isDateAhead,
  isGerund,
  isName,
  isPast,
  isPlural,
  isPriceOfWhole,
  isSpan,
  isVerb,
  NUMBER,
  OF_FIELD,
  PLACING,
  TIMING,
} from '../classes.ts';
import type { At } from './pattern.ts';

/** Whether a condition begins at a preposition of place. */
function placeBegins({ words, i, last, next, text, isThing }: At): boolean {
  if (!isThing)
    return (
      (text === 'at' && has(last, 'Noun') && !/^(?:once|all|home|night|least|most)$/iu.test(next?.text ?? '')) ||
      isName(next) ||
      (/^(?:the|greater|northern|southern|eastern|western|sub-saharan|latin)$/iu.test(next?.text ?? '') && isName(words[i + 2] ?? next))
    );
  const field = OF_FIELD.test(last.text) && !isName(next) && text === 'in';
  return !field || isName(next) || (/^the$/iu.test(next?.text ?? '') && isName(words[i + 2]));
}

/** Whether a condition begins at a preposition or a comparison after a noun; undefined at another word. */
export function prepositionBegins(at: At): boolean | undefined {
  const { words, i, last, next, text, lead, segment, owner, isThing } = at;
  // "deadline after June 2026", "application in English": a noun with a bound of its own
  if (
    !isThing &&
    segment.length === 1 &&
    owner === undefined &&
    has(segment[0], 'Noun') &&
    !isPast(segment[0]) &&
    /^(?:in|by|before|after|until|since|from|within|on)$/u.test(text)
  )
    return false;
  if (!isThing && /^(?:open|closed)$/u.test(text) && has(last, 'Noun') && has(next, 'Preposition')) return true;
  if (text === 'with') return isThing || isPlural(last) || isName(last) || !has(segment[0], 'Verb');
  if (text === 'like') return isThing;
  if (/^(?:you|one|we)$/u.test(text) && /^can|could$/u.test(next?.text ?? '')) return true;
  const isPlaced =
    !isThing &&
    (isDate(last) || (TIMING.test(lead) && isSpan(last)) || ((PLACING.test(lead) || isPast(segment[0])) && (isName(last) || isDate(last))));
  if (isPlaced && /^(?:about|for|on|by)$/u.test(text)) return true;
  if (isThing && isGerund(last) && segment.length > 1 && ATTACHED.test(words[i - 2]?.text ?? '')) return false;
  if (text === 'for') return isThing && (NUMBER.test(next?.text ?? '') || (COMPARING.test(next?.text ?? '') && isBound(words, i + 1)));
  if (text === 'by') return isThing && !/^(?:design|law|hand)$/iu.test(next?.text ?? '');
  if (text === 'of' || text === 'to' || text === 'about' || text === 'as') return false;
  if (text === 'on' && !isThing) return /^with$/iu.test(lead) && isPlural(last);
  if (text === 'on') return isName(next) && has(next, 'Place') ? isThing : isThing && has(next, 'Date');
  const measured =
    owner !== undefined ||
    /^(?:prices?|rents?|fees?|budget|salar(?:y|ies)|deadlines?|ages?|sizes?|with|has|have|having|whose|that|which|who|cost(?:s|ing)?|raised|raising|priced|rated|earning)$/iu.test(
      lead,
    ) ||
    (!isThing && isVerb(segment[0]) && !isPast(segment[0]) && !/^(?:open|opens|closed)$/iu.test(lead));
  if (/^(?:more|less|fewer|over|under|above|below|up|at|between)$/iu.test(text) && isBound(words, i))
    return (!measured || isPriceOfWhole(words, i, segment)) && !(NUMBER.test(last.text) && text === 'under');
  if (/^[><≥≤]/u.test(text)) return !measured;
  if (/^(?:since|after|before|during|between|until)$/iu.test(text))
    return !/^(?:than|age)$/iu.test(last.text) && (isThing || isDate(next) || isDate(words[i + 2]));
  if (
    /^(?:in|from|within|over)$/iu.test(text) &&
    (isDate(next) || (/^(?:the|last|past)$/iu.test(next?.text ?? '') && isDateAhead(words, i)))
  )
    return isThing || !isPast(last);
  if (/^(?:in|at|near|from|inside|across|within|outside|around|throughout)$/iu.test(text)) return placeBegins(at);
  return text === 'under' ? isThing : undefined;
}
