import type { Span } from '../../domain/page/evidence.ts';
import type { Page } from '../../domain/page/page.ts';
import { type DateOrder, daysOf, findDates, orderIn } from '../../language/dates.ts';
import { alike, fold } from '../../language/english/fold.ts';
import { splitNames } from '../../language/english/proper-names.ts';
import { findQuantities, type Quantity } from '../../language/quantity.ts';
import type { ColumnQuestion } from '../judge/finding.ts';
import { valuesIn } from '../judge/rules/claims/concepts.ts';
import { namesIn } from '../judge/score/name-lists.ts';
import { isDeniedOutside } from './anchor.ts';

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(char);

/** What else a value may be: one end of a range, and 0 for what is free. */
export interface Asked {
  end: 'low' | 'high' | null;
  isPrice: boolean;
}

/** The value as it can be derived from the span, or null. A text is returned as the page spells it; a URL may be the target of a link. */
export function derive(
  page: Page,
  { format, asks = { end: null, isPrice: false } }: Pick<ColumnQuestion, 'format'> & { asks?: Asked },
  value: string,
  span: Span,
): string | null {
  const quote = alike(page.text.slice(span.start, span.end));
  if (format === 'number') return numberIn(quote, value, asks) ?? countIn(quote, value);
  if (format === 'date') return dateIn(quote, value, orderIn(page.text));
  if (format === 'url') return urlIn(page, span, value);
  return textIn(page, span, value) ?? (/^https?:\/\//u.test(value) ? urlIn(page, span, value) : null);
}

function numberIn(quote: string, value: string, { end, isPrice }: Asked): string | null {
  if (!/^-?\d+(?:\.\d+)?$/u.test(value)) return null;
  const dates = findDates(quote);
  const all = findQuantities(quote, []);
  const said = [
    ...[...findQuantities(quote, dates), ...all].filter((one) => isWhole(quote, one)).map((one) => signed(quote, one)),
    ...dates.map(({ iso }) => iso?.slice(0, 4) ?? null),
  ];
  if (said.some((plain) => plain !== null && isSame(plain, value))) return value;
  if (end && all.some(({ bound, low, high }) => bound === 'range' && { low, high }[end] === Number(value))) return value;
  // free means 0
  if (isPrice && Number(value) === 0 && FREE.test(quote)) return value;
  // a number that is not a quantity: of a version, a page, a figure
  const bare = [...quote.matchAll(/(?<![\p{L}\p{N}.,_]|[-−])\d+(?![\p{L}\p{N}_]|[.,:/-]\d)/gu)].filter(({ 0: digits, index }) =>
    all.every(({ start, end }) => index >= end || index + digits.length <= start),
  );
  return bare.some(([digits]) => isSame(digits, value)) ? value : null;
}

const FREE =
  /\b(?:free (?:of charge|admission|entry|entrance)|(?:admission|entry|entrance|access|it|visit) is (?:always )?free|costs? nothing|no charge|gratis)\b|^(?:always )?free\b/iu;

/** Above 2^53 distinct numbers may be equal as floats: there the digits are compared. */
const isSame = (plain: string, value: string) =>
  Number(plain) === Number(value) && (Math.abs(Number(value)) < Number.MAX_SAFE_INTEGER || plain === value);

/** "5" of "$5 M", "3" of "3 × 10⁶" and "1" of "1e6" are not whole numbers of the quote. */
const isWhole = (quote: string, { start, end, currency }: Quantity) => {
  const after = quote.slice(end, end + 20);
  if (/^(?:e[+-]?\d|\s?[×x*·]\s?10)/iu.test(after)) return false;
  if (/^[\s\u00a0-]?(?:hundred|thousand|million|billion|trillion|dozen|lakh|crore|mn|bn|tn)\b/iu.test(after)) return false;
  return !((currency !== null || /\p{Sc}/u.test(quote.slice(start, end))) && /^\s(?:[kmb]|tr)\b/iu.test(after));
};

/** The number with its sign; a hyphen within a word or a range is not a sign. */
function signed(quote: string, { start, plain }: Quantity): string | null {
  if (plain === null || plain.startsWith('-')) return plain;
  return /(?:^|[\s(:=|,;])[-−–]\p{Sc}?$/u.test(quote.slice(Math.max(0, start - 3), start)) ? `-${plain}` : plain;
}

/**
 * A count that a quote implies: “one screen” gives 1; a list of names such as "by Ann Lee, Bob Roe and Cy Moe" gives 3; a page range such
 * as "pp. 11-20" gives 10.
 */
function countIn(quote: string, value: string): string | null {
  if (value === '1' && ONE.test(quote)) return value;
  const lists = (['authors', 'founders', 'sponsor', 'replaces'] as const).flatMap((name) => valuesIn(name, quote));
  const counts = [...lists.map((list) => splitNames(list).length), ...namesIn(quote).map(({ count }) => count), ...lengthsIn(quote)];
  return counts.some((count) => String(count) === value) ? value : null;
}

const ONE = /\b(?:just|only|our|an?|the)\s+(?:the\s+)?(?:one|single)\b|(?<![\p{L}-])one-\p{Ll}|^one\s\p{Ll}/iu;
const PAGES = /\b(?:pp?\.|pages?)\s?(\d{1,6})\s?[-–—]\s?(\d{1,6})(?![\d.])/giu;
const lengthsIn = (quote: string) => [...quote.matchAll(PAGES)].map(([, from, to]) => Number(to) - Number(from) + 1);

/** The date as the quote gives it, or less precise; never more precise. */
function dateIn(quote: string, value: string, order: DateOrder | null): string | null {
  if (!/^\d{4}(?:-\d\d(?:-\d\d)?)?$/u.test(value) || daysOf(value) === null) return null;
  return findDates(quote, order).some(({ iso }) => iso === value || iso?.startsWith(`${value}-`)) ? value : null;
}

const bareUrl = (url: string) =>
  url
    .replace(/^https?:\/\//iu, '')
    .replace(/^www\./iu, '')
    .replace(/[/.,;:!?)\]]+$/u, '');
const keyOf = (url: string) => {
  const [host = '', ...rest] = bareUrl(url).split('/');
  return [host.toLowerCase(), ...rest].join('/');
};

/** The target of a link in the quote, or an address that the quote spells out. */
function urlIn(page: Page, span: Span, value: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const same = (other: string) => URL.canParse(other) && new URL(other).href === url.href;
  if (
    page.links.some(
      (link) => link.start < span.end && link.end > span.start && link.start >= span.start && link.end <= span.end && same(link.url),
    )
  )
    return value;
  const visible =
    page.text.slice(span.start, span.end).match(/(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/[^\s"“”<>]*)?/giu) ?? [];
  return visible.some((seen) => keyOf(seen) === keyOf(value)) ? value : null;
}

function textIn(page: Page, span: Span, value: string): string | null {
  const folded = fold(page.text.slice(span.start, span.end));
  const asked = fold(value.toWellFormed().replace(/\n/gu, ' ')).text.trim();
  if (asked === '') return null;
  for (let at = folded.text.indexOf(asked), i = 0; at >= 0 && i < 50; at = folded.text.indexOf(asked, at + 1), i++) {
    const found = { start: span.start + (folded.from[at] ?? 0), end: span.start + (folded.from[at + asked.length] ?? 0) };
    const inside =
      (isWord(page.text[found.start]) && isWord(page.text[found.start - 1])) ||
      (isWord(page.text[found.end - 1]) && isWord(page.text[found.end]));
    if (found.start < found.end && !inside && !isDeniedOutside(page.text, found, span)) return page.text.slice(found.start, found.end);
  }
  return null;
}
