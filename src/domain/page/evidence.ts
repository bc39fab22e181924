/** A place in a page's canonical text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A verbatim quote and where it stands. `quote` is the slice of the canonical text, never anybody's retelling. */
export interface Evidence extends Span {
  quote: string;
}

/** The page's own words at a span. */
export const evidenceAt = (text: string, { start, end }: Span): Evidence => ({ start, end, quote: text.slice(start, end) });

/** Whether evidence is what it says it is: the slice of the text, not empty, inside one block. */
export const holds = (text: string, { start, end, quote }: Evidence) =>
  start >= 0 && start < end && end <= text.length && text.slice(start, end) === quote && !quote.includes('\n');
