import type { Span } from './evidence.ts';

/** The most UTF-16 code units that are shown on either side of a quote. */
export const PASSAGE_MARGIN = 600;

/** An extract of a page around a quote. The quote is at `start` to `end` (exclusive) of it, in UTF-16 code units. */
export interface Passage extends Span {
  text: string;
}

const isLow = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text.charAt(at));

/**
 * The blocks (lines) of a canonical text around a span: whole blocks while they fit on either side. Of a longer block that contains the
 * span, the words that fit.
 */
export function passageAt(text: string, { start, end }: Span, margin = PASSAGE_MARGIN): Passage {
  const from = startOf(text, start, margin);
  return { text: text.slice(from, endOf(text, end, margin)), start: start - from, end: end - from };
}

function startOf(text: string, start: number, margin: number): number {
  const least = start - margin;
  if (least <= 0) return 0;
  const line = text.indexOf('\n', least - 1);
  if (line !== -1 && line < start) return line + 1;
  const space = text.indexOf(' ', least - 1);
  if (space !== -1 && space < start) return space + 1;
  return isLow(text, least) ? Math.min(start, least + 1) : least;
}

function endOf(text: string, end: number, margin: number): number {
  const most = end + margin;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf('\n', most);
  if (line >= end) return line;
  const space = text.lastIndexOf(' ', most);
  if (space >= end) return space;
  return isLow(text, most) ? Math.max(end, most - 1) : most;
}
