import type { Line } from './lines.ts';

/** Lines at the top and bottom of a sheet that may be running heads and feet. */
const EDGE = 2;
/** The least number of sheets on which a short document repeats them; a longer one needs one more. */
const SHEETS = 2;
const LONG = 5;

const keyOf = ({ size, y }: Line, text: string) =>
  `${Math.round(size)} ${Math.round(y / 4)} ${text.replace(/\s+/gu, ' ').trim().toLowerCase()}`;
/** A text with its numbers relative to the sheet's, so that page numbers are equal on all sheets. */
const fromSheet = (text: string, sheet: number) =>
  text.replace(/\d+/gu, (number) => (number.length < 6 ? `#${Number(number) - sheet}` : number));

/** Whether a line is a page number, which is not worth a block. */
export const isSheetNumber = ({ text }: Line) => NUMBER.test(text.trim());
const NUMBER = /^(?:(?:page|p\.|seite)\s)?[-–—|\s]*\d{1,4}[-–—|\s]*(?:(?:of|von|sur|de|\/)\s*\d{1,4})?$/iu;

/** The running heads and feet of a document: lines that several sheets repeat at the same height and size, apart from the page number. */
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
