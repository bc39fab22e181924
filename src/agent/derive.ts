import { daysOf, findDates } from '../domain/dates.ts';
import type { Span } from '../domain/evidence.ts';
import type { Page } from '../domain/page.ts';
import { findQuantities } from '../domain/quantity.ts';
import { isDeniedOutside } from './judge/anchor.ts';
import { valuesIn } from './judge/concepts.ts';
import type { ColumnQuestion } from './judge/finding.ts';
import { fold } from './judge/fold.ts';
import { splitNames } from './judge/names.ts';

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(char);

/** The value as it can be read off the span, or null. A text comes back as the page spells it. */
export function derive(page: Page, format: ColumnQuestion['format'], value: string, span: Span): string | null {
  const quote = page.text.slice(span.start, span.end);
  if (format === 'number') return numberIn(quote, value) ?? countIn(quote, value);
  if (format === 'date') return dateIn(quote, value);
  if (format === 'url') return urlIn(page, span, value);
  return textIn(page, span, value);
}

function numberIn(quote: string, value: string): string | null {
  if (!/^-?\d+(?:\.\d+)?$/u.test(value)) return null;
  const dates = findDates(quote);
  const said = [
    ...findQuantities(quote, dates).map(({ plain }) => plain),
    ...findQuantities(quote, []).map(({ plain }) => plain),
    ...dates.map(({ iso }) => iso?.slice(0, 4) ?? null),
  ];
  const asked = Number(value);
  if (said.some((plain) => plain !== null && Number(plain) === asked)) return value;
  return [...quote.matchAll(/(?<![\p{N}.,])\d+(?![\p{N}]|[.,]\d)/gu)].some((match) => Number(match[0]) === asked) ? value : null;
}

/** How many names a quote lists: "by Ann Lee, Bob Roe and Cy Moe" gives 3. */
function countIn(quote: string, value: string): string | null {
  const lists = (['authors', 'founders', 'sponsor', 'replaces'] as const).flatMap((name) => valuesIn(name, quote));
  return lists.some((list) => String(splitNames(list).length) === value) ? value : null;
}

/** The date as the quote gives it, or less exact; never more exact. */
function dateIn(quote: string, value: string): string | null {
  if (!/^\d{4}(?:-\d\d(?:-\d\d)?)?$/u.test(value) || daysOf(value) === null) return null;
  return findDates(quote).some(({ iso }) => iso === value || iso?.startsWith(`${value}-`)) ? value : null;
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

/** A link whose words lie in the quote, or an address that can be read there. */
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
