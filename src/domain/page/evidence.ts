/** A range of a page's canonical text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A verbatim quote and its position. `quote` is the slice of the canonical text, never a paraphrase. */
export interface Evidence extends Span {
  quote: string;
}

/** The words of a page at a span. */
export const evidenceAt = (text: string, { start, end }: Span): Evidence => ({ start, end, quote: text.slice(start, end) });

/** Whether evidence is valid: equal to the slice of the text, not empty, within one block. */
export const holds = (text: string, { start, end, quote }: Evidence) =>
  start >= 0 && start < end && end <= text.length && text.slice(start, end) === quote && !quote.includes('\n');
