import search from 'approx-string-match';
import type { Span } from '../../domain/evidence.ts';
import type { Page } from '../../domain/page.ts';
import { type Folded, fold } from './fold.ts';
import { tokenize } from './lexicon.ts';
import { isNegation } from './negation.ts';
import { numerals, sameWords, signature } from './signature.ts';

/** Beyond these the fuzzy search is left out: its time grows with text times errors. */
const FUZZY_TEXT = 400_000;
const FUZZY_QUOTE = { least: 16, most: 600 };
const QUOTE_MAX = 5_000;
const TRIES = 50;

const folds = new WeakMap<Page, Folded>();
const foldedPage = (page: Page) => {
  const known = folds.get(page) ?? fold(page.text);
  folds.set(page, known);
  return known;
};

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(char);
const charBefore = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1);

/** Whether a span begins or ends inside a word or a number ("50" of "500", "5" of "5 million"), or inside a code point. */
function cuts(text: string, { start, end }: Span): boolean {
  const first = text.codePointAt(start);
  const next = text.codePointAt(end);
  if (/[\udc00-\udfff]/.test(text[start] ?? '') || /[\udc00-\udfff]/.test(text[end] ?? '')) return true;
  if (isWord(first === undefined ? undefined : String.fromCodePoint(first)) && isWord(charBefore(text, start))) return true;
  if (next !== undefined && isWord(String.fromCodePoint(next)) && isWord(charBefore(text, end))) return true;
  const from = Math.max(0, start - 40);
  return numerals(text.slice(from, end + 40)).some((mark) => {
    const [a, b] = [mark.start + from, mark.end + from];
    return (a < start && b > start) || (a < end && b > end);
  });
}

/** Whether the page denies, in the same clause but outside the span, what the span says: "written in Rust" of "is not written in Rust". */
export function isDeniedOutside(text: string, { start, end }: Span, sentence: Span): boolean {
  const before =
    text
      .slice(sentence.start, start)
      .split(/[;:()–—]|,\s(?!(?:\p{L}+\s){0,2}(?:or|nor|and)\s)|\s(?:but|however|although|though|whereas|while)\s/u)
      .at(-1) ?? '';
  const after =
    text.slice(end, sentence.end).split(/[,;:()–—]|\s(?:but|and|which|that|because|so|however|although|though|whereas|while)\s/u)[0] ?? '';
  return [before, after].some((part) => {
    const words = tokenize(part).map(({ word }) => word);
    return words.some((word, i) => isNegation(word) && !/^(?:only|just|merely|solely)$/u.test(words[i + 1] ?? ''));
  });
}

/** Quotation marks and dots that somebody put around a quote are not the page's words. */
const bareQuote = (quote: string) =>
  quote
    .toWellFormed()
    .slice(0, QUOTE_MAX)
    .replace(/^(?:[\s"“”«»„…]|\.\.\.)+|(?:[\s"“”«»„…]|\.\.\.)+$/gu, '');

function* occurrences(text: string, part: string): Iterable<number> {
  for (let at = text.indexOf(part), i = 0; at >= 0 && i < TRIES; at = text.indexOf(part, at + 1), i++) yield at;
}

/**
 * Where a reasoner's quote stands on the page, best first: exactly, then folded (case, quotes, dashes, white space, NFKC), then with a few slips. A span lies in
 * one block, cuts no word or number, and has the same numbers and negations, and in substance the same words, as the quote offered.
 */
export function* anchors(page: Page, quote: string): Iterable<Span> {
  const offered = bareQuote(quote);
  if (offered === '') return;
  const asked = signature(offered);
  const fits = (span: Span) => {
    const slice = page.text.slice(span.start, span.end);
    return slice.trim() !== '' && !slice.includes('\n') && !cuts(page.text, span) && signature(slice) === asked;
  };
  if (!offered.includes('\n'))
    for (const start of occurrences(page.text, offered)) {
      const span = { start, end: start + offered.length };
      if (fits(span)) yield span;
    }
  const folded = foldedPage(page);
  const part = fold(offered.replace(/\n/gu, ' ')).text.trim();
  if (part === '') return;
  const back = (start: number, end: number): Span => ({ start: folded.from[start] ?? 0, end: folded.from[end] ?? page.text.length });
  for (const start of occurrences(folded.text, part)) {
    const span = back(start, start + part.length);
    if (fits(span)) yield span;
  }
  if (part.length < FUZZY_QUOTE.least || part.length > FUZZY_QUOTE.most || folded.text.length > FUZZY_TEXT) return;
  const errors = Math.min(24, Math.max(2, Math.floor(part.length * 0.12)));
  for (const match of search(folded.text, part, errors).slice(0, TRIES)) {
    const span = atWords(page.text, back(match.start, match.end));
    if (fits(span) && sameWords(offered, page.text.slice(span.start, span.end))) yield span;
  }
}

/** A fuzzy match may end a letter early or late: brings its ends to the ends of words. */
function atWords(text: string, { start, end }: Span): Span {
  while (start > 0 && isWord(text[start]) && isWord(text[start - 1])) start--;
  while (end < text.length && isWord(text[end - 1]) && isWord(text[end])) end++;
  while (start < end && /\s/u.test(text[start] ?? '')) start++;
  while (end > start && /\s/u.test(text[end - 1] ?? '')) end--;
  return { start, end };
}
