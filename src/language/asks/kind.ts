import { countryOf } from '../../knowledge/places.ts';
import { languageNamed } from '../../knowledge/software.ts';
import { fieldOf, isWord, meanings } from '../../knowledge/words.ts';
import type { Ask } from './ask.ts';
import { kindNamed } from './nouns.ts';
import { licenceNamed } from './software.ts';
import { tongueAsk } from './tongues.ts';
import { inPairs, LIGHT, tellingWords } from './words.ts';

const COMPLEMENT = /\s(?=(?:for|of|in|on|about|with|using|that|which|who|by|from|to|at|past)\s)/iu;

const IS_ONE = /^(?:(?:it|the \w+)\s)?(?:is|are)\s(?:an?|the)\s(?<what>\S.*)$/iu;

/** The kind that “is a database” names; null for other words. */
export const kindIn = (text: string): string | null => IS_ONE.exec(text)?.groups?.what ?? null;

/** What is looked for, and what is said of it before and behind: “part-time job”, “course for beginners”, “place to stay”. */
export function kindAsks(text: string): Ask[] {
  const [phrase = text, ...behind] = text.split(COMPLEMENT);
  const words = phrase
    .split(/\s+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}+#-]/gu, ''))
    .filter(Boolean)
    .map((word, i) => (i === 0 && !isProper(word) ? word.toLowerCase() : word));
  const { noun, or, qualities } = phraseOf(words);
  const tail = behind.join(' ');
  const asks: Ask[] = [{ type: 'kind', noun, or }];
  const licences = kindNamed(noun).isSoftware && /\bor\b/iu.test(phrase) ? licenceNamed(`${words.slice(0, -1).join(' ')} licence`) : null;
  if (licences) return [...asks, licences];
  for (const quality of inPairs(qualities, isExpression)) {
    const place = /^\p{Lu}/u.test(quality) && !isTaught(noun) ? countryOf(quality) : null;
    const language = kindNamed(noun).isSoftware ? languageNamed(quality) : null;
    // “free software” has a licence that lets one use it
    const isFree = /^free$/iu.test(quality) && kindNamed(noun).isSoftware ? licenceNamed('open source licence') : null;
    const tongue = /-speaking$/iu.test(quality) ? tongueAsk(quality) : null;
    if (tongue) asks.push(tongue);
    else if (isFree) asks.push(isFree);
    else if (language) asks.push({ type: 'language', name: language, or: [], isDenied: false });
    else if (place)
      asks.push({ type: 'place', places: [place], isBirth: false, isSeat: false, isMade: false, isOffice: false, isDenied: false });
    else if (!LIGHT.has(quality.toLowerCase())) asks.push({ type: 'quality', words: tellingWords(quality), text: quality });
  }
  // of a “place to stay”, “something to cook with kids” what is done with it says what it is
  const rest = tail.replace(/^to\s\S+\s?/iu, '');
  const said = tellingWords(rest.replace(/^(?:for|of|in|on|about|with|using|that|which|who|by|from|to|at|past)\s/iu, ''));
  if (said.length > 0) asks.push({ type: 'quality', words: said, text: rest });
  return asks;
}

/** Of “mountain hut” its last noun, two or three words where they are one expression, and what stands before it. */
function headOf(words: readonly string[]): { noun: string; before: string[] } {
  for (const size of [3, 2]) {
    const all = words.slice(-size);
    if (all.length === size && words.length >= size && meanings(all.join(' '), 'noun').length > 0)
      return { noun: all.join(' '), before: words.slice(0, -size) };
  }
  return { noun: words.at(-1) ?? '', before: words.slice(0, -1) };
}

/** “Flat or house”, “guest house or hotel”: either will do; of “kitchen or restaurant job” the first is no kind of its own. */
function phraseOf(words: string[]): { noun: string; or: string | null; qualities: string[] } {
  const at = words.findIndex((word) => /^(?:or|and)$/iu.test(word));
  const last = headOf(words.slice(at + 1));
  const first = at > 0 ? headOf(words.slice(0, at)) : null;
  if (!first) return { noun: last.noun || words.join(' '), or: null, qualities: last.before };
  const isKind = last.before.length === 0 || isNear(first.noun, last.noun);
  // what either is said to be, it need not be
  return isKind
    ? { noun: last.noun, or: first.noun, qualities: last.before.length === 0 ? first.before : [] }
    : { noun: last.noun, or: null, qualities: [] };
}

/** “Spanish course”: what it is about, and not where. */
const isTaught = (noun: string) => /(?:course|class|lesson|school|teacher|tutor|language|workshop|literature|dictionary)s?$/iu.test(noun);

const fieldsOf = (noun: string) => new Set(meanings(noun, 'noun').slice(0, 2).map(fieldOf));
/** Whether two nouns name things of the same field. */
const isNear = (one: string, other: string) => {
  const fields = fieldsOf(other);
  return [...fieldsOf(one)].some((field) => fields.has(field)) || /^(?:place|centre|center|site|house)$/iu.test(other);
};

/** A name, and no word that stands first with its capital. */
const isProper = (word: string) => countryOf(word) !== null || languageNamed(word) !== null || !isWord(word);

/** “part time”, “raw milk”, “dog friendly” before a noun. */
const isExpression = (pair: string) =>
  isWord(pair) || isWord(pair.replace(' ', '-')) || /\s(?:friendly|free|owned|run|made|based|proof)$/iu.test(pair);
