import type { Span } from '../../domain/page/evidence.ts';
import type { Page } from '../../domain/page/page.ts';
import { sentencesOf } from '../../language/english/sentences.ts';

/** An index of a page's blocks: where each begins, its heading, and the sentences that were requested so far. */
export interface Layout {
  /** Offsets of the blocks, then the length of the text plus one. */
  starts: number[];
  /** The index of the heading above each block, including the page's h1; -1 without one. */
  headings: number[];
  sentences: Map<number, Span[]>;
}

const layouts = new WeakMap<Page, Layout>();

/** The page's layout, computed once. */
export function layoutOf(page: Page): Layout {
  const known = layouts.get(page);
  if (known) return known;
  const starts = [0];
  for (let at = page.text.indexOf('\n'); at >= 0; at = page.text.indexOf('\n', at + 1)) starts.push(at + 1);
  let heading = -1;
  const headings = starts.map((_, i) => {
    const over = heading;
    const block = page.blocks[i];
    if (block && !block.boilerplate && /^h[1-6]$/u.test(block.tag)) heading = i;
    return over;
  });
  starts.push(page.text.length + 1);
  const layout = { starts, headings, sentences: new Map() };
  layouts.set(page, layout);
  return layout;
}

export function blockAt({ starts }: Layout, offset: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const boundsOf = ({ starts }: Layout, block: number): Span => ({ start: starts[block] ?? 0, end: (starts[block + 1] ?? 1) - 1 });

export const blockText = (page: Page, block: number): string => {
  const { start, end } = boundsOf(layoutOf(page), block);
  return page.text.slice(start, end);
};

/** The text of the heading above a block; '' where there is none but the page's h1. */
export function headingOver(page: Page, block: number): string {
  const over = layoutOf(page).headings[block] ?? -1;
  return over < 0 || page.blocks[over]?.tag === 'h1' ? '' : blockText(page, over);
}

/** Blocks up to this many characters are split into sentences at once, longer ones in pieces that end at a sentence or a space. */
const PIECE = 8_000;

function pieceEnd(text: string, start: number, end: number): number {
  if (end - start <= PIECE) return end;
  const tail = text.slice(start + PIECE - 1_500, start + PIECE);
  const stop = Math.max(tail.lastIndexOf('. '), tail.lastIndexOf('! '), tail.lastIndexOf('? '));
  const space = stop >= 0 ? stop + 1 : tail.lastIndexOf(' ');
  if (space >= 0) return start + PIECE - 1_500 + space + 1;
  return start + PIECE + (/[\udc00-\udfff]/.test(text[start + PIECE] ?? '') ? 1 : 0);
}

/** The whole sentences of a block that a span touches, as one span. */
export function wholeSentences(page: Page, block: number, { start, end }: Span): Span {
  const layout = layoutOf(page);
  const bounds = boundsOf(layout, block);
  const outer = { start, end };
  for (let from = bounds.start; from < bounds.end && from < end; ) {
    const to = pieceEnd(page.text, from, bounds.end);
    if (to > start) {
      const spans = layout.sentences.get(from) ?? sentencesOf(page.text.slice(from, to));
      layout.sentences.set(from, spans);
      for (const span of spans) {
        if (from + span.start >= end || from + span.end <= start) continue;
        outer.start = Math.min(outer.start, from + span.start);
        outer.end = Math.max(outer.end, from + span.end);
      }
    }
    from = to;
  }
  return outer;
}
