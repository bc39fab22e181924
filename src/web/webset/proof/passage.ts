/** Text of a page around a quote, which is at `start` to `end`. */
export interface Passage {
  text: string;
  start: number;
  end: number;
}

const SHORT = 240;
const SENTENCE = 40;
const MARGIN = 320;

/**
 * The part of a passage to show: the quote's block, with its neighbours where it is short, or the words around the quote where it is long.
 * `text.slice(start, end)` of the result is the quote; no character is split.
 */
export function passageOf({ text, start, end }: Passage): Passage {
  let from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  let to = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end);
  if (to - from < SHORT) {
    if (from > 0) from = from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
    const next = to < text.length ? text.indexOf('\n', to + 1) : to;
    const after = next === -1 ? text.length : next;
    if (after - to > SENTENCE) to = after; // not the next label of a list
  }
  if (start - from > MARGIN) from = afterSpace(text, start - MARGIN, start);
  if (to - end > MARGIN) to = beforeSpace(text, end + MARGIN, end);
  return { text: text.slice(from, to), start: start - from, end: end - from };
}

/** The first offset after white space from `at` on, or the start of the quote. */
function afterSpace(text: string, at: number, limit: number): number {
  const space = text.slice(at, limit).search(/\s/u);
  return space === -1 ? limit : at + space + 1;
}

/** The last offset before white space up to `at`, or the end of the quote. */
function beforeSpace(text: string, at: number, limit: number): number {
  const space = text.slice(limit, at).search(/\s\S*$/u);
  return space === -1 ? limit : limit + space;
}
