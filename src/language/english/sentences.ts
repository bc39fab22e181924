import type { Span } from '../../domain/page/evidence.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations whose full stop does not end a sentence, including initials ("J. Smith"). */
const ABBREVIATION =
  /(?:^|[\s([“"'])(?:e\.g|i\.e|cf|vs|v|ca|c|approx|est|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|corp|llc|no|nos|vol|fig|sec|ch|p|pp|ed|eds|al|dept|univ|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|u\.s|u\.k|u\.s\.a|ph\.d|b\.sc|m\.sc|(?:\p{Lu}\.)*\p{Lu})\.["”')\]]?\s*$/iu;
const ENDS = /[.!?…。！？]["”'’)\]]*\s/u;

/** The sentences of one block as offsets; together they cover it. */
export function sentencesOf(block: string): Span[] {
  if (!ENDS.test(block) && !/[。！？]/u.test(block)) return chunked(block, { start: 0, end: block.length });
  const spans: Span[] = [];
  let open = false;
  for (const { index, segment } of segmenter.segment(block)) {
    const last = spans.at(-1);
    if (last && open) last.end = index + segment.length;
    else spans.push({ start: index, end: index + segment.length });
    open = ABBREVIATION.test(segment);
  }
  return spans.flatMap((span) => chunked(block, span));
}

/** The most UTF-16 units of a sentence, so that a page without full stops does not slow the rules. */
const LONGEST = 1500;

function chunked(block: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  let from = start;
  while (end - from > LONGEST) {
    const clause = block.slice(from + LONGEST / 2, from + LONGEST).lastIndexOf('; ');
    const space = clause >= 0 ? from + LONGEST / 2 + clause + 1 : block.lastIndexOf(' ', from + LONGEST);
    const hard = from + LONGEST + (/[\udc00-\udfff]/.test(block[from + LONGEST] ?? '') ? 1 : 0);
    const to = space > from ? space + 1 : hard;
    spans.push({ start: from, end: to });
    from = to;
  }
  spans.push({ start: from, end });
  return spans;
}

/** A span without white space at either end. */
export function trimmed(text: string, { start, end }: Span): Span {
  while (start < end && /\s/u.test(text[start] ?? '')) start++;
  while (end > start && /\s/u.test(text[end - 1] ?? '')) end--;
  return { start, end };
}
