import { findDates } from './dates.ts';
import { currencyAt, currencyBehind, isDotted } from './money-words.ts';
import { fractionOf, NUMBER, readDigits, SCALES, SMALL, wordValue } from './number-forms.ts';

/** A number as written: "over 1,000 employees" is 1000 or more, of employees. */
export interface Quantity {
  start: number;
  end: number;
  /** The least and greatest value; ±Infinity where unbounded. */
  low: number;
  high: number;
  /** The one number as a plain decimal, whether exact, a bound or approximate; null for ranges and unclear words. */
  plain: string | null;
  bound: 'exact' | 'range' | 'least' | 'most' | 'about' | 'unclear';
  /** ISO 4217 for money, '%' for percentages, else null. */
  currency: string | null;
  /** The words right after it in lower case, at most four. */
  unit: string;
}

const LEAST =
  /\b(?:(?<!\b(?:no|not|never) )more than|over|above|at least|upwards? of|(?:no|never) fewer than|(?:no|never) less than|not less than|not fewer than|exceed(?:s|ing)?|surpass(?:es|ed|ing)?|min(?:imum)?(?: of)?|greater than|>=?)\s*$/iu;
const MOST =
  /\b(?:(?<!\b(?:no|not|never) )(?:fewer|less) than|under|below|up to|at most|(?:no|never) more than|not more than|max(?:imum)?(?: of)?|<=?)\s*$/iu;
const STRICT =
  /(?<!\b(?:no|not|never) )\b(?:more than|over|above|exceed(?:s|ing)?|surpass(?:es|ed|ing)?|greater than|fewer than|less than|under|below)\s*$|[<>]\s*$/iu;
const ABOUT =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|some|circa|ca\.?|close to|almost|nearly|an estimated|estimated)\s*|[~≈]\s*)$/iu;

/** “Two and a half hours”, “one and a half million”. */
const AND_A_HALF =
  /^\sand a half(?!-|\s(?:marathon|brother|sister|price|board|time|years?-old))(?:\s(?<scale>hundred|thousand|million|billion|dozen))?\b/iu;

/** “A quarter of a million”, “one and a half million”: not the number that follows. */
const PARTED = /\b(?:half|quarters? of|thirds? of|and a half)\s*$/iu;

/** The next number up, where "more than x" begins. */
export const above = (x: number) => x + Math.max(1, Math.abs(x)) * 1e-9;
export const below = (x: number) => x - Math.max(1, Math.abs(x)) * 1e-9;

const plainOf = (value: number) => (Math.abs(value) < 1e15 ? String(Number(value.toPrecision(15))) : BigInt(Math.round(value)).toString());

const REST = new RegExp(String.raw`^\s(?:and\s)?(?<rest>${SMALL}|one)\b(?!\s(?:hundred|thousand|million|billion))`, 'iu');

/** What follows a scale and belongs to the number: "hundred | thousand", "hundred | and fifty". `end` counts from the end of the scale. */
function restOf(text: string, scale: string | undefined, isWords: boolean): { add: number; factor: number; end: number } {
  const rest = isWords && /^(?:hundred|thousand)$/iu.test(scale ?? '') ? REST.exec(text) : null;
  const more = /^hundred$/iu.test(scale ?? '') ? /^\s(?<more>thousand|million|billion)\b/iu.exec(text.slice(rest?.[0].length ?? 0)) : null;
  return {
    add: rest ? wordValue(rest.groups?.rest ?? '') : 0,
    factor: SCALES[(more?.groups?.more ?? '').toLowerCase()] ?? 1,
    end: (rest?.[0].length ?? 0) + (more?.[0].length ?? 0),
  };
}

/** Two digits separated from a sum, possibly its cents. */
const BROKEN = /^\s?(?:[.,]\s|[.,]?\s?\p{Sc}\s)\d\d(?=\s*(?:$|[)\]]|\p{Sc}|TL\b|zł|Kč))/u;

const SCALED_SUM = /^\s?(?<letter>mm|[kmbt]|cr\.?|mil|mill\.?|mdr|mia\.?)(?![\p{L}\p{N}])/iu;
/** “5 M€”, but not “6 m £20”. */
const SCALED_BEFORE_SIGN = /^\s?(?<letter>[kmb]|mil|mill\.?|mdr|mia\.?)(?=\s?(?:\p{Sc}(?!\s?\d)|kr\b|zł))/iu;

function readOne(text: string, match: RegExpExecArray): Quantity {
  const { minus, cur, digits, words, fraction, scale, letter, plus } = match.groups ?? {};
  const currencyBefore = currencyAt(cur);
  const matched = match.index + match[0].length;
  // "$5 M" is five million dollars, "5 m" is five metres, "35mm" is a width
  const apart = !scale && !letter ? (currencyBefore ? SCALED_SUM : SCALED_BEFORE_SIGN).exec(text.slice(matched)) : null;
  const rest = restOf(text.slice(matched, matched + 60), scale, words !== undefined || /^\d{1,2}$/u.test(digits ?? ''));
  const half = scale || letter ? null : AND_A_HALF.exec(text.slice(matched, matched + 40));
  const end = matched + (apart?.[0].length ?? 0) + (half?.[0].length ?? 0) + rest.end;
  const start = match.index + (match[0].length - match[0].trimStart().length);
  const after = text.slice(end, end + 60).replace(/^[\s-]+/u, '');
  const factor = SCALES[(scale ?? letter ?? apart?.groups?.letter ?? half?.groups?.scale ?? '').toLowerCase().replace('.', '')] ?? 1;
  // "85.000 – 105.000 euros": the currency applies to both
  const ofRange = /^(?:[–—-]|to)\s?[\d.,]+\s?(?<of>\S.*)$/su.exec(text.slice(end, end + 60).trimStart())?.groups?.of ?? '';
  const currency = currencyBefore ?? (ofRange === '' ? null : currencyBehind(ofRange)) ?? currencyBehind(after);
  const isSum = currency !== null && currency !== '%';
  // accounts put losses in brackets; “(250)” beside reviews is not one
  const isBracketed = /^\s*\($/u.test(text.slice(0, start)) && /^\)\s*$/u.test(text.slice(end));
  const isNegative = minus !== undefined || (isBracketed && isSum);
  const [first, second] = (
    words ? [wordValue(words), wordValue(words)] : readDigits(digits ?? '0', isDotted(currency), scale !== undefined)
  ).map((value) => (isNegative ? -1 : 1) * (value + fractionOf(fraction))) as [number, number];
  // 50m is fifty metres or fifty million unless it is money; “one million and a half”
  const isHalved = (scale || letter) !== undefined && /^\sand a half\b/iu.test(text.slice(end, end + 20));
  // "118, 99 TL", "35€ 99": a slip, or two numbers
  const isBroken = isSum && BROKEN.test(text.slice(matched, matched + 8));
  const unclear = first !== second || isHalved || isBroken || (isBracketed && !isSum) || ((letter === 'm' || letter === 'b') && !currency);
  const scaled = (value: number) => ((value + (half ? 0.5 : 0)) * factor + rest.add) * rest.factor;
  const signs = isBracketed && !isSum ? [1, -1] : [1];
  const ends = [first, second].flatMap((value) =>
    signs.flatMap((sign) => (unclear && letter ? [sign * value, sign * scaled(value)] : [sign * scaled(value)])),
  );
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  // above 2^53 only the digits themselves are exact
  const whole =
    digits && factor === 1 && !half && /^\d[\d,’'\s\u00a0\u202f]*$/u.test(digits)
      ? digits.replace(/\D/gu, '').replace(/^0+(?=\d)/u, '')
      : null;
  const plain = whole && whole.length > 15 ? `${isNegative ? '-' : ''}${whole}` : plainOf(low);
  const unit = (/^[\p{L}'’-]+(?:\s[\p{L}'’-]+){0,3}/u.exec(after)?.[0] ?? '').toLowerCase();
  const base = { start, end, currency, unit, plain: unclear ? null : plain };
  if (unclear) return { ...base, low, high, bound: 'unclear' };
  const before = text.slice(Math.max(0, start - 30), start);
  if (PARTED.test(before)) return { ...base, plain: null, low: 0, high, bound: 'unclear' };
  if (plus || /^(?:or more(?! than)|and more|and up|or above|plus)\b/iu.test(after))
    return { ...base, low, high: Infinity, bound: 'least' };
  if (/^(?:or (?:fewer|less)(?! than)|and under|at most)\b/iu.test(after)) return { ...base, low: Math.min(0, low), high, bound: 'most' };
  if (LEAST.test(before)) return { ...base, low: STRICT.test(before) ? above(low) : low, high: Infinity, bound: 'least' };
  if (MOST.test(before)) return { ...base, low: Math.min(0, low), high: STRICT.test(before) ? below(high) : high, bound: 'most' };
  if (ABOUT.test(before)) return { ...base, low: low - Math.abs(low) * 0.1, high: high + Math.abs(high) * 0.1, bound: 'about' };
  return { ...base, low, high, bound: 'exact' };
}

/** Joins "50-100", "50 to 100" and "between 50 and 100"; a scale or currency of one end applies to both. */
function join(text: string, a: Quantity, b: Quantity): Quantity | null {
  const gap = text.slice(a.end, b.start);
  const between = /\bbetween\s*$/iu.test(text.slice(Math.max(0, a.start - 10), a.start));
  if (!/^\s?[–—-]\s?$|^\s(?:to|or)\s$/u.test(gap) && !(between && /^\sand\s$/u.test(gap))) return null;
  const top = Number.isFinite(b.high) ? b.high : b.low;
  const scale = a.high < 1000 && top >= 1000 && a.high < top / 1000 ? (top >= 1e9 ? 1e9 : top >= 1e6 ? 1e6 : 1e3) : 1;
  if (a.low * scale > b.high) return null;
  return {
    ...b,
    start: a.start,
    low: a.low * scale,
    high: Math.max(b.high, b.low),
    plain: null,
    bound: 'range',
    currency: b.currency ?? a.currency,
  };
}

/** Ordinals are not quantities: "Fifty-third", "One Hundred and Tenth". */
const ORDINAL =
  /^(?:\p{L}+-|\p{L}+(?:\s|-)(?:hundred|thousand)(?:\s|-)(?:and\s)?)(?:\p{L}+ty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}+(?:teen|tie)th)\b/iu;

/**
 * The numbers in a text, in order: thousands separators, k/million/billion, ranges, "over", "about", words ("one hundred and fifty"). No
 * dates, no versions.
 */
export function findQuantities(text: string, dates = findDates(text)): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const one = readOne(text, match);
    if (one.start < (found.at(-1)?.end ?? 0)) continue;
    if (match.groups?.words && ORDINAL.test(text.slice(one.start, one.end + 40))) continue;
    if (dates.some((date) => one.start < date.end && one.end > date.start)) continue;
    if (/\b(?:v|version|release|chapter|section|page|figure|table|no\.|#)\s?$/iu.test(text.slice(Math.max(0, one.start - 9), one.start)))
      continue;
    const last = found.at(-1);
    const joined = last && join(text, last, one);
    if (joined) found[found.length - 1] = joined;
    else found.push(one);
  }
  return found;
}
