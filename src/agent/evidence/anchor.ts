import search from 'approx-string-match';
import type { Span } from '../../domain/page/evidence.ts';
import type { Page } from '../../domain/page/page.ts';
import { type Folded, fold } from '../../language/english/fold.ts';
import { tokenize } from '../../language/english/lexicon.ts';
import { isNegation } from '../../language/english/negation.ts';
import { numerals, sameWords, signature } from '../../language/english/signature.ts';

const FUZZY_QUOTE = { least: 16, most: 600 };
const QUOTE_MAX = 5_000;
/** A quote of at least this many characters is still identified when it breaks off within a word. */
const BROKEN_LEAST = 60;
/** The most occurrences of a quote that are examined; fewer for a long quote. */
const TRIES = 25;
const TRIED_CHARACTERS = 20_000;

const folds = new WeakMap<Page, Folded>();
const foldedPage = (page: Page) => {
  const known = folds.get(page) ?? fold(page.text);
  folds.set(page, known);
  return known;
};

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(char);
const charBefore = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1);

/** Whether a span begins or ends inside a word, a number ("50" of "500", "5" of "5 million") or a code point. */
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
      .split(/[;:()–—]|[.!?]\s(?=\p{Lu})|,\s(?!(?:\p{L}+\s){0,2}(?:or|nor|and)\s)|\s(?:but|however|although|though|whereas|while)\s/u)
      .at(-1) ?? '';
  const rest = text.slice(end, sentence.end);
  // an initial before a full stop hides the end of a sentence
  const isOver = /[.!?]/u.test(text[end - 1] ?? '') && /^\s+\p{Lu}/u.test(rest);
  const after = isOver
    ? ''
    : (rest.split(/[,;:()–—]|[.!?]\s(?=\p{Lu})|\s(?:but|and|which|that|because|so|however|although|though|whereas|while)\s/u)[0] ?? '');
  return [before, after].some((part) => {
    const words = tokenize(part).map(({ word }) => word);
    return words.some((word, i) => isNegation(word) && !/^(?:only|just|merely|solely)$/u.test(words[i + 1] ?? ''));
  });
}

/** The quote without enclosing quotation marks and dots, which are not the page's words. */
function bareQuote(quote: string): string {
  const text = quote
    .toWellFormed()
    .slice(0, QUOTE_MAX)
    .replace(/^(?:[\s"“”«»„…]|\.\.\.)+/u, '');
  let end = text.length;
  for (;;) {
    if (/[\s"“”«»„…]/u.test(text.charAt(end - 1))) end--;
    else if (text.endsWith('...', end)) end -= 3;
    else return text.slice(0, end);
  }
}

function* occurrences(text: string, part: string): Iterable<number> {
  const tries = Math.min(TRIES, Math.ceil(TRIED_CHARACTERS / part.length));
  for (let at = text.indexOf(part), i = 0; at >= 0 && i < tries; at = text.indexOf(part, at + 1), i++) yield at;
}

/**
 * Where a quote is on the page: exact, then folded (case, quotes, dashes, white space, NFKC), then fuzzy. A span is in one block, cuts no
 * word, and has the quote's numbers, negations and content words. Lazy: the caller stops at the first one that serves.
 */
export function* anchors(page: Page, quote: string): Iterable<Iterable<Span>> {
  const offered = bareQuote(quote);
  if (offered === '') return;
  const seen = new Set<number>();
  yield exactly(page, offered, seen);
  const part = fold(offered.replace(/\n/gu, ' ')).text.trim();
  if (part === '') return;
  const fits = fitting(page, offered);
  const whole = foldedPage(page);
  yield folded(whole, part, fits, seen);
  if (seen.size === 0) yield nearly(page, whole, part, offered, fits);
}

/** Whether a span of the page is equivalent to the quote. */
function fitting(page: Page, offered: string): (span: Span) => boolean {
  const asked = signature(offered);
  return (span) => {
    if (span.end - span.start > 2 * QUOTE_MAX) return false;
    const slice = page.text.slice(span.start, span.end);
    return slice.trim() !== '' && !slice.includes('\n') && !cuts(page.text, span) && (slice === offered || signature(slice) === asked);
  };
}

function* exactly(page: Page, offered: string, seen: Set<number>): Iterable<Span> {
  if (offered.includes('\n')) return;
  for (const start of occurrences(page.text, offered)) {
    const span = unbroken(page, offered, { start, end: start + offered.length });
    if (cuts(page.text, span)) continue;
    seen.add(span.start);
    yield span;
  }
}

/** Extends a long quote that breaks off within a word to the whole word, unless that is a number or a negation. */
function unbroken({ text }: Page, offered: string, span: Span): Span {
  if (offered.length < BROKEN_LEAST) return span;
  const whole = atWords(text, span);
  return signature(text.slice(whole.start, whole.end)) === signature(offered) ? whole : span;
}

const spanOf = ({ from }: Folded, start: number, end: number): Span => ({
  start: from[start] ?? 0,
  end: from[end] ?? from[from.length - 1] ?? 0,
});

function* folded(whole: Folded, part: string, fits: (span: Span) => boolean, seen: Set<number>): Iterable<Span> {
  for (const at of occurrences(whole.text, part)) {
    const span = spanOf(whole, at, at + part.length);
    if (seen.has(span.start) || !fits(span)) continue;
    seen.add(span.start);
    yield span;
  }
}

function* nearly(page: Page, whole: Folded, part: string, offered: string, fits: (span: Span) => boolean): Iterable<Span> {
  if (part.length < FUZZY_QUOTE.least || part.length > FUZZY_QUOTE.most) return;
  const errors = Math.min(24, Math.max(2, Math.floor(part.length * 0.12)));
  for (const { start, end } of windows(whole.text, part, errors))
    for (const match of search(whole.text.slice(start, end), part, errors)) {
      const span = atWords(page.text, spanOf(whole, start + match.start, start + match.end));
      if (fits(span) && sameWords(offered, page.text.slice(span.start, span.end))) yield span;
    }
}

const WINDOWS = 8;
const SEEDS = 24;

/**
 * Candidate spans of a fuzzy quote, around its rarest words that are on the page unchanged. A search of the whole page would take minutes.
 */
function* windows(text: string, part: string, errors: number): Iterable<Span> {
  const words = new Map([...part.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => [word, index]));
  const seeds = [...words]
    .sort(([a], [b]) => b.length - a.length)
    .slice(0, SEEDS)
    .map(([word, offset]) => ({ word, offset, places: placesOf(text, word) }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => a.places.length - b.places.length || b.word.length - a.word.length);
  const taken: number[] = [];
  for (const { offset, places } of seeds)
    for (const at of places) {
      if (taken.length >= WINDOWS) return;
      const start = Math.max(0, at - offset - errors);
      if (taken.some((other) => Math.abs(other - start) <= errors)) continue;
      taken.push(start);
      yield { start, end: Math.min(text.length, start + part.length + 3 * errors) };
    }
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && places.length <= WINDOWS; at = text.indexOf(word, at + word.length)) places.push(at);
  return places;
}

const WORD_MAX = 60;

/** Moves the ends of a fuzzy match to nearby ends of words, since it may be off by a letter. */
function atWords(text: string, { start, end }: Span): Span {
  const [least, most] = [Math.max(0, start - WORD_MAX), Math.min(text.length, end + WORD_MAX)];
  while (start > least && isWord(text[start]) && isWord(text[start - 1])) start--;
  while (end < most && isWord(text[end - 1]) && isWord(text[end])) end++;
  while (start < end && /\s/u.test(text[start] ?? '')) start++;
  while (end > start && /\s/u.test(text[end - 1] ?? '')) end--;
  return { start, end };
}
