import { wordTable } from '../../domain/text.ts';
/** A text folded for comparison, and where each of its units came from. `from[i]` is the source offset of unit i; `from.length === text.length + 1`. */
export interface Folded {
  text: string;
  from: number[];
}

const SAME = wordTable<string>({
  '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '`': "'", '´': "'", '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"', '«': '"', '»': '"',
  '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '…': '...',
}); // biome-ignore format: a table

/**
 * Folds case, quotes, dashes, white space (runs of it, but never a line break, count as one space) and compatibility forms (NFKC), unit by unit with an offset map.
 * Characters that show nothing (zero-width, soft hyphen) fold to nothing.
 */
export function fold(source: string): Folded {
  let text = '';
  const from: number[] = [];
  let at = 0;
  // asking a growing string for its end would copy it each time
  let space = false;
  for (const point of source) {
    const code = point.codePointAt(0) ?? 0;
    let folded: string;
    if (code < 0x80)
      folded = code === 10 ? '\n' : code <= 32 ? ' ' : code === 0x60 ? "'" : code >= 65 && code <= 90 ? point.toLowerCase() : point;
    else if (/[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]/u.test(point)) folded = '';
    else folded = SAME[point] ?? (/\s/u.test(point) ? ' ' : point.normalize('NFKC').toLowerCase().replace(/\s/gu, ' '));
    if (!(folded === ' ' && space)) {
      text += folded;
      if (folded !== '') space = folded === ' ';
      for (let i = 0; i < folded.length; i++) from.push(at);
    }
    at += point.length;
  }
  from.push(at);
  return { text, from };
}
