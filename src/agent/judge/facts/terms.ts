import { remembered } from '../../../domain/text.ts';
import { languageNamed } from '../../../knowledge/software.ts';
import {
  definedAs,
  FIELD,
  fieldOf,
  isName,
  kindsBelow,
  kindsOf,
  linked,
  meanings,
  namesOf,
  type PartOfSpeech,
} from '../../../knowledge/wordnet.ts';
import { TONGUE_STEMS } from '../../../language/asks/tongues.ts';
import { stemOf } from '../../../language/english/lexicon.ts';
import type { FactUnit } from './fact-page.ts';

/** What a page may call a word: stems and phrases, each with how certainly they mean it (0 to 1). `wider` holds stems of hypernyms. */
export interface Term {
  word: string;
  stems: ReadonlyMap<string, number>;
  phrases: ReadonlyMap<string, number>;
  wider: ReadonlySet<string>;
  /** `isName`: the word is matched only in capitals. `isCommon`: it is also a common word, so not as the first word of a sentence. */
  isName: boolean;
  isCommon: boolean;
}

/** How certainly another word means what is asked: an inflection, a synonym, a derivation, a hyponym (`kind`), a hypernym (`wider`). */
const SURE = { same: 1, synonym: 0.9, derived: 0.88, verb: 0.88, kind: 0.85, wider: 0.8 };
/** Words with more hyponyms are too general to use them: “device”. The limit is lower for abstract words: “process”. */
const KINDS_MAX = { thing: 600, idea: 40 };
const THINGS: readonly number[] = [FIELD.animal, FIELD.artifact, FIELD.food, FIELD.object, FIELD.person, FIELD.plant, FIELD.substance];

const ANY: readonly PartOfSpeech[] = ['noun', 'verb', 'adjective'];
/** What a page may call a word in one of these parts of speech. */
export const termOf = (word: string, parts = ANY): Term => known(word, parts);
const known = remembered(build, 5000);

const stem = (word: string) => stemOf(word.toLowerCase());

function build(word: string, parts: readonly PartOfSpeech[]): Term {
  const stems = new Map<string, number>();
  const phrases = new Map<string, number>();
  const wider = new Set<string>();
  const raise = (map: Map<string, number>, name: string, sure: number) => {
    if (name.length > 2 && (map.get(name) ?? 0) < sure) map.set(name, sure);
  };
  const add = (name: string, sure: number) =>
    /[ -]/u.test(name) ? raise(phrases, name.replaceAll('-', ' '), sure) : raise(stems, stem(name.replaceAll('.', '')), sure);
  stems.set(stem(word) || word.toLowerCase(), SURE.same);
  if (/[ -]/u.test(word)) {
    stems.clear();
    phrases.set(word.toLowerCase().replaceAll('-', ' '), SURE.same);
  }
  if (/^\p{Lu}/u.test(word) && languageNamed(word))
    return { word, stems, phrases, wider, isName: true, isCommon: meanings(word, 'verb').length > 0 };
  // a name has no synonyms
  if (/^\p{Lu}/u.test(word) && !parts.some((part) => meanings(word, part).some((one) => !isName(one))))
    return { word, stems, phrases, wider, isName: true, isCommon: false };
  // a “language school” may name a language instead, such as Spanish
  if (/^languages?$/iu.test(word)) for (const name of TONGUE_STEMS) raise(stems, name, SURE.kind);
  const begins = word.slice(0, 4).toLowerCase();
  const derived = (meaning: number, sure: number) => {
    for (const one of linked(meaning, 'derived')) for (const name of namesOf(one)) if (name.startsWith(begins)) add(name, sure);
  };
  const names = (meaning: number, sure: number) => {
    if (!isName(meaning)) for (const name of namesOf(meaning)) add(name, sure);
  };
  if (parts.includes('noun'))
    for (const meaning of meanings(word, 'noun').slice(0, 1)) {
      names(meaning, SURE.synonym);
      derived(meaning, SURE.derived);
      kindsUnder(meaning, (name) => add(name, SURE.kind));
      for (const name of widerNames(meaning)) wider.add(stem(name));
    }
  if (parts.includes('verb'))
    for (const [i, meaning] of meanings(word, 'verb').slice(0, 2).entries()) {
      names(meaning, i === 0 ? SURE.verb : SURE.wider);
      derived(meaning, 0.86);
    }
  if (parts.includes('adverb')) for (const meaning of meanings(word, 'adverb').slice(0, 2)) names(meaning, SURE.synonym);
  if (parts.includes('adjective'))
    for (const meaning of meanings(word, 'adjective').slice(0, 2)) {
      names(meaning, SURE.synonym);
      derived(meaning, 0.86);
    }
  return { word, stems, phrases, wider, isName: false, isCommon: false };
}

function kindsUnder(meaning: number, take: (name: string) => void): void {
  const most = THINGS.includes(fieldOf(meaning)) ? KINDS_MAX.thing : KINDS_MAX.idea;
  const below = kindsBelow(meaning, 3, most);
  if (below.length >= most) return;
  for (const one of below)
    if (!isName(one) || namesOf(one).some((name) => name.replaceAll('.', '').length <= 4))
      for (const name of namesOf(one)) if (name.includes(' ') || meanings(name, 'noun')[0] === one) take(name);
}

/** Names of hypernyms, and of things whose definition names a hypernym: a pet is a “domesticated animal”, and so is a dog. */
function* widerNames(meaning: number): Iterable<string> {
  const above = [...kindsOf(meaning)].filter(([, steps]) => steps > 0 && steps <= 2).flatMap(([one]) => namesOf(one));
  for (const name of above) {
    yield name.split(' ').at(-1) ?? name;
    if (name.includes(' '))
      for (const one of definedAs(name)) {
        const [own = ''] = namesOf(one);
        if (!own.includes(' ') && !isName(one) && meanings(own, 'noun')[0] === one) yield own;
      }
  }
}

/** A mention of a term: its first token, the number of tokens, and how certainly they mean the term. */
export interface Hit {
  at: number;
  span: number;
  sure: number;
}

export function hitOf({ text, tokens }: Pick<FactUnit, 'text' | 'tokens'>, term: Term, isWide = false): Hit | null {
  let best: Hit | null = null;
  for (const [at, token] of tokens.entries()) {
    if (term.isName && (!token.capital || (term.isCommon && at === 0 && tokens.length > 1))) continue;
    const own = token.stem || token.word;
    const sure = term.stems.get(own) ?? (isWide && token.stem !== '' && term.wider.has(token.stem) ? SURE.wider : 0);
    if (sure > (best?.sure ?? 0)) best = { at, span: 1, sure };
  }
  if ((best?.sure ?? 0) >= SURE.synonym || term.phrases.size === 0) return best;
  const plain = text.toLowerCase().replaceAll('-', ' ');
  for (const [phrase, sure] of term.phrases) {
    const from = sure > (best?.sure ?? 0) ? plain.indexOf(phrase) : -1;
    const at = from < 0 ? -1 : tokens.findIndex(({ start }) => start === from);
    if (at >= 0) best = { at, span: phrase.split(' ').length, sure };
  }
  return best;
}
