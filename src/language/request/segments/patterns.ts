import {
  CLAUSE,
  COMPARING,
  DENIAL,
  FREE_OF,
  has,
  isBound,
  isBoundEvent,
  isClosed,
  isDate,
  isGerund,
  isName,
  isPast,
  isPlural,
  isVerb,
  NUMBER,
  RELATIVE,
  SETTLED,
  TIMING,
  WEEKDAY,
} from '../classes.ts';
import { type At, HAVING, isTimed, type Pattern, said } from './pattern.ts';
import { BY_WHAT_IS_NAMED } from './patterns-of-things.ts';

/** Decides where a part of a request begins or continues; the first pattern that matches applies. */
export const PATTERNS: readonly Pattern[] = [
  ...BY_WHAT_IS_NAMED,
  // where English is enough
  { of: 'condition', parts: false, says: ({ text }) => /^(?:enough|fine|ok|okay)$/u.test(text) },
  // that meets online; which works without internet
  {
    of: 'condition',
    parts: false,
    says: ({ lead, segment, last, words, i }) => RELATIVE.test(lead) && segment.length === 2 && isVerb(last) && !isBound(words, i),
  },
  { parts: false, says: ({ text, last }) => text === 'with' && isGerund(last) },
  // level B1 no more than eight people
  { parts: false, says: ({ text, last }) => /^(?:more|less|fewer|later|earlier)$/u.test(text) && said(last, /^no$/iu) },
  {
    parts: false,
    says: ({ text, next, last }) =>
      text === 'no' && said(next, /^(?:more|less|fewer|later|earlier)$/iu) && said(last, /^(?:with|for|and|or|but)$/iu),
  },
  { parts: true, says: ({ text, next }) => text === 'no' && said(next, /^(?:more|less|fewer|later|earlier)$/iu) },
  // workshop selling tableware
  {
    of: 'thing',
    parts: true,
    says: ({ text, next, last }) => CLAUSE.test(text) && next !== undefined && !has(last, 'Preposition', 'Conjunction', 'Determiner'),
  },
  // under 900 a month bills included
  { of: 'thing', parts: false, says: (at) => isSettled(at) && at.segment.length === 1 && !isClosed(at.last) && !isPlural(at.word) },
  { parts: true, says: (at) => isSettled(at) },
  // youth hostel Berlin
  {
    of: 'thing',
    parts: true,
    says: ({ word, last, next }) =>
      has(word, 'Place') && said(word, /^\p{Lu}/u) && said(last, /^\p{Ll}/u) && has(last, 'Noun') && (!next || !has(next, 'Noun')),
  },
  // without onions in under 30 minutes
  { parts: true, says: ({ text, next, words, i }) => text === 'in' && said(next, /^(?:under|less)$/iu) && isBound(words, i + 1) },
  // has a room for two under 100 euros
  {
    of: 'condition',
    parts: false,
    says: ({ text, last, next, words, i }) =>
      text === 'for' &&
      said(last, /^(?:rooms?|tables?|tents?|pitch|beds?|doubles?|seats?|places?)$/iu) &&
      said(next, NUMBER) &&
      (words[i + 2] === undefined || COMPARING.test(words[i + 2]?.text ?? '') || has(words[i + 2], 'Preposition')),
  },
  // has a room for 40 guests
  {
    of: 'condition',
    parts: true,
    says: ({ text, next, lead, segment }) =>
      text === 'for' && said(next, NUMBER) && !COMPARING.test(lead) && segment.length > 1 && !isVerb(segment[0]),
  },
  {
    parts: false,
    says: ({ lead, text, last }) =>
      HAVING.test(lead) && text === 'in' && said(last, /^(?:offices?|branch|branches|seats?|shops?|stores?)$/iu),
  },
  // dishwasher made in Germany
  {
    of: 'thing',
    parts: true,
    says: ({ text, next }) =>
      /^(?:made|built|written|produced|located|based)$/u.test(text) && said(next, /^(?:in|by|with|of|from|before|after)$/iu),
  },
  { parts: false, says: ({ last }) => said(last, /^(?:has|have|had)$/iu) },
  {
    of: 'condition',
    parts: false,
    says: ({ text, next, words, i }) => text === 'at' && said(next, /^the$/iu) && said(words[i + 2], /^end$/iu),
  },
  // stays open in January; starts in September or October
  {
    of: 'condition',
    parts: false,
    says: ({ text, last }) => /^(?:in|during|over|at)$/u.test(text) && said(last, /^(?:open|starts?|begins?|starting|beginning)$/iu),
  },
  { parts: true, says: ({ text, next }) => text === 'close' && said(next, /^to$/iu) },
  // cake without nuts for 10 people
  {
    of: 'condition',
    parts: true,
    says: ({ segment, lead, text, next }) =>
      segment.length > 1 && DENIAL.test(lead) && text === 'for' && (said(next, NUMBER) || said(next, COMPARING)),
  },
  // in Germany no experience needed
  {
    of: 'condition',
    parts: true,
    says: ({ segment, text, last, next }) =>
      segment.length > 1 && text === 'no' && (isName(last) || has(last, 'Noun')) && next !== undefined,
  },
  // without audition on Wednesday evenings
  {
    of: 'condition',
    parts: true,
    says: ({ segment, text, next }) =>
      segment.length > 1 &&
      text === 'on' &&
      said(next, WEEKDAY) &&
      !segment.some((one) => said(one, /^(?:open|opens|closed|meets?|runs?)$/iu)),
  },
  // open on Mondays under 10 euros
  {
    of: 'condition',
    parts: true,
    says: ({ segment, last, text, words, i }) => segment.length > 1 && said(last, WEEKDAY) && COMPARING.test(text) && isBound(words, i),
  },
  { parts: true, says: ({ text, next }) => /^(?:good|suitable|perfect|ideal|great)$/u.test(text) && said(next, /^for$/iu) },
  { parts: true, says: ({ text, next }) => /^(?:straight|direct|directly)$/u.test(text) && said(next, /^from$/iu) },
  // botanical garden free entry
  {
    of: 'thing',
    parts: true,
    says: ({ text, last, next }) =>
      text === 'free' &&
      !said(last, FREE_OF) &&
      (!next || said(next, /^(?:on|for|at|to|in|no|age|entry|admission|entrance|parking|wifi|breakfast|delivery|shipping|of)$/iu)),
  },
  // “no steps at the door”; “children under 12 get in free”
  {
    of: 'condition',
    parts: false,
    says: ({ lead, segment, text, next }) =>
      DENIAL.test(lead) && segment.length > 1 && /^(?:at|in|on|near|around|to)$/u.test(text) && said(next, /^(?:the|its|our)$/iu),
  },
  {
    of: 'condition',
    parts: false,
    says: ({ lead, text, words, i }) => /^where$/iu.test(lead) && COMPARING.test(text) && isBound(words, i),
  },
  // a release in 2025; a PhD from 2010 or later
  {
    of: 'condition',
    parts: false,
    says: ({ lead, owner, segment, last, text, next }) =>
      (HAVING.test(lead) || owner === 'with') && segment.length <= 3 && has(last, 'Noun') && TIMING.test(text) && isDate(next),
  },
  // right by a lake
  { parts: true, says: ({ text, next }) => /^(?:right|directly)$/u.test(text) && said(next, /^(?:by|at|on|next|beside|in)$/iu) },
  // visitor centre walkable from the train
  { of: 'thing', parts: true, says: ({ text, next }) => /able$/u.test(text) && said(next, /^(?:from|to|by|for|in|on|with)$/iu) },
  { of: 'thing', parts: true, says: ({ words, i }) => isBoundEvent(words, i) },
  // tools lighter than 3 kg
  {
    of: 'thing',
    parts: true,
    says: ({ text, next, words, i }) => /^\p{Ll}+er$/u.test(text) && said(next, /^than$/iu) && said(words[i + 2], NUMBER),
  },
  { of: 'thing', parts: true, says: (at) => /^(?:available|open|valid)$/u.test(at.text) && isTimed(at) },
  // pets allowed
  {
    of: 'condition',
    parts: false,
    says: ({ segment, last, text }) =>
      segment.length <= 2 && has(last, 'Noun') && /^(?:allowed|welcome|accepted|permitted|included)$/u.test(text),
  },
  // with spare parts available; no experience needed
  {
    of: 'condition',
    parts: false,
    says: ({ next, word, text }) =>
      (!next || isClosed(word)) && /^(?:available|included|possible|provided|needed|required|necessary|allowed|welcome)$/u.test(text),
  },
  // speak English at work
  {
    of: 'condition',
    parts: false,
    says: ({ text, next }) => text === 'at' && said(next, /^(?:work|home|night|weekends?|lunch|lunchtime|sea)$/iu),
  },
  {
    of: 'thing',
    parts: true,
    says: ({ text, next, last }) => SINGLED.test(`${text} ${next?.text ?? ''}`.trim()) && !has(last, 'Preposition', 'Determiner'),
  },
  // something to cook with kids
  {
    of: 'thing',
    parts: false,
    says: ({ text, words, i, next }) =>
      text === 'with' && said(words[i - 2], /^to$/iu) && said(next, /^(?:kids?|children|toddlers?|friends|families|family|dogs?)$/iu),
  },
  // no weekend work starting before October
  { parts: true, says: (at) => /^(?:starting|beginning|ending|opening|closing)$/u.test(at.text) && isTimed(at) },
  // lunch menu under 25 euros
  {
    of: 'condition',
    parts: false,
    says: ({ owner, segment, text, words, i }) =>
      owner === undefined &&
      segment.length <= 3 &&
      segment.every((one, at) => (has(one, 'Noun') && !isPast(one)) || (at === 0 && segment.length > 1 && has(one, 'Determiner'))) &&
      COMPARING.test(text) &&
      isBound(words, i),
  },
  { of: 'thing', parts: true, says: ({ text, next, last }) => TIMING.test(text) && isDate(next) && has(last, 'Preposition') },
];

/** A statement after the thing: "museum open on Mondays", "dinner ready in 40 minutes", "class once a week", "developer fully remote". */
const SINGLED =
  /^(?:(?:open|closed) (?:on|at|in|all|every|each|during|until|till|late|from|after|before|daily|today|now|right|24|seven|7)|ready (?:in|within|for)|(?:once|twice) (?:a|per|every)|(?:fully|completely|entirely) \p{L}+)\b/iu;

/** “Bills included”, “English spoken”. */
const isSettled = ({ next, word, last }: At) =>
  said(next, SETTLED) &&
  has(word, 'Noun') &&
  !has(last, 'Preposition', 'Determiner', 'Conjunction', 'Adjective') &&
  !said(last, DENIAL) &&
  !said(last, HAVING);
