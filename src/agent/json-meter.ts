/** What an answer in JSON may hold. */
export interface JsonBounds {
  /** Strings, numbers, words, lists and objects together. */
  values: number;
  /** Lists and objects within one another. */
  depth: number;
}

/** Of what a library's schema goes through, 20 µs for each value that it does not expect: an MCP server's answer, a model's. */
export const ANSWER_BOUNDS: JsonBounds = { values: 20_000, depth: 64 };
/** Of what our own shapes read, which pass over what they do not expect: a search service may list the references of each work that it names. */
export const SERVICE_BOUNDS: JsonBounds = { values: 100_000, depth: 64 };

const [QUOTE, COMMA, LINE, RETURN, BACKSLASH] = [...'",\n\r\\'].map((sign) => sign.charCodeAt(0));
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...'[]{}'].map((sign) => sign.charCodeAt(0));

/**
 * Counts what JSON holds as its bytes come, before a parser sees it: takes a piece, and returns why it goes beyond the bounds, or null. In time linear in the bytes.
 * What is no JSON, or several pieces of it in the lines of an event stream, is counted the same way: a string ends with its line.
 */
export function openJsonMeter({ values, depth }: JsonBounds = ANSWER_BOUNDS): (piece: Uint8Array) => string | null {
  let [counted, open, inString, isEscaped] = [0, 0, false, false];
  return (piece) => {
    for (const byte of piece) {
      if (byte === LINE || byte === RETURN) inString = isEscaped = false;
      else if (isEscaped) isEscaped = false;
      else if (inString) {
        if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) isEscaped = true;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) counted++;
      else if (byte === LIST || byte === OBJECT) {
        counted++;
        open++;
      } else if (byte === LIST_END || byte === OBJECT_END) open = Math.max(0, open - 1);
      if (counted > values) return `its answer holds more than ${values} values`;
      if (open > depth) return `its answer nests deeper than ${depth}`;
    }
    return null;
  };
}
