/** Bounds of a JSON document. */
export interface JsonBounds {
  /** Strings, numbers, literals, arrays and objects together. */
  values: number;
  /** Nesting of arrays and objects. */
  depth: number;
}

/** For JSON that a library's schema validates, at 20 µs for each unexpected value: answers of MCP servers and models. */
export const ANSWER_BOUNDS: JsonBounds = { values: 20_000, depth: 64 };
/** For JSON that our own schemas read, which skip unexpected values: a search service may list every reference of a paper. */
export const SERVICE_BOUNDS: JsonBounds = { values: 100_000, depth: 64 };

const [QUOTE, COMMA, LINE, RETURN, BACKSLASH] = [...'",\n\r\\'].map((sign) => sign.charCodeAt(0));
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...'[]{}'].map((sign) => sign.charCodeAt(0));

/**
 * Counts values and depth as the bytes of JSON arrive, before a parser runs, in linear time. Takes a chunk and returns the bound that it
 * exceeds, or null. Also counts malformed JSON and event streams: a string ends at the end of its line.
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
