import { isNounHere } from '../../../../language/asks/nouns.ts';
import type { FactUnit } from '../fact-page.ts';

/** The role of a noun phrase: what the subject is or was, what it may be called, what it is not, or none of these. */
export type Frame = 'is' | 'was' | 'calls' | 'not' | 'none';

const LINK = String.raw`\b(?:is|are|was|were|became|becomes|been|be|['’]s|(?:serves?|known|works?|worked|began) as)\s(?:now\s|still\s|also\s|since\s|yet\s|one of\s)?(?:an?|the|another|our|its|your)\s`;
const IS = new RegExp(String.raw`${LINK}(?:[\p{L}\p{N}’'&,-]+\s){0,5}(?:\p{L}+-)?$`, 'u');
const LINKED = new RegExp(LINK, 'u');
const BETWEEN = /\b(?:of|in|for|with|that|which|by|on|at|from|to|and)\s(?:[\p{L}’'-]+\s)*$/u;
/** “Is a search engine and document database”. */
const JOINED = /^(?:[\p{L}-]+\s){1,4}(?:and|or)\s(?:an?\s)?(?:[\p{L}-]+\s){0,2}$/u;
const BEGINS = /^(?:An?\s|The\s|Our\s|This\s)?(?:[\p{L}\p{N}’'&,-]+\s){0,4}$/u;
const BEGINS_NOT = /\b(?:is|are|was|of|in|for|with|that|at|on|to|and|from|by|former)\s/iu;
const POINTS = /\b(?:our|this)\s(?:[\p{L}-]+\s){0,2}$|,\s(?:an?|the)\s(?:[\p{L}-]+\s){0,3}$/iu;
const DENIES = /\b(?:former|no longer an?|not an?|once an?|opposite an?|near an?)\s(?:[\p{L}-]+\s){0,2}$/iu;
/** Words that may follow the last noun of a noun phrase. */
const FOLLOWS =
  /^(?:since|where|when|because|while|as|but|whose|until|after|before|between|among|over|around|off|without|into|onto|set|is|was|are|has|had|of|in|for|with|that|which|who|by|on|at|from|to|and|or|near|above|under|run|made|written|based|known|opened|opens|stands?|stood|looks?|offers?|seeks?|sells?|makes?|became)$/u;

const JOINS = /^\s?(?:,|&|\/|\||·|[–—-]|and\b|or\b|with\b)/u;

export interface Noun {
  word: string;
  frame: Frame;
  at: number;
  /** Whether a name follows: “Hotel Adler”. */
  isBeforeName: boolean;
}

/** The nouns that end a noun phrase of a unit. Compounds of two or three words are one noun. */
export function* nounsOf(unit: Pick<FactUnit, 'text' | 'tokens' | 'tag'>): Iterable<Noun> {
  const { text, tokens, tag } = unit;
  // the end of the first noun phrase of the sentence
  let begun = -1;
  for (let at = 0; at < tokens.length; at++)
    for (const size of [3, 2, 1]) {
      const [first, last, next] = [tokens[at], tokens[at + size - 1], tokens[at + size]];
      if (!first || !last) continue;
      const word = text
        .slice(first.start, last.end)
        .toLowerCase()
        .replace(/['’]s$/u, '');
      if ((size === 1 && (first.stem === '' || word.length < 3)) || /[,.;:()]/u.test(word) || !isNounHere(word)) continue;
      const gap = next ? text.slice(last.end, next.start) : '.';
      const isLast = !next || !/^[ -]$/u.test(gap) || next.stem === '' || FOLLOWS.test(next.word) || /(?:ed|ing)$/u.test(next.word);
      // “Hotel Adler”, “Museum of Glass | Passau”: the kind comes before the name
      const isBeforeName =
        tag === 'h1' && first.capital && next?.capital === true && (at === 0 || /[|–—:-]\s$/u.test(text.slice(0, first.start)));
      if (!isLast && !isBeforeName) continue;
      const before = text.slice(0, first.start);
      const frame = frameOf(before);
      // “our house stands where the road …”: only the first noun phrase, and those joined to it, can name the subject
      const isBehind =
        frame === 'calls' && tag !== 'h1' && begun >= 0 && !POINTS.test(before) && !JOINS.test(text.slice(begun, first.start));
      if (frame === 'calls' && !isBehind) begun = last.end;
      yield { word, frame: isBehind ? 'none' : frame, at, isBeforeName: !isLast };
      at += size - 1;
      break;
    }
}

function frameOf(before: string): Frame {
  if (DENIES.test(before)) return 'not';
  const behind = before.split(LINKED).at(-1) ?? '';
  if (IS.test(before) && (!BETWEEN.test(behind) || JOINED.test(behind)))
    return /\b(?:was|were|became|been|worked as|began as)\s(?:\p{L}+\s)?(?:an?|the|another|our|its|your)\s$/u.test(
      before.slice(0, before.length - behind.length),
    )
      ? 'was'
      : 'is';
  if (BEGINS.test(before) && !BEGINS_NOT.test(before)) return 'calls';
  return POINTS.test(before) ? 'calls' : 'none';
}
