import { countryOf } from '../../knowledge/places.ts';
import { languageNamed } from '../../knowledge/software.ts';
import { isWord, meanings } from '../../knowledge/words.ts';
import type { Ask } from './ask.ts';
import { kindNamed } from './nouns.ts';
import { inPairs, LIGHT, tellingWords } from './words.ts';

const COMPLEMENT = /\s(?=(?:for|of|in|on|about|with|using|that|which|who|by|from|to|at|past)\s)/iu;

/** What is looked for, and what is said of it before and behind: “part-time job”, “course for beginners”, “place to stay”. */
export function kindAsks(text: string): Ask[] {
  const [phrase = text, ...behind] = text.split(COMPLEMENT);
  const words = phrase
    .split(/\s+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}+#-]/gu, ''))
    .filter(Boolean)
    .map((word, i) => (i === 0 && !isProper(word) ? word.toLowerCase() : word));
  // “flat or house”
  const at = words.findLastIndex((word) => /^(?:or|and)$/iu.test(word));
  const or = at > 0 && at === words.length - 2 ? words.splice(at - 1, 2)[0] : undefined;
  let qualities = words.slice(0, -1);
  let noun = words.at(-1) ?? text;
  const pair = `${qualities.at(-1)} ${noun}`;
  if (qualities.length > 0 && meanings(pair, 'noun').length > 0) {
    noun = pair;
    qualities = qualities.slice(0, -1);
  }
  const tail = behind.join(' ');
  const asks: Ask[] = [{ type: 'kind', noun, or: or ?? null }];
  for (const quality of inPairs(qualities, isExpression)) {
    const place = /^\p{Lu}/u.test(quality) ? countryOf(quality) : null;
    const language = kindNamed(noun).isSoftware ? languageNamed(quality) : null;
    if (language) asks.push({ type: 'language', name: language });
    else if (place)
      asks.push({ type: 'place', places: [place], isBirth: false, isSeat: false, isMade: false, isOffice: false, isDenied: false });
    else if (!LIGHT.has(quality.toLowerCase())) asks.push({ type: 'quality', words: tellingWords(quality), text: quality });
  }
  if (tail && !/^to\s/iu.test(tail)) {
    const said = tellingWords(tail.replace(/^\S+\s/u, ''));
    if (said.length > 0) asks.push({ type: 'quality', words: said, text: tail });
  }
  return asks;
}

/** A name, and no word that stands first with its capital. */
const isProper = (word: string) => countryOf(word) !== null || languageNamed(word) !== null || !isWord(word);

/** “part time”, “raw milk”, “dog friendly” before a noun. */
const isExpression = (pair: string) =>
  isWord(pair) || isWord(pair.replace(' ', '-')) || /\s(?:friendly|free|owned|run|made|based|proof)$/iu.test(pair);
