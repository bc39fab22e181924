import { findQuantities } from '../../../../language/quantity.ts';
import type { FactUnit } from '../fact-page.ts';

/** A number that a page gives for what is asked. `rank` is that of `FactUnit`. */
export interface NumberFact {
  low: number;
  high: number;
  /** The number as the page has it, in a unit of `size` base units; null for a range or without a figure. */
  plain: string | null;
  isUnclear: boolean;
  size: number;
  /** For a sum, the period or item that it is for, as `perIn` returns it. */
  per?: string;
  unit: FactUnit;
  rank: 0 | 1 | 2;
}

/** A number in a unit. `before` and `after` are the words next to it; `after` without leading spaces and hyphens. */
export interface Amount {
  low: number;
  high: number;
  /** The number given; null for a range, for an upper bound, and for words such as “half an hour”. */
  plain: string | null;
  /** Whether it can be read in two ways, as “1.500” can; then it is from `low` to `high`. */
  isUnclear: boolean;
  start: number;
  end: number;
  currency: string | null;
  /** “One” in words, which counts only if the page has no figure. */
  isSingle?: true;
  before: string;
  after: string;
}

/** Converts an amount of a unit with `size` base units to the fields of a fact. */
export const inUnits = ({ low, high, plain, isUnclear }: Amount, size: number) => ({
  low: low * size,
  high: high * size,
  plain,
  isUnclear,
  size,
});

const BEFORE = 40;
const AFTER = 40;
const HALVES: readonly (readonly [RegExp, number])[] = [
  [/\bhalf an?\s(?<unit>hour|day|year|month)\b/giu, 0.5],
  [/\ba quarter of an\s(?<unit>hour)\b/giu, 0.25],
  [/\bthree[- ]quarters of an\s(?<unit>hour)\b/giu, 0.75],
  [
    /(?<=\b(?:in|within|takes?|takes about|lasts?|for|over|course of|of)\s)(?:an?|one)\s(?<unit>fortnight|week|month|year|semester|day|hour)\b(?!\s(?:old|ago))/giu,
    1,
  ],
];

/** “Just the one auditorium”, “our one screen”, “a one-screen hall”: here “one” is a count, elsewhere it may mean anything. */
const SINGLE =
  /(?<!\bnot\s)(?:(?<=\b(?<!\bnot\s)(?:just|only)\s(?:the\s)?)one|(?<=\bour\s)one|(?<=\b(?:an?|our)\s)single(?!\s(?:rooms?|tickets?|malts?|beds?|\p{L}+s\b))|(?<![\p{L}-])one(?=-\p{Ll})|^one(?=\s\p{Ll}+[,.]))(?=[\s-]\p{Ll})/giu;

/** The most numbers that are read of a unit. */
const AMOUNTS_MAX = 300;
const known = new WeakMap<FactUnit, Amount[]>();
/** The numbers of a unit, in figures and in words, whatever their subject (see `isStatedAt`). */
export function amountsOf(unit: FactUnit): readonly Amount[] {
  let found = known.get(unit);
  if (!found) {
    found = amountsIn(unit);
    known.set(unit, found);
  }
  return found;
}

function amountsIn({ text }: FactUnit): Amount[] {
  const wordsBy = (start: number, end: number) => ({
    before: text.slice(Math.max(0, start - BEFORE), start),
    after: text.slice(end, end + AFTER).replace(/^[\s-]+/u, ''),
  });
  const plain = findQuantities(text).map(({ low, high, plain, start, end, currency, bound }) => ({
    ...{ low, high, start, end, currency },
    plain: bound === 'most' ? null : plain,
    isUnclear: bound === 'unclear',
    ...wordsBy(start, end),
  }));
  const halves = HALVES.flatMap(([form, value]) =>
    [...text.matchAll(form)].map((match) => {
      const end = match.index + match[0].length - (match.groups?.unit ?? '').length;
      return {
        low: value,
        high: value,
        plain: null,
        isUnclear: false,
        start: match.index,
        end,
        currency: null,
        ...wordsBy(match.index, end),
      };
    }),
  );
  const singles = [...text.matchAll(SINGLE)].map((match): Amount => {
    const [start, end] = [match.index, match.index + match[0].length];
    return { low: 1, high: 1, plain: '1', isUnclear: false, isSingle: true, start, end, currency: null, ...wordsBy(start, end) };
  });
  return [...plain, ...halves, ...singles].slice(0, AMOUNTS_MAX);
}
