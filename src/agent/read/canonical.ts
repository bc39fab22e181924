/** White space as a reader sees it; NEL (U+0085) is a line end that JavaScript's \s leaves out. */
const SPACE = /[\s\u0085]+/g;

/**
 * Nothing to see: controls, soft hyphens, zero-width characters, bidirectional embeddings, overrides and isolates (U+202A-E, U+2066-9),
 * variation selectors, tags, annotation anchors. The marks LRM and RLM stay: right-to-left text needs them, and they turn nothing around.
 */
const INVISIBLE = /(?![\s\u0085\u200e\u200f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|\ufeff/gu;

/** What may hide something: most texts hold ASCII alone, and are spared the dear patterns. */
const UNUSUAL = /[^\t\n\r -~]/;
const LOOSE = /[\t\n\r]| {2}/;

/** Text without what cannot be seen, every run of white space one space; ends are kept, and it is not yet NFC. */
export function visible(text: string): string {
  if (UNUSUAL.test(text)) return text.toWellFormed().replace(INVISIBLE, '').replace(SPACE, ' ');
  return LOOSE.test(text) ? text.replace(SPACE, ' ') : text;
}

/** One line of canonical text (text version 4): NFC, nothing invisible but LRM and RLM, white space collapsed and trimmed. */
export const cleanLine = (text: string) => visible(text).trim().normalize('NFC');

/** A text of at most `max` UTF-16 units, whole characters; one that was longer ends with an ellipsis. */
export const clipped = (text: string, max: number) =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trimEnd()}…`;
