import { wordTable } from '../domain/text.ts';
import { findDates } from './dates.ts';

/** A number as a text writes it: "over 1,000 employees" is 1000 and more, of employees. */
export interface Quantity {
  start: number;
  end: number;
  /** The least and the greatest it can mean; ±Infinity where the text sets no bound. */
  low: number;
  high: number;
  /** The one number given, as a plain decimal, whether exact, a bound or about; null for a range and where the words are unclear. */
  plain: string | null;
  bound: 'exact' | 'range' | 'least' | 'most' | 'about' | 'unclear';
  /** ISO 4217 for money, '%' for shares, else null. */
  currency: string | null;
  /** The lower-case words right after it, at most four. */
  unit: string;
}

const SCALES = wordTable<number>({
  hundred: 1e2, dozen: 12, thousand: 1e3, k: 1e3, million: 1e6, m: 1e6, mn: 1e6, mm: 1e6, billion: 1e9, bn: 1e9, b: 1e9, trillion: 1e12,
}); // biome-ignore format: a table
const CURRENCIES = wordTable<string>({
  $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₩': 'KRW', us$: 'USD', c$: 'CAD', ca$: 'CAD', cdn$: 'CAD', a$: 'AUD', au$: 'AUD', hk$: 'HKD', nz$: 'NZD',
  s$: 'SGD', sg$: 'SGD', r$: 'BRL', mx$: 'MXN', nt$: 'TWD',
}); // biome-ignore format: a table
const CURRENCY_WORDS: [RegExp, string][] = [
  [/^(?:us\s|u\.s\.\s)?(?:dollars?|usd)\b/iu, 'USD'],
  [/^(?:euros?|eur)\b/iu, 'EUR'],
  [/^(?:pounds?(?: sterling)?|gbp)\b/iu, 'GBP'],
  [/^(?:swiss francs?|francs?(?!\scfa)|chf)\b/iu, 'CHF'],
  [/^(?:kronor|sek)\b/iu, 'SEK'],
  [/^nok\b/iu, 'NOK'],
  [/^dkk\b/iu, 'DKK'],
  [/^(?:czk\b|kč(?![\p{L}]))/iu, 'CZK'],
  [/^(?:pln\b|zł(?![\p{L}])|zlotys?\b)/iu, 'PLN'],
  [/^(?:huf|forints?)\b/iu, 'HUF'],
  [/^(?:yen|jpy)\b/iu, 'JPY'],
  [/^(?:(?:indian )?rupees?|inr)\b/iu, 'INR'],
  [/^(?:moroccan )?dirhams?\b/iu, 'MAD'],
  [/^MAD\b/u, 'MAD'],
  [/^(?:[Rr]and|ZAR)\b/u, 'ZAR'],
  [/^(?:reais|brl)\b/iu, 'BRL'],
  [/^(?:baht|thb)\b/iu, 'THB'],
  [/^(?:shekels?|ils)\b/iu, 'ILS'],
  [/^(?:percent|per cent)\b|^%/iu, '%'],
];
const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SMALL = `(?:(?:${TENS.join('|')})(?:[- ](?:${ONES.slice(1, 10).join('|')}))?|${ONES.slice(2).join('|')})`;

const NUMBER = new RegExp(
  // a minus touches its number and follows no other: "10 -20" is a span
  '(?<minus>(?<![\\p{L}\\p{N}%)\\]])(?<![\\p{N}%] )[-−](?=[\\p{Sc}\\p{N}]|\\p{L}{1,3}\\$))?' +
    '(?<cur>(?<!\\p{L})\\p{L}{1,3}\\$|[$€£¥₹₩]|\\b(?:USD|EUR|GBP|CAD|AUD|NZD|CHF|SEK|NOK|DKK|JPY|CNY|INR|HKD|SGD|BRL|MXN|PLN|CZK|ZAR)\\s?)?\\s?' +
    `(?:(?<![\\p{L}\\p{N}_]|[\\p{N}][.,:/]|\\p{L}-)(?<digits>\\d{1,3}(?:(?<sep>[,’'\\u00a0\\u202f])\\d{3}(?:\\k<sep>\\d{3})*|(?: \\d{3})+(?!\\d))(?:\\.\\d+)?|\\d+(?:\\.\\d+)?e\\+?\\d{1,2}(?![\\p{L}\\p{N}])|\\d+(?:[.,]\\d+)?)|\\b(?<words>${SMALL}|half a(?=\\s(?:hundred|thousand|million|billion|dozen))|a(?=\\s(?:hundred|thousand|million|billion|dozen))|one(?=\\s(?:hundred|thousand|million|billion|dozen|(?:to|or)\\s(?:${SMALL})\\b)))\\b)` +
    '(?![.,:/]\\d|\\d|_)(?:\\s?(?<scale>hundred|thousand|million|billion|trillion|dozen|mn|bn)\\b|(?<letter>[kKmMbB])(?![\\p{L}\\p{N}]))?(?<plus>\\s?\\+)?',
  'giu',
);
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

/** The next number up: what "more than x" begins with. */
export const above = (x: number) => x + Math.max(1, Math.abs(x)) * 1e-9;
export const below = (x: number) => x - Math.max(1, Math.abs(x)) * 1e-9;

function wordValue(words: string): number {
  const [tens, ones] = words.toLowerCase().split(/[- ]/u);
  const ten = TENS.indexOf(tens ?? '');
  if (ten >= 0) return (ten + 2) * 10 + (ones ? ONES.indexOf(ones) : 0);
  if (tens === 'half') return 0.5;
  return tens === 'a' || tens === 'one' ? 1 : ONES.indexOf(tens ?? '');
}

const plainOf = (value: number) => (Math.abs(value) < 1e15 ? String(Number(value.toPrecision(15))) : BigInt(Math.round(value)).toString());

/** What digits can mean: one number, or two when "1.500" may be a thousand and a half or one and a half. */
function readDigits(digits: string): [number, number] {
  if (/^\d{1,3}\.\d{3}$/u.test(digits) && digits[0] !== '0') return [Number(digits), Number(digits.replace('.', ''))];
  const value = /^\d{1,3}(?:[,’' \u00a0\u202f]\d{3})+(?:\.\d+)?$/u.test(digits)
    ? Number(digits.replace(/[^\d.]/gu, ''))
    : Number(digits.replace(',', '.'));
  // 12,00 is twelve to some and a slip to others
  return /^\d+,(?:\d{1,2}|\d{4,})$/u.test(digits) ? [value, Number(digits.replace(',', ''))] : [value, value];
}

const REST = new RegExp(String.raw`^\s(?:and\s)?(?<rest>${SMALL}|one)\b(?!\s(?:hundred|thousand|million|billion))`, 'iu');

/** What follows a scale and belongs to the number: "hundred | thousand", "hundred | and fifty". `end` counts from the scale's end. */
function restOf(text: string, scale: string | undefined, isWords: boolean): { add: number; factor: number; end: number } {
  const rest = isWords && /^(?:hundred|thousand)$/iu.test(scale ?? '') ? REST.exec(text) : null;
  const more = /^hundred$/iu.test(scale ?? '') ? /^\s(?<more>thousand|million|billion)\b/iu.exec(text.slice(rest?.[0].length ?? 0)) : null;
  return {
    add: rest ? wordValue(rest.groups?.rest ?? '') : 0,
    factor: SCALES[(more?.groups?.more ?? '').toLowerCase()] ?? 1,
    end: (rest?.[0].length ?? 0) + (more?.[0].length ?? 0),
  };
}

/** The currency that a text names anywhere: “Price in euros”, “Tuition (£)”; null where it names none. */
export const currencyIn = (text: string): string | null =>
  text
    .split(/[\s(),/]+/u)
    .map(currencyOf)
    .find((code) => code !== null) ?? null;

const currencyOf = (words: string): string | null =>
  CURRENCIES[/^\p{Sc}/u.exec(words)?.[0] ?? ''] ??
  CURRENCY_WORDS.find(([pattern, code]) => code !== '%' && pattern.test(words))?.[1] ??
  null;

function readOne(text: string, match: RegExpExecArray): Quantity {
  const { minus, cur, digits, words, scale, letter, plus } = match.groups ?? {};
  const symbol = cur?.trim().toLowerCase();
  const currencyBefore = symbol ? (CURRENCIES[symbol] ?? symbol.toUpperCase()) : null;
  const matched = match.index + match[0].length;
  // "$5 M" is five million dollars, "5 m" is five metres, and "35mm" a width
  const apart = currencyBefore && !scale && !letter ? /^\s?(?<letter>mm|[kmb])(?![\p{L}\p{N}])/iu.exec(text.slice(matched)) : null;
  const rest = restOf(text.slice(matched, matched + 60), scale, words !== undefined || /^\d{1,2}$/u.test(digits ?? ''));
  const half = scale || letter ? null : AND_A_HALF.exec(text.slice(matched, matched + 40));
  const end = matched + (apart?.[0].length ?? 0) + (half?.[0].length ?? 0) + rest.end;
  const start = match.index + (match[0].length - match[0].trimStart().length);
  const after = text.slice(end, end + 60).replace(/^[\s-]+/u, '');
  const factor = SCALES[(scale ?? letter ?? apart?.groups?.letter ?? half?.groups?.scale ?? '').toLowerCase()] ?? 1;
  // "85.000 – 105.000 euros": said once for both
  const ofRange = /^(?:[–—-]|to)\s?[\d.,]+\s?(?<of>\S.*)$/su.exec(text.slice(end, end + 60).trimStart())?.groups?.of ?? '';
  const currency =
    currencyBefore ??
    currencyOf(ofRange) ??
    CURRENCIES[/^\p{Sc}/u.exec(after)?.[0] ?? ''] ??
    CURRENCY_WORDS.find(([pattern]) => pattern.test(after))?.[1] ??
    null;
  const [one, other] = words ? [wordValue(words), wordValue(words)] : readDigits(digits ?? '0');
  // money has no three decimals: "85.000 euros"
  const least = currency && currency !== '%' && /^\d{1,3}\.\d{3}$/u.test(digits ?? '') ? other : one;
  const [first, second] = [least, currency === 'EUR' ? least : other].map((value) => (minus ? -1 : 1) * value) as [number, number];
  // 50m is fifty metres as well as fifty million; only money is clear
  // “one million and a half”
  const isHalved = (scale || letter) !== undefined && /^\sand a half\b/iu.test(text.slice(end, end + 20));
  const unclear = first !== second || isHalved || ((letter === 'm' || letter === 'b') && !currency);
  const scaled = (value: number) => ((value + (half ? 0.5 : 0)) * factor + rest.add) * rest.factor;
  const low = unclear && letter ? Math.min(first, second) : scaled(Math.min(first, second));
  const high = scaled(Math.max(first, second));
  // beyond 2^53 only the digits themselves are exact
  const whole =
    digits && factor === 1 && !half && /^\d[\d,’'\s\u00a0\u202f]*$/u.test(digits)
      ? digits.replace(/\D/gu, '').replace(/^0+(?=\d)/u, '')
      : null;
  const plain = whole && whole.length > 15 ? `${minus ? '-' : ''}${whole}` : plainOf(low);
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

/** Joins "50-100", "50 to 100" and "between 50 and 100"; a scale or currency said once holds for both. */
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

/** An ordinal counts nothing: "Fifty-third", "One Hundred and Tenth". */
const ORDINAL =
  /^(?:\p{L}+-|\p{L}+(?:\s|-)(?:hundred|thousand)(?:\s|-)(?:and\s)?)(?:\p{L}+ty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}+(?:teen|tie)th)\b/iu;

/** The numbers a text gives, in order: thousands separators, k/million/billion, ranges, "over", "about", words ("one hundred and fifty"). No dates, no versions. */
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
