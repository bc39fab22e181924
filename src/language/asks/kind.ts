import { countryOf } from '../../knowledge/places/named.ts';
import { languageNamed } from '../../knowledge/software.ts';
import { fieldOf, isWord, meanings } from '../../knowledge/wordnet.ts';
import type { Ask } from './ask.ts';
import { inPairs, LIGHT, tellingWords } from './content-words.ts';
import { kindNamed } from './nouns.ts';
import { licenceNamed } from './software.ts';
import { tongueAsk } from './tongues.ts';

const COMPLEMENT = /\s(?=(?:for|of|in|on|about|with|using|that|which|who|by|from|to|at|past)\s)/iu;

const IS_ONE = /^(?:(?:it|the \w+)\s)?(?:is|are)\s(?:an?|the)\s(?<what>\S.*)$/iu;

/** The kind in “is a database”; null for other words. */
export const kindIn = (text: string): string | null => IS_ONE.exec(text)?.groups?.what ?? null;

/** The kind, and what is said before and after it: “part-time job”, “course for beginners”, “place to stay”. */
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
  const isProgram = kindNamed(noun).isSoftware || kindNamed(noun).isDatabase;
  const licences = kindNamed(noun).isSoftware && /\bor\b/iu.test(phrase) ? licenceNamed(`${words.slice(0, -1).join(' ')} licence`) : null;
  if (licences) return [...asks, licences];
  for (const quality of inPairs(qualities, isExpression)) {
    const place = /^\p{Lu}/u.test(quality) && !isTaught(noun) ? countryOf(quality) : null;
    const language = kindNamed(noun).isSoftware ? languageNamed(quality) : null;
    // “free software” means a licence that permits any use
    const isFree = /^free$/iu.test(quality) && kindNamed(noun).isSoftware ? licenceNamed('open source licence') : null;
    // “AGPL database”, “MIT library”
    const licence = isProgram && /^\p{Lu}{2,}/u.test(quality) ? licenceNamed(`${quality} licence`) : null;
    const tongue = /-speaking$/iu.test(quality) ? tongueAsk(quality) : null;
    if (tongue) asks.push(tongue);
    else if (isFree || licence) asks.push((isFree ?? licence) as Ask);
    else if (language) asks.push({ type: 'language', name: language, or: [], isDenied: false });
    else if (place)
      asks.push({ type: 'place', places: [place], isBirth: false, isSeat: false, isMade: false, isOffice: false, isDenied: false });
    else if (!LIGHT.has(quality.toLowerCase())) asks.push({ type: 'quality', words: tellingWords(quality), text: quality });
  }
  // in “place to stay” and “something to cook with kids”, the verb says what it is
  const rest = tail.replace(/^to\s\S+\s?/iu, '');
  const said = tellingWords(rest.replace(/^(?:for|of|in|on|about|with|using|that|which|who|by|from|to|at|past)\s/iu, ''));
  if (said.length > 0) asks.push({ type: 'quality', words: said, text: rest });
  return asks;
}

/** The head noun of “mountain hut” (two or three words if they are one expression), and the words before it. */
function headOf(words: readonly string[]): { noun: string; before: string[] } {
  for (const size of [3, 2]) {
    const all = words.slice(-size);
    if (all.length === size && words.length >= size && meanings(all.join(' '), 'noun').length > 0)
      return { noun: all.join(' '), before: words.slice(0, -size) };
  }
  return { noun: words.at(-1) ?? '', before: words.slice(0, -1) };
}

/** “Flat or house”, “guest house or hotel”: either one matches; in “kitchen or restaurant job” the first word is not a kind by itself. */
function phraseOf(words: string[]): { noun: string; or: string | null; qualities: string[] } {
  const at = words.findIndex((word) => /^(?:or|and)$/iu.test(word));
  const last = headOf(words.slice(at + 1));
  const first = at > 0 ? headOf(words.slice(0, at)) : null;
  if (!first) return { noun: last.noun || words.join(' '), or: null, qualities: last.before };
  const isKind = last.before.length === 0 || isNear(first.noun, last.noun);
  // a quality of one alternative need not hold for the other
  return isKind
    ? { noun: last.noun, or: first.noun, qualities: last.before.length === 0 ? first.before : [] }
    : { noun: last.noun, or: null, qualities: [] };
}

/** “Spanish course”: the adjective is a topic, not a place. */
const isTaught = (noun: string) => /(?:course|class|lesson|school|teacher|tutor|language|workshop|literature|dictionary)s?$/iu.test(noun);

const fieldsOf = (noun: string) => new Set(meanings(noun, 'noun').slice(0, 2).map(fieldOf));
/** Whether two nouns belong to the same semantic field. */
const isNear = (one: string, other: string) => {
  const fields = fieldsOf(other);
  return [...fieldsOf(one)].some((field) => fields.has(field)) || /^(?:place|centre|center|site|house)$/iu.test(other);
};

/** Whether a word is a proper name, not merely capitalised at the start. */
const isProper = (word: string) => countryOf(word) !== null || languageNamed(word) !== null || !isWord(word);

/** “part time”, “raw milk”, “dog friendly” before a noun. */
const isExpression = (pair: string) =>
  isWord(pair) || isWord(pair.replace(' ', '-')) || /\s(?:friendly|free|owned|run|made|based|proof)$/iu.test(pair);
