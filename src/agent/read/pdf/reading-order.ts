import type { Line } from './lines.ts';

/** The least number of rows with a gap that make columns, and the share of the width that both sides must fill, as prose does. */
const ROWS = 4;
const FILLED = 0.65;
/** Nested columns: three side by side are two cuts. */
const DEPTH = 3;

/**
 * Lines in reading order: of columns side by side, which some programs set row by row, the left one first. A row whose parts are not prose
 * belongs to a table and is one line.
 */
export function inReadingOrder(lines: readonly Line[], depth = 0): Line[] {
  const rows = rowsOf(lines);
  const gutter = depth < DEPTH ? gutterOf(rows) : null;
  if (gutter === null) return rows.map(joined);
  const order: Line[] = [];
  let [left, right]: [Line[], Line[]] = [[], []];
  const flush = () => {
    for (const side of [left, right]) order.push(...inReadingOrder(side, depth + 1));
    [left, right] = [[], []];
  };
  for (const row of rows) {
    if (row.some((line) => line.x < gutter && line.right > gutter)) {
      flush();
      order.push(joined(row));
    } else for (const line of row) (line.x < gutter ? left : right).push(line);
  }
  flush();
  return order;
}

/** Lines on one baseline, from left to right. */
function rowsOf(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const last = rows.at(-1)?.at(-1);
    if (last && Math.abs(last.y - line.y) <= Math.min(last.size, line.size) * 0.5 && line.x >= last.right) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** The position of a gap between two columns of prose; null where there is none. */
function gutterOf(rows: readonly Line[][]): number | null {
  const gaps = rows.flatMap((row) => row.slice(1).map((line, i) => ({ from: (row[i] as Line).right, to: line.x })));
  if (gaps.length < ROWS) return null;
  const middles = gaps.map(({ from, to }) => (from + to) / 2).sort((a, b) => a - b);
  const at = middles[Math.floor(middles.length / 2)] as number;
  const parted = rows.filter((row) => row.some((line, i) => i > 0 && (row[i - 1] as Line).right <= at && line.x >= at));
  if (parted.length < ROWS) return null;
  const sides = [(line: Line) => line.right <= at, (line: Line) => line.x >= at];
  return sides.every((isOn) => isFilled(parted.flatMap((row) => row.filter(isOn)))) ? at : null;
}

function isFilled(lines: readonly Line[]): boolean {
  const width = Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ x }) => x));
  const filled = lines.reduce((sum, { x, right }) => sum + right - x, 0) / lines.length;
  // a sentence continues from line to line, a table cell does not
  const goesOn = lines.filter(({ text }) => /^\s*[\p{Ll}\d(“"]/u.test(text)).length;
  return (
    width > 0 &&
    goesOn * 2 >= lines.length &&
    filled >= FILLED * width &&
    lines.filter(({ text }) => text.split(/\s+/u).length >= 4).length * 2 > lines.length
  );
}

/** The parts of a row as one line. */
function joined(row: readonly Line[]): Line {
  const [first, ...rest] = row as [Line, ...Line[]];
  if (rest.length === 0) return first;
  const runs = row.flatMap(({ runs }, i) => (i === 0 ? runs : [{ text: ' ', url: null, isRaised: false }, ...runs]));
  return {
    ...first,
    runs,
    text: row.map(({ text }) => text).join(' '),
    right: Math.max(...row.map(({ right }) => right)),
    size: Math.max(...row.map(({ size }) => size)),
  };
}
