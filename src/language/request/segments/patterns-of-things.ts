import { tongueNamed } from '../../asks/tongues.ts';
import { COMPARING, has, isBound, isClosed, isDate, isName, isPast, isPlural, TIMING } from '../classes.ts';
import type { Word } from '../request-words.ts';
import { type Pattern, said } from './pattern.ts';

// Patterns by what the words name: languages, versions, places, audiences.

/** Things that are offered in a language. */
const SPOKEN =
  /^(?:tours?|guides?|guide|visits?|tastings?|menus?|interface|instructions?|manual|documentation|subtitles|signs|lectures?|readings?|shows?|performances?|support|help)$/iu;
const KEPT_IN = /^(?:fridge|freezer|refrigerator|dishwasher|oven|microwave|sun|dark|rain|snow|browser|cloud|city|middle|cent(?:re|er))$/iu;
/** Things that are written about a subject. */
const OF_SUBJECT =
  /^(?:courses?|papers?|articles?|books?|reports?|stud(?:y|ies)|lectures?|talks?|thes[ie]s|data|information|grants?|research|work|films?)$/iu;
const isCapital = (word: Word | undefined) => said(word, /^\p{Lu}\p{Ll}/u) && !has(word, 'Date', 'WeekDay');
/** The audience of a thing. */
const AUDIENCE =
  /^(?:beginners?|starters|adults?|grown-?ups?|children|kids?|toddlers|babies|teenagers|teens|students?|pupils|women|men|girls|boys|famil(?:y|ies)|couples|seniors?|pensioners|parents|graduates|newcomers|refugees|veterans|freelancers|artists?|scientists?|writers?|musicians|researchers|developers|charit(?:y|ies)|amateurs|professionals)$/iu;
const isAudience = (words: Word[], from: number) => {
  const ahead = words.slice(from, from + 4);
  const end = ahead.findIndex((word) => AUDIENCE.test(word.text));
  return end >= 0 && ahead.slice(0, end).every((word) => !isClosed(word) && !has(word, 'Preposition', 'Verb', 'Conjunction'));
};

export const BY_WHAT_IS_NAMED: readonly Pattern[] = [
  // guided tours in German
  {
    of: 'condition',
    parts: false,
    says: ({ text, last, next }) => text === 'in' && said(last, SPOKEN) && tongueNamed(next?.text ?? '') !== null,
  },
  // doesn't let guests bring dogs
  {
    of: 'condition',
    parts: false,
    says: ({ segment, word, last }) =>
      segment.some((one) => said(one, /^(?:lets?|allows?|helps?)$/iu)) && has(last, 'Noun') && has(word, 'Verb'),
  },
  // who can deal with me in French
  {
    of: 'condition',
    parts: false,
    says: ({ text, next, segment }) =>
      text === 'in' &&
      tongueNamed(next?.text ?? '') !== null &&
      segment.some((one) => said(one, /^(?:deals?|talks?|writes?|helps?|answers?|serves?|speaks?|communicates?)$/iu)),
  },
  // businesses of fewer than ten people
  {
    of: 'thing',
    parts: true,
    says: ({ text, words, i }) => text === 'of' && COMPARING.test(words[i + 1]?.text ?? '') && isBound(words, i + 1),
  },
  // a new version since October
  { parts: false, says: ({ text, last, next }) => TIMING.test(text) && said(last, /^(?:versions?|releases?|updates?)$/iu) && isDate(next) },
  // keeps four days in the fridge
  {
    of: 'condition',
    parts: false,
    says: ({ text, next, words, i }) => text === 'in' && said(next, /^the$/iu) && said(words[i + 2], KEPT_IN),
  },
  // ready in under 40 minutes
  { parts: false, says: ({ text, last }) => text === 'in' && said(last, /^(?:ready|done|made|cooked|finished|delivered)$/iu) },
  // bakery run by a family
  { of: 'thing', parts: true, says: ({ text, next }) => /^(?:run|owned|led|managed|founded)$/u.test(text) && said(next, /^by$/iu) },
  // run by the same family since 1950
  {
    of: 'condition',
    parts: false,
    says: ({ text, segment, last }) => text === 'since' && isPast(segment[0]) && segment.length > 1 && !isDate(last),
  },
  // somewhere in Britain to leave my cat
  {
    of: 'condition',
    parts: true,
    says: ({ text, lead, last, next }) => text === 'to' && /^in$/iu.test(lead) && isName(last) && has(next, 'Verb', 'Infinitive'),
  },
  // libraries somebody still looks after
  {
    of: 'thing',
    parts: true,
    says: ({ text, last, next }) =>
      /^(?:somebody|someone|people|they)$/u.test(text) && isPlural(last) && (has(next, 'Verb') || has(next, 'Adverb')),
  },
  // evening class for complete beginners
  { of: 'thing', parts: true, says: ({ text, words, i, segment }) => text === 'for' && segment.length > 0 && isAudience(words, i + 1) },
  // youth hostel Berlin under 30 euros
  {
    of: 'condition',
    parts: true,
    says: ({ text, segment, words, i }) => segment.length === 1 && has(segment[0], 'Place') && COMPARING.test(text) && isBound(words, i),
  },
  // castles on the Rhine
  {
    of: 'thing',
    parts: true,
    says: ({ text, last, next, words, i }) =>
      text === 'on' && !said(last, OF_SUBJECT) && (isCapital(next) || (said(next, /^the$/iu) && isCapital(words[i + 2]))),
  },
];
