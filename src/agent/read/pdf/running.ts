import type { Line } from './lines.ts';

/** Lines at the head and at the foot of a sheet that may run through the document. */
const EDGE = 2;
/** A short document repeats itself on this many sheets at least, a longer one on one more. */
const SHEETS = 2;
const LONG = 5;

const keyOf = ({ size, y }: Line, text: string) =>
  `${Math.round(size)} ${Math.round(y / 4)} ${text.replace(/\s+/gu, ' ').trim().toLowerCase()}`;
/** A text with its numbers counted from the sheet's own: that of a sheet is the same on all of them. */
const fromSheet = (text: string, sheet: number) =>
  text.replace(/\d+/gu, (number) => (number.length < 6 ? `#${Number(number) - sheet}` : number));

/** A sheet's number says nothing that is worth a block. */
export const isSheetNumber = ({ text }: Line) => NUMBER.test(text.trim());
const NUMBER = /^(?:(?:page|p\.|seite)\s)?[-–—|\s]*\d{1,4}[-–—|\s]*(?:(?:of|von|sur|de|\/)\s*\d{1,4})?$/iu;

/** The running heads and feet of a document, each sheet's by itself: what stands at one height of several sheets, but for the sheet's number, in one size of type. */
export function runningLines(sheets: readonly Line[][]): Set<Line> {
  const edges = sheets.map((lines) => {
    const byHeight = [...lines].sort((a, b) => b.y - a.y);
    return new Set([...byHeight.slice(0, EDGE), ...byHeight.slice(-EDGE)]);
  });
  const counts = new Map<string, number>();
  const keysOf = (line: Line, sheet: number) =>
    new Set([keyOf(line, line.text), keyOf(line, fromSheet(line.text, sheet)), ...(isSheetNumber(line) ? ['number'] : [])]);
  for (const [sheet, lines] of edges.entries())
    for (const key of new Set([...lines].flatMap((line) => [...keysOf(line, sheet)]))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = sheets.length >= LONG ? SHEETS + 1 : SHEETS;
  const runs = (line: Line, sheet: number) =>
    [...keysOf(line, sheet)].some((key) => (counts.get(key) ?? 0) >= (key === 'number' ? SHEETS : least));
  return new Set(edges.flatMap((lines, sheet) => [...lines].filter((line) => runs(line, sheet))));
}
