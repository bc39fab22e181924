import type { Seen } from '../../../src/agent/read/blocks/page-context.ts';
import type { Segments } from './documents.ts';

export const norm = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Without anything that is no letter or digit: what two ways to write a text down have in common. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const SHORT = 30;
const NEAR = 400;

/** Which lines an article holds, in its order: a long line anywhere, a short one only near the place where the last one was. */
export function labelsOfExpected(lines: string[], article: string[], title: number): Int8Array {
  const whole = bare(article.join(' '));
  let cursor = 0;
  return Int8Array.from(lines, (line, i) => {
    if (i === title) return -1;
    const wanted = bare(line);
    if (wanted === '') return -1;
    const at = whole.indexOf(wanted, cursor);
    if (at >= 0 && (wanted.length >= SHORT || at - cursor <= Math.min(NEAR, wanted.length * 8))) {
      cursor = at + wanted.length;
      return 1;
    }
    return wanted.length >= SHORT && whole.includes(wanted) ? 1 : 0;
  });
}

/** The lines of the pieces that must be, and must not be, in the text; a line of both is unknown, and so is the title. */
export function labelsOfSegments(lines: string[], segments: Segments, title: number): Int8Array {
  const labels = new Int8Array(lines.length).fill(-1);
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += norm(line).length + 1;
  }
  const whole = lines.map(norm).join(' ');
  const blockAt = (offset: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const blocksOf = (piece: string, most: number) => {
    const found: number[] = [];
    const wanted = norm(piece);
    let times = 0;
    for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
      if (++times > most) return [];
      for (let block = blockAt(at); block <= blockAt(at + wanted.length - 1); block++) found.push(block);
    }
    return found;
  };
  for (const piece of segments.without) for (const block of blocksOf(piece, Number.POSITIVE_INFINITY)) labels[block] = 0;
  for (const piece of segments.with) for (const block of blocksOf(piece, 1)) labels[block] = labels[block] === 0 ? -1 : 1;
  if (title >= 0) labels[title] = -1;
  return labels;
}

const NEAR_TITLE = 60;

/**
 * The lines that say a product's facts, and what the markup names furniture. A number of the thing counts wherever it is; its price and its
 * maker, which related items have too, at the first place after the title.
 */
export function labelsOfFacts(lines: string[], { flagged, title, measures }: Seen, truth: Record<string, string[]>): Int8Array {
  const labels = Int8Array.from(lines, (_, i) => (flagged[i] ? 0 : -1));
  const isFact = (i: number) => !flagged[i] && i !== title && (measures[i]?.length ?? 0) <= 200;
  const plain = lines.map((line) => line.replace(/(\d),(\d\d)(?!\d)/g, '$1.$2'));
  for (const name of ['sku', 'gtin'])
    for (const value of truth[name] ?? [])
      for (const i of plain.keys()) if (value.length > 3 && isFact(i) && plain[i]?.includes(value)) labels[i] = 1;
  for (const name of ['price', 'brand'])
    for (const value of truth[name] ?? []) {
      const from = Math.max(0, title);
      const at = plain.findIndex((line, i) => i >= from && i < from + NEAR_TITLE && isFact(i) && line.includes(value));
      if (at >= 0) labels[at] = 1;
    }
  return labels;
}
