import {
  ATTACHED,
  COMPARING,
  has,
  isAdjective,
  isClosed,
  isFiniteVerb,
  isGerund,
  isPast,
  isPlural,
  isVerb,
  PLACING,
  RELATIVE,
} from '../classes.ts';
import type { Word } from '../request-words.ts';
import { goesOn } from './commas.ts';
import type { At } from './pattern.ts';
import { PATTERNS } from './patterns.ts';
import { predicateBegins } from './predicates.ts';
import { prepositionBegins } from './prepositions.ts';
import type { Segment } from './segments.ts';

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

/** Whether the words are a sentence: keyword queries are short and have no commas. */
const isSentence = (words: Word[]): boolean => words.length > SENTENCE_WORDS || words.slice(0, -1).some(isClosed);
const SENTENCE_WORDS = 14;

/** “A chef who trained in France”, “a town that has no station”: the clause describes that noun, as the wanted things are plural. */
const isOfIndefinite = (words: Word[], i: number): boolean =>
  words.slice(Math.max(0, i - 4), i).some(({ text }) => /^(?:an?|one)$/iu.test(text)) && !isPlural(words[i - 1]) && !isClosed(words[i - 1]);

const isAfterNoun = ({ last }: At): boolean =>
  !has(last, 'Preposition', 'Conjunction', 'Determiner') &&
  !ATTACHED.test(last.text) &&
  !PLACING.test(last.text) &&
  !RELATIVE.test(last.text);

/** Whether the last word is the verb of a condition, whose object or adverb follows. */
function isAfterVerb({ last, lead, segment, isThing }: At): boolean {
  return (
    !isThing &&
    (isPast(last) ||
      (isFiniteVerb(last) && RELATIVE.test(lead)) ||
      (segment.length <= 2 &&
        (isGerund(last) ||
          (isFiniteVerb(last) && !isPlural(last)) ||
          isAdjective(last) ||
          /^(?:not|never|are|is|was|were|been|hires?|works?|ships?)$/iu.test(last.text))))
  );
}

/** Whether a condition begins at a denial after a noun; undefined at another word. */
function denialBegins({ last, next, text, segment, isThing }: At, afterVerb: boolean): boolean | undefined {
  if (text === 'without' || text === 'excluding' || text === 'except') return true;
  if (text === 'no' && isThing && next) return true;
  if (text === 'other') return next?.text.toLowerCase() === 'than';
  if (text === 'not' || text === 'never')
    return !afterVerb && segment.length > 0 && !/^(?:is|are|was|were|has|have|did|do|does)$/iu.test(last.text);
  return undefined;
}

/** Whether a word begins another condition, given the segment before it. */
export function begins(words: Word[], i: number, { words: segment, kind, lead: owner }: Segment): boolean {
  const isThing = kind === 'thing';
  const [word, last, next] = [words[i] as Word, words[i - 1], words[i + 1]];
  if (!last || segment.length === 0) return false;
  const text = word.text.toLowerCase();
  const lead = segment[0]?.text ?? '';
  const at = { words, i, word, last, next, text, lead, segment, owner, isThing };
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
  if (!isAfterNoun(at)) return false;
  const afterVerb = isAfterVerb(at);
  const isDenial = denialBegins(at, afterVerb);
  if (isDenial !== undefined) return isDenial;
  if (afterVerb && text !== 'and') return false;
  return prepositionBegins(at) ?? predicateBegins(at);
}
