import { wordTable } from '../../domain/text.ts';
/** A text folded for comparison. `from[i]` is the source offset of unit i; `from.length === text.length + 1`. */
export interface Folded {
  text: string;
  from: ArrayLike<number>;
}

const SAME = wordTable<string>({
  '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '`': "'", '´': "'", '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"', '«': '"', '»': '"',
  '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '…': '...',
}); // biome-ignore format: a table

function foldPoint(point: string): string {
  const code = point.codePointAt(0) ?? 0;
  if (code < 0x80)
    return code === 10 ? '\n' : code <= 32 ? ' ' : code === 0x60 ? "'" : code >= 65 && code <= 90 ? point.toLowerCase() : point;
  if (/[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]/u.test(point)) return '';
  return SAME[point] ?? (/\s/u.test(point) ? ' ' : point.normalize('NFKC').toLowerCase().replace(/\s/gu, ' '));
}

/** Caches the folding of each code point of the basic plane; others are rare. */
const points: (string | undefined)[] = Array.from({ length: 0x10000 });
function folding(source: string, at: number, code: number): string {
  if (code > 0xffff) return foldPoint(source.slice(at, at + 2));
  const known = points[code] ?? foldPoint(source.charAt(at));
  points[code] = known;
  return known;
}

/** Matches everything except ASCII words with single spaces, which only change their case. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters count as white space
const ODD = /(?: (?=[\0-\x09\x0b-\x20\x60\x7f-\uffff])|[\0-\x09\x0b-\x1f\x60\x7f-\uffff])[\0-\x09\x0b-\x20\x60\x7f-\uffff]*/g;

/**
 * Folds case, quotes, dashes, white space (a run is one space; line breaks stay) and compatibility forms (NFKC), with an offset map.
 * Invisible characters (zero-width, soft hyphen) are removed.
 */
export function fold(source: string): Folded {
  const parts: string[] = [];
  let from = new Int32Array(source.length + 1);
  let length = 0;
  let at = 0;
  const plain = (end: number) => {
    makeSpace(end - at);
    parts.push(source.slice(at, end).toLowerCase());
    while (at < end) from[length++] = at++;
  };
  const makeSpace = (more: number) => {
    if (length + more < from.length) return;
    const wider = new Int32Array(2 * (length + more) + 64);
    wider.set(from.subarray(0, length));
    from = wider;
  };
  for (const { 0: run, index } of source.matchAll(ODD)) {
    plain(index);
    // reading the end of a growing string would copy it each time
    let space = false;
    let text = '';
    for (const end = index + run.length; at < end; ) {
      const code = source.codePointAt(at) ?? 0;
      const folded = folding(source, at, code);
      if (!(folded === ' ' && space)) {
        makeSpace(folded.length);
        text += folded;
        if (folded !== '') space = folded === ' ';
        for (let i = 0; i < folded.length; i++) from[length++] = at;
      }
      at += code > 0xffff ? 2 : 1;
    }
    parts.push(text);
  }
  plain(source.length);
  makeSpace(1);
  from[length] = at;
  return { text: parts.join(''), from: from.subarray(0, length + 1) };
}

/** Replaces look-alikes of hyphen and space by the plain characters; the length and all offsets stay. */
export const alike = (text: string): string =>
  /[\u2007-\u2012]/u.test(text) ? text.replace(/[\u2010-\u2012]/gu, '-').replace(/[\u2007-\u200a]/gu, '\u202f') : text;
