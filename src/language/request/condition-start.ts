import {
  ATTACHED,
  COMPARING,
  DENIAL,
  has,
  isAdjective,
  isBound,
  isClosed,
  isDate,
  isDateAhead,
  isFiniteVerb,
  isGerund,
  isHyphened,
  isName,
  isPast,
  isPlural,
  isPriceOfWhole,
  isSpan,
  isVerb,
  NUMBER,
  OF_FIELD,
  PLACING,
  RELATIVE,
  TIMING,
} from './classes.ts';
import { PATTERNS } from './patterns.ts';
import type { Word } from './request-words.ts';

/** A part of a request that can be answered on its own. */
export interface Segment {
  words: Word[];
  /** The wanted thing, a quality before it ("vegan restaurants"), or another condition. */
  kind: 'thing' | 'quality' | 'condition';
  /** A word of an earlier segment that also applies to this one: "with a garden and a pool". */
  lead?: string;
}

/** Whether the words before a position end with names after “in”: “making solar panels in Spain, Italy and Greece”. */
export function isAtPlace(words: readonly Word[], i: number): boolean {
  let at = i - 1;
  while (at > 0 && isName(words[at])) at--;
  return at < i - 1 && PLACING.test(words[at]?.text ?? '');
}

/** Whether the list of wanted things continues: at most three words, then “and” or “or” and another noun. */
function isListAhead(words: readonly Word[], i: number): boolean {
  const at = words.slice(i, i + 12).findIndex(({ text }) => /^(?:and|or)$/iu.test(text));
  const items = words.slice(i, i + Math.max(0, at));
  const next = words[i + at + 1];
  // topics may have any form: “games about bees, gardening or mushrooms”
  const isAbout = words.slice(0, i).some(({ text }) => /^(?:about|on|of)$/iu.test(text));
  const isPlain = (word: Word | undefined) =>
    word !== undefined &&
    !has(word, 'Preposition', 'Determiner') &&
    (!has(word, 'Verb') || (isAbout && isGerund(word))) &&
    !isAdjective(word) &&
    !isPast(word) &&
    !NUMBER.test(word.text) &&
    !RELATIVE.test(word.text) &&
    !DENIAL.test(word.text);
  const isShort = items.reduce((length, word) => (isClosed(word) ? 0 : length + 1), 0) <= 3;
  return (
    at > 0 &&
    isShort &&
    items.every(isPlain) &&
    (isAbout || isPlural(words[i - 1])) &&
    isPlain(next) &&
    (isPlural(next) || isPlural(words[i + at + 2]))
  );
}

/** Whether the words after a comma continue alternatives ("in Stockholm, Copenhagen or Oslo") or a place ("Portland, Oregon"). */
function goesOn(words: Word[], i: number, lead: Word | undefined): boolean {
  if (words[i - 1]?.after !== ',' || /^(?:with|without|no|not|under|over|for|near|open)$/iu.test(words[i]?.text ?? '')) return false;
  // “that handle tracking and accounting, integrate with this or that”
  if (
    lead &&
    (isFiniteVerb(words[i]) || isPast(words[i])) &&
    (has(words[i + 1], 'Preposition') || /^(?:an?|the|their|no|at)$/iu.test(words[i + 1]?.text ?? ''))
  )
    return false;
  // “painting, music or writing summer schools”, “games about bees, gardening or mushrooms”, “harvesters, balers and old engines”
  if (!lead) return (i <= 2 && words.slice(i + 1, i + 3).some(({ text }) => /^or$/iu.test(text))) || isListAhead(words, i);
  const isPlaced = PLACING.test(lead.text) || isPast(lead) || isAtPlace(words, i);
  for (let j = i; j < Math.min(i + 6, words.length); j++) {
    if (/^(?:or|and)$/iu.test(words[j]?.text ?? ''))
      return isPlaced ? isName(words[j + 1]) || isDate(words[j + 1]) : words[j]?.text.toLowerCase() === 'or';
    if (isClosed(words[j]) && words[j]?.after !== ',') break;
    if (PLACING.test(words[j]?.text ?? '') || RELATIVE.test(words[j]?.text ?? '')) break;
  }
  return PLACING.test(lead.text) && isName(words[i]) && isName(words[i - 1]) && /^\p{Lu}/u.test(words[i]?.text ?? '');
}

const STOP_AND = /^(?:or|&|nor|and\/or)$/iu;

/** “An appliance with parts that go in the dishwasher”: the verb agrees with the parts, not with the appliance. */
function isOfLast(words: Word[], i: number, segment: Word[]): boolean {
  const verb = words[i + 1];
  if (!/^(?:with|has|have)$/iu.test(segment[0]?.text ?? '') || !/^(?:that|which)$/iu.test(words[i]?.text ?? '') || !isVerb(verb))
    return false;
  const ends = words.findIndex((word, at) => at > 0 && (has(word, 'Preposition') || COMPARING.test(word.text) || RELATIVE.test(word.text)));
  const isSingular = /[^s]s$/u.test(verb?.text ?? '');
  return isPlural(words[i - 1]) !== isSingular && isPlural(words[ends - 1]) === isSingular;
}

/** Whether the segment is a subject whose predicate follows: “pets are allowed”, “whose headquarters are in Ohio”. */
const isSubject = (segment: Word[]): boolean =>
  /^(?:where|whose)$/iu.test(segment[0]?.text ?? '') ||
  !segment.some((word) => has(word, 'Preposition', 'Verb') || RELATIVE.test(word.text));

/** Whether the words are a sentence: keyword queries are short and have no commas. */
const isSentence = (words: Word[]): boolean => words.length > SENTENCE_WORDS || words.slice(0, -1).some(isClosed);
const SENTENCE_WORDS = 14;

/** “A chef who trained in France”, “a town that has no station”: the clause describes that noun, as the wanted things are plural. */
const isOfIndefinite = (words: Word[], i: number): boolean =>
  words.slice(Math.max(0, i - 4), i).some(({ text }) => /^(?:an?|one)$/iu.test(text)) && !isPlural(words[i - 1]) && !isClosed(words[i - 1]);

/** Whether a word begins another condition, given the segment before it. */
export function begins(words: Word[], i: number, { words: segment, kind, lead: owner }: Segment): boolean {
  const isThing = kind === 'thing';
  const [word, last, next] = [words[i] as Word, words[i - 1], words[i + 1]];
  if (!last || segment.length === 0) return false;
  const text = word.text.toLowerCase();
  const lead = segment[0]?.text ?? '';
  const at = { words, i, word, last, next, text, lead, segment, owner };
  // “ideally, after 2015”, “a fully online, part-time course”
  if (/^(?:ideally|preferably)$/iu.test(last.text)) return false;
  if (
    last.after === ',' &&
    isAdjective(last) &&
    has(word, 'Adjective') &&
    words.slice(Math.max(0, i - 3), i - 1).some(({ text }) => /^an?$/iu.test(text))
  )
    return false;
  if (isClosed(last)) return !goesOn(words, i, isThing ? undefined : segment[0]);
  if (/[([]/u.test(word.before)) return true;
  const isOpen = STOP_AND.test(last.text) || /^(?:and|but)$/iu.test(last.text);
  if (isOpen) return false;
  const afterNoun =
    !has(last, 'Preposition', 'Conjunction', 'Determiner') &&
    !ATTACHED.test(last.text) &&
    !PLACING.test(last.text) &&
    !RELATIVE.test(last.text);
  const afterVerb =
    !isThing &&
    (isPast(last) ||
      (isFiniteVerb(last) && RELATIVE.test(lead)) ||
      (segment.length <= 2 &&
        (isGerund(last) ||
          (isFiniteVerb(last) && !isPlural(last)) ||
          isAdjective(last) ||
          /^(?:not|never|are|is|was|were|been|hires?|works?|ships?)$/iu.test(last.text))));
  // in a sentence, a clause ends at its comma: “run by a chef who trained in France”
  const isClause =
    isSentence(words) &&
    !isThing &&
    segment.length > 1 &&
    (RELATIVE.test(lead) || isGerund(segment[0]) || segment.slice(0, 2).some(isPast) || (/^ha(?:s|ve)$/iu.test(lead) && isPast(word)));
  if (RELATIVE.test(text) && /^(?:any|those|anyone|anything|nothing)$/iu.test(last.text)) return false;
  if (isClause && RELATIVE.test(text)) return !isOfIndefinite(words, i);
  if (isClause) return false;
  if (RELATIVE.test(text)) return !ATTACHED.test(last.text) && !isOfLast(words, i, segment);
  // “species of orchid first described in 2022”
  if (isThing && has(last, 'Noun') && /^(?:first|newly|recently|originally|last|previously)$/iu.test(text) && isPast(next)) return true;
  const pattern = PATTERNS.find(({ of, says }) => (of === undefined || (of === 'thing') === isThing) && says(at));
  if (pattern) return pattern.parts;
  if (!afterNoun) return false;
  if (text === 'without' || text === 'excluding' || text === 'except') return true;
  if (text === 'no' && isThing && next) return true;
  if (text === 'other') return next?.text.toLowerCase() === 'than';
  if (text === 'not' || text === 'never')
    return !afterVerb && segment.length > 0 && !/^(?:is|are|was|were|has|have|did|do|does)$/iu.test(last.text);
  if (afterVerb && !/^(?:with|and)$/iu.test(text)) return false;
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
  if (text === 'with') return !afterVerb && (isThing || isPlural(last) || isName(last) || !has(segment[0], 'Verb'));
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
  if (/^(?:in|at|near|from|inside|across|within|outside|around|throughout)$/iu.test(text)) {
    if (!isThing)
      return (
        (text === 'at' && has(last, 'Noun') && !/^(?:once|all|home|night|least|most)$/iu.test(next?.text ?? '')) ||
        isName(next) ||
        (/^(?:the|greater|northern|southern|eastern|western|sub-saharan|latin)$/iu.test(next?.text ?? '') && isName(words[i + 2] ?? next))
      );
    const field = OF_FIELD.test(last.text) && !isName(next) && text === 'in';
    return !field || isName(next) || (/^the$/iu.test(next?.text ?? '') && isName(words[i + 2]));
  }
  if (text === 'under') return isThing;
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
