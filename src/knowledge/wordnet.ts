import { remembered } from '../domain/text.ts';
import { arraysOf, Texts } from './open.ts';

// English words from WordNet: meanings, hypernyms and synonyms. A meaning is a number.

export type PartOfSpeech = 'noun' | 'verb' | 'adjective' | 'adverb';
const PARTS: readonly PartOfSpeech[] = ['noun', 'verb', 'adjective', 'adverb'];
/** Semantic fields of nouns: WordNet's lexicographer files. */
export const FIELD = {
  act: 4, animal: 5, artifact: 6, attribute: 7, cognition: 9, communication: 10, event: 11, food: 13, group: 14, location: 15, object: 17, person: 18, plant: 20, quantity: 23, relation: 24, state: 26, substance: 27, time: 28,
} as const; // biome-ignore format: one line says all

interface Words {
  lemmas: Texts;
  list(name: string, i: number): Uint32Array;
  byte(name: 'pos' | 'field' | 'proper', i: number): number;
  genus: Uint32Array;
}
let words: Words | undefined;
function open(): Words {
  if (words) return words;
  const arrays = arraysOf('words');
  const numbers = (name: string) => arrays[name] as Uint32Array;
  words = {
    lemmas: new Texts(arrays.lemma as Uint8Array, numbers('lemmaAt')),
    list: (name, i) => numbers(name).subarray(numbers(`${name}At`)[i], numbers(`${name}At`)[i + 1]),
    byte: (name, i) => arrays[name]?.[i] ?? 0,
    genus: numbers('genus'),
  };
  return words;
}

const ENDINGS: Record<PartOfSpeech, readonly (readonly [RegExp, string])[]> = {
  noun: [[/ies$/, 'y'], [/(ss|sh|ch|x|z)es$/, '$1'], [/ves$/, 'f'], [/men$/, 'man'], [/people$/, 'person'], [/children$/, 'child'], [/s$/, '']],
  verb: [[/ies$/, 'y'], [/ied$/, 'y'], [/([^aeiou])\1(?:ed|ing)$/, '$1'], [/(?:ed|ing)$/, 'e'], [/(?:ed|ing|es)$/, ''], [/s$/, '']],
  adjective: [],
  adverb: [],
}; // biome-ignore format: a table

/** The meanings of a word or phrase as a part of speech, most usual first; inflected forms are recognised. */
export const meanings = remembered((written: string, part: PartOfSpeech): readonly number[] => {
  const word = written.toLowerCase();
  for (const form of new Set([word, word.replaceAll('-', ' '), word.replace(/[- ]/gu, '')])) {
    const direct = exactly(form, part);
    if (direct.length > 0) return direct;
    for (const [ending, to] of ENDINGS[part]) {
      if (!ending.test(form)) continue;
      const base = exactly(form.replace(ending, to), part);
      if (base.length > 0) return base;
    }
  }
  return [];
}, 10_000);

function exactly(lemma: string, part: PartOfSpeech): readonly number[] {
  const { lemmas, list, byte } = open();
  const at = lemmas.find(lemma);
  return at < 0 ? [] : [...list('senses', at)].filter((meaning) => PARTS[byte('pos', meaning)] === part);
}

export const isWord = (word: string): boolean => open().lemmas.find(word.toLowerCase()) >= 0;
export const fieldOf = (meaning: number): number => open().byte('field', meaning);
/** Whether a meaning is a proper name. */
export const isName = (meaning: number): boolean => open().byte('proper', meaning) === 1;
/** The words for a meaning, in lower case. */
export const namesOf = (meaning: number): string[] => [...open().list('members', meaning)].map((lemma) => open().lemmas.text(lemma));
export const linked = (meaning: number, by: 'derived' | 'pertains' | 'similar' | 'within' | 'above'): Uint32Array =>
  open().list(by, meaning);

const closures = new Map<number, ReadonlyMap<number, number>>();
/** The hypernyms of a meaning, including itself, with their distances. */
export function kindsOf(meaning: number): ReadonlyMap<number, number> {
  return closed(closures, meaning, 'above');
}
const wholes = new Map<number, ReadonlyMap<number, number>>();
/** The places that contain a place, including itself, with their distances. */
export const wholesOf = (meaning: number): ReadonlyMap<number, number> => closed(wholes, meaning, 'within');

function closed(cache: Map<number, ReadonlyMap<number, number>>, meaning: number, by: 'above' | 'within'): ReadonlyMap<number, number> {
  let found = cache.get(meaning) as Map<number, number> | undefined;
  if (found) return found;
  found = new Map([[meaning, 0]]);
  let edge = [meaning];
  for (let steps = 1; edge.length > 0 && steps < 20; steps++) {
    const next: number[] = [];
    for (const one of edge)
      for (const up of linked(one, by))
        if (!found.has(up)) {
          found.set(up, steps);
          next.push(up);
        }
    edge = next;
  }
  if (cache.size > 4000) cache.clear();
  cache.set(meaning, found);
  return found;
}

let below: { at: Uint32Array; of: Uint32Array } | undefined;
/** The hyponyms of a meaning down to `depth` levels, at most `most`. */
export function kindsBelow(meaning: number, depth: number, most = 4000): number[] {
  below ??= turned();
  const found: number[] = [];
  let edge = [meaning];
  for (let step = 0; step < depth && edge.length > 0 && found.length <= most; step++) {
    const { at, of } = below;
    edge = edge.flatMap((one) => [...of.subarray(at[one], at[one + 1])]);
    found.push(...edge);
  }
  return found;
}

function turned(): { at: Uint32Array; of: Uint32Array } {
  const arrays = arraysOf('words');
  const [from, above] = [arrays.aboveAt as Uint32Array, arrays.above as Uint32Array];
  const at = new Uint32Array(from.length);
  for (const up of above) at[up + 1] = (at[up + 1] ?? 0) + 1;
  for (let i = 1; i < at.length; i++) at[i] = (at[i] ?? 0) + (at[i - 1] ?? 0);
  const [of, next] = [new Uint32Array(above.length), at.slice()];
  for (let one = 0; one + 1 < from.length; one++)
    for (const up of above.subarray(from[one], from[one + 1])) {
      of[next[up] ?? 0] = one;
      next[up] = (next[up] ?? 0) + 1;
    }
  return { at, of };
}

/** Meanings whose definition begins with these two words: a pet is a “domesticated animal”. */
export function definedAs(name: string): readonly number[] {
  const { genus, lemmas } = open();
  const wanted = lemmas.find(name) + 1;
  const found: number[] = [];
  if (wanted > 0) for (let at = genus.indexOf(wanted); at >= 0; at = genus.indexOf(wanted, at + 1)) found.push(at);
  return found;
}
