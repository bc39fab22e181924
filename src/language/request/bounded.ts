import { isWord } from '../../knowledge/wordnet.ts';
import { asksOf } from '../asks/asks.ts';
import { has } from './classes.ts';
import { labelOf, singular } from './labels.ts';
import type { Word } from './request-words.ts';
import type { Segment } from './segments/segments.ts';

/** Words that a numeric bound makes redundant: “small classes with at most 8 people”, “cheap hotels under 60 euros”. */
const SAID_BY: readonly (readonly [word: RegExp, of: RegExp])[] = [
  [/^(?:small|smaller|tiny|little|big|bigger|large|larger|huge)$/iu, /^count$/u],
  [/^(?:cheap|cheaper|inexpensive|affordable|low-cost|budget)$/iu, /^money$/u],
  [/^(?:quick|short|shorter|fast|long|longer)$/iu, /^time$/u],
  [/^(?:old|older|new|newer|recent|young)$/iu, /^date$/u],
];

/** The quantities that a condition bounds: a count, money, time, a date; empty for none. */
const boundOf = (condition: Segment): string[] =>
  asksOf(labelOf(condition), false).flatMap((ask) => (ask.type === 'number' ? ask.of : ask.type === 'date' ? 'date' : []));

/**
 * Whether a word directly modifies the wanted thing without being part of its name: “small” classes, “small” inns or B&Bs; not “fast food”
 * restaurants, “short” stories.
 */
function isOfHead(words: readonly Word[], i: number): boolean {
  const [word, noun, next] = [words[i], words[i + 1], words[i + 2]];
  const isHead = noun !== undefined && (next === undefined || has(next, 'Preposition') || /^(?:or|and|&)$/iu.test(next.text));
  // not in “courses in small groups”
  const isFirst = !words.slice(0, i).some((one) => has(one, 'Preposition'));
  return word !== undefined && isHead && isFirst && !isWord(`${word.text} ${singular(noun.text)}`.toLowerCase());
}

/** The parts of a request without the words that one of its bounds makes redundant. */
export function withoutBounded(segments: readonly Segment[]): Segment[] {
  const [thing, ...others] = segments;
  if (!thing) return [];
  const before = thing.words.filter((_, i) => isOfHead(thing.words, i));
  const isSize = ({ text }: { text: string }) => SAID_BY.some(([form]) => form.test(text));
  const adjectives = [...before, ...others.filter(({ kind }) => kind === 'quality').flatMap(({ words }) => words)];
  if (!adjectives.some(isSize)) return [...segments];
  const bounds = others.filter(({ kind }) => kind === 'condition').flatMap(boundOf);
  const isSaid = ({ text }: { text: string }) => SAID_BY.some(([form, of]) => form.test(text) && bounds.some((one) => of.test(one)));
  const rest = others.filter(
    ({ kind, words: [word, more] }) => kind !== 'quality' || more !== undefined || word === undefined || !isSaid(word),
  );
  return [{ ...thing, words: thing.words.filter((word) => !(before.includes(word) && isSaid(word))) }, ...rest];
}
