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
} from '../../../knowledge/words.ts';
import { TONGUE_STEMS } from '../../../language/asks/tongues.ts';
import { stemOf } from '../../../language/english/lexicon.ts';
import type { FactUnit } from './fact-page.ts';

/** What a word that is asked for may be called on a page: stems and phrases with how surely they mean it, 0 to 1. `wider`: stems of what it is a kind of. */
export interface Term {
  word: string;
  stems: ReadonlyMap<string, number>;
  phrases: ReadonlyMap<string, number>;
  wider: ReadonlySet<string>;
  /** Of a name: it is written with a capital, and where it is a common word, too, not as the first of a sentence. */
  isName: boolean;
  isCommon: boolean;
}

/** How surely another word means what is asked: the same word or a form of it, a synonym, one derived from it, a kind of it, what it is a kind of. */
const SURE = { same: 1, synonym: 0.9, derived: 0.88, verb: 0.88, kind: 0.85, wider: 0.8 };
/** Of what has more kinds, its kinds say little: “device”; of what cannot be touched, sooner: “process”. */
const KINDS_MAX = { thing: 600, idea: 40 };
const THINGS: readonly number[] = [FIELD.animal, FIELD.artifact, FIELD.food, FIELD.object, FIELD.person, FIELD.plant, FIELD.substance];

const ANY: readonly PartOfSpeech[] = ['noun', 'verb', 'adjective'];
/** What a word may be called where it is one of these parts of speech. */
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
  // a name means itself
  if (/^\p{Lu}/u.test(word) && !parts.some((part) => meanings(word, part).some((one) => !isName(one))))
    return { word, stems, phrases, wider, isName: true, isCommon: false };
  // a “language school” that speaks of Spanish
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

/** What a thing is a kind of, and what is told by its definition to be that: a pet is a “domesticated animal”, as a dog is. */
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

/** Where a text says a term: from which of its tokens, over how many, how surely. */
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
