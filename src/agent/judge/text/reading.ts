import type { Page } from '../../../domain/page/page.ts';
import { type DateOrder, orderIn } from '../../../language/dates.ts';
import { isCode } from '../../../language/english/code-line.ts';
import { alike } from '../../../language/english/fold.ts';
import { type Token, tokenize } from '../../../language/english/lexicon.ts';
import { sentencesOf, trimmed } from '../../../language/english/sentences.ts';

/** The rules do not judge text beyond this offset. */
export const READ_LIMIT = 300_000;

/** A block of a page as the rules read it, with the blocks of its nearest heading and of its label. */
export interface View {
  index: number;
  start: number;
  end: number;
  text: string;
  tag: Page['blocks'][number]['tag'];
  boilerplate: boolean;
  heading: View | null;
  label: View | null;
  tokens: Token[];
  /** Spans in the page's text: footnote numbers and exponents (`raised`), struck-out text (`struck`). */
  raised: readonly [number, number][];
  struck: readonly [number, number][];
  /** Spans in the page's text: words that name what follows them in the block. */
  names: readonly [number, number][];
}

/** A sentence of a page. Offsets, also those of tokens, are in the page's text. */
export interface Passage {
  view: View;
  start: number;
  end: number;
  text: string;
  tokens: Token[];
}

export interface Reading {
  page: Page;
  views: View[];
  /** The order of day and month in 3/4/2014, if other dates of the page show it. */
  order: DateOrder | null;
  /** Stem -> the blocks that contain it, in page order. */
  index: Map<string, View[]>;
  /** Lower-case words of the subject's names: from the title, the first heading and the host. */
  names: Set<string>;
  /** The sentences of a block, cached. */
  passages(view: View): Passage[];
}

const isHeading = (view: View) => /^h[1-6]$/.test(view.tag);
const GENERIC = new Set(
  'the a an and of for in on to with home homepage about us overview introduction welcome page official site website docs documentation wiki blog news github gitlab company database open source project readme com org net io dev www www2 en html index'.split(
    ' ',
  ),
);

function namesOf(page: Page, views: View[]): Set<string> {
  const names = new Set<string>();
  const lead = views.find((view) => view.tag === 'h1')?.text ?? '';
  const title = page.title
    .split(/\s[|–—·:•-]\s|[|–—·•]|:\s/u)
    .slice(0, 2)
    .join(' ');
  for (const { word } of tokenize(`${title} ${lead.slice(0, 120)}`))
    if (word.length > 1 && !GENERIC.has(word)) names.add(word.replace(/'s$/, ''));
  const host = URL.canParse(page.url) ? new URL(page.url).hostname.replace(/^www\./, '').split('.') : [];
  for (const part of host.slice(0, -1)) if (part.length > 2 && !GENERIC.has(part)) names.add(part);
  return names;
}

/** Texts of links for screen readers, which say nothing about the page's subject. */
const OPENS = /\b(?:opens|opening) in (?:an? )?(?:new|another|separate) (?:(?:browser )?(?:window|tab))(?: or (?:window|tab))?/giu;

/** Prepares a page for the rules: blocks with their headings, labels and words, and an index of stems. */
export function readFor(read: Page): Reading {
  const page = { ...read, text: alike(read.text) };
  const views: View[] = [];
  const index = new Map<string, View[]>();
  const cut = new Map<View, Passage[]>();
  const stack: View[] = [];
  let start = 0;
  for (const [i, text] of page.text.slice(0, READ_LIMIT).split('\n').entries()) {
    const block = page.blocks[i];
    // a heading in a menu or margin does not apply to the content after it
    while (!block?.boilerplate && stack.at(-1)?.boilerplate) stack.pop();
    const heading = stack.at(-1) ?? null;
    const label = block?.label === undefined ? null : (views[block.label] ?? null);
    const view: View = {
      index: i,
      start,
      end: start + text.length,
      text,
      tag: block?.tag ?? 'p',
      boilerplate: block?.boilerplate !== undefined,
      heading,
      label,
      // spaces of the same length keep the offsets
      tokens: tokenize(
        text.replace(OPENS, (words) => ' '.repeat(words.length)),
        start,
      ),
      raised: block?.raised ?? [],
      struck: block?.struck ?? [],
      names: block?.names ?? [],
    };
    if (isHeading(view)) {
      while (stack.length > 0 && (stack.at(-1)?.tag ?? '') >= view.tag) stack.pop();
      view.heading = stack.at(-1) ?? null;
      stack.push(view);
    }
    views.push(view);
    for (const { stem } of view.tokens) {
      if (!stem) continue;
      const list = index.get(stem);
      if (!list) index.set(stem, [view]);
      else if (list.at(-1) !== view) list.push(view);
    }
    start += text.length + 1;
  }
  return {
    page,
    views,
    order: orderIn(page.text.slice(0, READ_LIMIT)),
    index,
    names: namesOf(page, views),
    passages: (view) => cut.get(view) ?? cutInto(view, cut),
  };
}

function cutInto(view: View, cut: Map<View, Passage[]>): Passage[] {
  let next = 0;
  const tokensIn = (start: number, end: number) => {
    const from = next;
    while ((view.tokens[next]?.end ?? Infinity) <= end) next++;
    return view.tokens.slice(from, next).filter((token) => token.start >= start);
  };
  const passages = sentencesOf(view.text).flatMap((span) => {
    const { start, end } = trimmed(view.text, span);
    if (start === end) return [];
    const at = { start: view.start + start, end: view.start + end };
    return [{ view, ...at, text: view.text.slice(start, end), tokens: tokensIn(at.start, at.end) }];
  });
  cut.set(view, passages);
  return passages;
}

/**
 * The label of a passage: its dt or header cell, or its own words before a colon ("Licence: MIT"); null without one. `own` is their length.
 */
export function labelOf(passage: Passage): { text: string; own: number } | null {
  if (passage.view.label) return { text: passage.view.label.text, own: 0 };
  const name = passage.view.names.find(([start]) => start === passage.start);
  if (name) return { text: passage.text.slice(0, name[1] - name[0]), own: name[1] - name[0] };
  if (isCode(passage.view.tag, passage.text)) return null;
  const own = /^([^\s:：][^:：]{0,38}?)\s?[:：]\s+(?=\S)/u.exec(passage.text);
  return own?.[1] && own[1].split(/\s+/u).length <= 5 ? { text: own[1], own: own[0].length } : null;
}

/** The headings above a block, nearest first, without the page's h1. */
export function headingsOf(view: View): View[] {
  const found: View[] = [];
  for (let at = view.heading; at; at = at.heading) if (at.tag !== 'h1') found.push(at);
  return found;
}

/** Whether a footnote number or an exponent touches a number, so that it reads like one of its digits. */
export const isRaised = (view: View, start: number, end: number) =>
  view.raised.some(([from, to]) => from <= end && to >= start && !(from === end && /[[(]/u.test(view.text[end - view.start] ?? '')));

/** Whether a part of a span is struck out. */
export const isStruck = (view: View, start: number, end: number) => view.struck.some(([from, to]) => from < end && to > start);
