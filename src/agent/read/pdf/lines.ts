import type { Piece } from './pieces.ts';

/** Text of one line with one link target, or none. */
export interface Run {
  text: string;
  url: string | null;
  isRaised: boolean;
}

/** A line of a sheet, or its part in one column. */
export interface Line {
  runs: Run[];
  text: string;
  x: number;
  right: number;
  /** From the bottom of the sheet. */
  y: number;
  size: number;
}

/** A gap within a line of this many font sizes separates columns or table cells. */
const GAP = 1.5;
/** Type below this share of its line's size and above its baseline is superscript. */
const RAISED_SIZE = 0.85;

/** The lines of a sheet in the order in which they are set; the parts of a row with gaps are separate lines. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const piece of pieces) {
    const isBlank = piece.text.trim() === '';
    const isRaised =
      line !== null && !isBlank && piece.size < line.size * RAISED_SIZE && piece.y > line.y && piece.y < line.y + line.size * 0.7;
    if (line && !isBlank && !isRaised && !isSameLine(line, piece)) line = null;
    if (!line) {
      line = { runs: [], text: '', x: piece.x, right: piece.x, y: piece.y, size: piece.size };
      lines.push(line);
    }
    add(line, piece, isRaised);
    if (piece.endsLine) line = null;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

const isSameLine = (line: Line, { x, y, size }: Piece) =>
  Math.abs(line.y - y) <= size * 0.5 && x - line.right <= size * GAP && x >= line.x - size * 0.5;

function add(line: Line, { text, x, right, size, y, url }: Piece, isRaised: boolean): void {
  const isBlank = text.trim() === '';
  if (line.text.trim() === '' && !isBlank) Object.assign(line, { x, y });
  const last = line.runs.at(-1);
  if (last && ((last.url === url && last.isRaised === isRaised) || isBlank)) last.text += text;
  else line.runs.push({ text, url, isRaised });
  line.text += text;
  if (isBlank) return;
  line.right = Math.max(line.right, right);
  line.size = Math.max(line.size, size);
}
