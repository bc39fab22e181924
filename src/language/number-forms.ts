import { wordTable } from '../domain/text.ts';

/** Multipliers after a number, in English, German, French, Spanish, Italian, Dutch, Polish, Nordic, Indian and East Asian notation. */
export const SCALES = wordTable<number>({
  hundred: 1e2, dozen: 12, thousand: 1e3, k: 1e3, million: 1e6, m: 1e6, mn: 1e6, mm: 1e6, billion: 1e9, bn: 1e9, b: 1e9, trillion: 1e12, tn: 1e12, t: 1e12,
  lakh: 1e5, lakhs: 1e5, lac: 1e5, lacs: 1e5, crore: 1e7, crores: 1e7, cr: 1e7, tsd: 1e3, tausend: 1e3, tys: 1e3, tusen: 1e3, mil: 1e6, mill: 1e6, mio: 1e6,
  mln: 1e6, millionen: 1e6, millions: 1e6, millones: 1e6, milioni: 1e6, miljoen: 1e6, miljoner: 1e6, 'mil millones': 1e9, mrd: 1e9, mld: 1e9, mdr: 1e9, mia: 1e9,
  milliard: 1e9, milliarden: 1e9, milliards: 1e9, miliardi: 1e9, miljard: 1e9, miljarder: 1e9, 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8,
}); // biome-ignore format: a table
const FRACTIONS = wordTable<number>({ '½': 0.5, '¼': 0.25, '¾': 0.75 });

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
export const SMALL = `(?:(?:${TENS.join('|')})(?:[- ](?:${ONES.slice(1, 10).join('|')}))?|${ONES.slice(2).join('|')})`;

/** Currency codes and letter signs before a sum. */
const CODES =
  'USD|EUR|GBP|CAD|AUD|NZD|CHF|SEK|NOK|DKK|JPY|CNY|INR|HKD|SGD|BRL|MXN|PLN|CZK|ZAR|IDR|MYR|UAH|HUF|Rs\\.?(?=\\s|\\d{1,3},\\d)|Rs\\.|Rp\\.?';

const SCALE =
  'hundred|thousand|millions?|billion|trillion|dozen|mn|bn|tn|lakhs?|lacs?|crores?|tsd\\.?|tys\\.?|tausend|tusen|mio\\.?|mln\\.?|mld\\.?|mrd\\.?|mil millones|millionen|millones|milioni|miljoen|miljoner|milliard(?:en|s)?|miliardi|miljarde?r?';

/**
 * A number in digits or words, with the sign before it and the scale after it. Groups: minus, cur, digits, words, fraction, scale, letter,
 * plus.
 */
export const NUMBER = new RegExp(
  // a minus is attached to its number and follows no other number: "10 -20" is a range
  '(?<minus>(?<![\\p{L}\\p{N}%)\\]])(?<![\\p{N}%] )[-−](?=[\\p{Sc}\\p{N}]|\\p{L}{1,3}\\$))?' +
    `(?:(?<cur>(?<!\\p{L})\\p{L}{1,3}\\$|\\p{Sc}|\\b(?:${CODES})\\s?):?)?\\s?` +
    `(?:(?:(?<![\\p{L}\\p{N}_]|[\\p{N}][.,:/]|\\p{L}-)|(?<=\\b(?:${CODES})))(?<digits>` +
    '\\d{1,2}(?:,\\d\\d)+,\\d{3}(?:\\.\\d+)?|' +
    "\\d{1,3}(?:(?<sep>[,.’'\\u00a0\\u202f])\\d{3}(?:\\k<sep>\\d{3})*|(?: \\d{3})+(?!\\d))(?:[.,]\\d+)?|" +
    '\\d+(?:\\.\\d+)?e\\+?\\d{1,2}(?![\\p{L}\\p{N}])|\\d+(?:[.,]\\d+)?|(?<=[\\p{Sc}])\\.\\d\\d?|\\.\\d\\d?(?=\\s?\\p{Sc}))' +
    `(?:[.,][-–—]{1,2}(?!\\d))?(?:\\s?(?<fraction>[½¼¾]))?|\\b(?<words>${SMALL}|half a(?=\\s(?:hundred|thousand|million|billion|dozen))|a(?=\\s(?:hundred|thousand|million|billion|dozen))|one(?=\\s(?:hundred|thousand|million|billion|dozen|(?:to|or)\\s(?:${SMALL})\\b)))\\b)` +
    `(?![.,:/]\\d|\\d|_)(?:\\s?(?<scale>(?:${SCALE})(?![\\p{L}\\p{N}])|[万萬億亿])|(?<letter>[kKmMbB])(?![\\p{L}\\p{N}]))?(?<plus>\\s?\\+)?`,
  'giu',
);

export function wordValue(words: string): number {
  const [tens, ones] = words.toLowerCase().split(/[- ]/u);
  const ten = TENS.indexOf(tens ?? '');
  if (ten >= 0) return (ten + 2) * 10 + (ones ? ONES.indexOf(ones) : 0);
  if (tens === 'half') return 0.5;
  return tens === 'a' || tens === 'one' ? 1 : ONES.indexOf(tens ?? '');
}

export const fractionOf = (sign: string | undefined): number => FRACTIONS[sign ?? ''] ?? 0;

const plainNumber = (digits: string) => Number(digits.replace(/[^\d.]/gu, ''));

/**
 * The values of digits: equal, or two readings. `isDotted`: whether a dot before three digits separates thousands (“1.500 €”); null when
 * unknown. `isScaled`: before “million”. “12,50” is always 12.5.
 */
export function readDigits(digits: string, isDotted: boolean | null, isScaled = false): [number, number] {
  const one = (value: number): [number, number] => [value, value];
  if (/e/iu.test(digits) || /^\.?\d+$/u.test(digits)) return one(Number(digits));
  if (/^\d{1,3}\.\d{3}$/u.test(digits) && digits[0] !== '0') {
    const both: [number, number] = [Number(digits), Number(digits.replace('.', ''))];
    if (isScaled) return one(both[0]);
    return isDotted === null ? both : one(both[isDotted ? 1 : 0]);
  }
  if (/^\d+\.\d+$/u.test(digits)) return one(Number(digits));
  if (/^\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?$/u.test(digits)) return one(plainNumber(digits));
  const grouped = /^\d{1,3}(?<sep>[,.’' \u00a0\u202f])\d{3}(?:\k<sep>\d{3})*(?:(?!\k<sep>)[.,](?<rest>\d+))?$/u.exec(digits)?.groups;
  // an IPv4 address is not a number
  if (grouped && isDotted === null && /^(?:(?:1?\d?\d|2[0-4]\d|25[0-5])\.?){4}$/u.test(digits))
    return [0, Number(digits.replace(/\D/gu, ''))];
  if (grouped) {
    const whole = digits.slice(0, digits.length - (grouped.rest ? grouped.rest.length + 1 : 0)).replace(/\D/gu, '');
    return one(Number(grouped.rest ? `${whole}.${grouped.rest}` : whole));
  }
  // “rooms 12,14” are two numbers
  const [first = '', second = ''] = digits.split(',');
  const isList = isDotted === null && !isScaled && first.length <= 2 && Number(second) > Number(first);
  if ((/^\d+,\d\d$/u.test(digits) && !isList) || (/^\d+,\d$/u.test(digits) && (isScaled || isDotted !== null)))
    return one(Number(digits.replace(',', '.')));
  // 12,5 is 12.5 in some locales and two numbers in others
  const value = Number(digits.replace(',', '.'));
  return [Number.isNaN(value) ? 0 : value, Number(digits.replace(/\D/gu, ''))];
}
