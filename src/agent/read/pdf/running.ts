import type { Line } from './lines.ts';

/** Lines at the head and at the foot of a sheet that may run through the document. */
const EDGE = 2;
/** A short document repeats itself on this many sheets at least, a longer one on one more. */
const SHEETS = 2;
const LONG = 5;

const keyOf = ({ text, size }: Line) => `${Math.round(size)} ${text.replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim().toLowerCase()}`;
/** A sheet's number says nothing that is worth a block. */
export const isSheetNumber = (line: Line) => NUMBER.test(keyOf(line));
const NUMBER = /^\d+ (?:(?:page|p\.|seite)\s)?[-–—|\s]*#[-–—|\s]*(?:(?:of|von|sur|de|\/)\s*#)?$/u;

/** The running heads and feet of a document, each sheet's by itself: what stands at the edges of several sheets, but for its numbers, in one size of type. */
export function runningLines(sheets: readonly Line[][]): Set<Line> {
  const edges = sheets.map((lines) => {
    const byHeight = [...lines].sort((a, b) => b.y - a.y);
    return new Set([...byHeight.slice(0, EDGE), ...byHeight.slice(-EDGE)]);
  });
  const counts = new Map<string, number>();
  for (const lines of edges) for (const key of new Set([...lines].map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = sheets.length >= LONG ? SHEETS + 1 : SHEETS;
  const runs = (line: Line) => (counts.get(keyOf(line)) ?? 0) >= (isSheetNumber(line) ? SHEETS : least);
  return new Set(edges.flatMap((lines) => [...lines].filter(runs)));
}
