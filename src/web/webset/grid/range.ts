import { type ClipboardEvent, useState } from 'react';
import { tsvText } from '../../../domain/export.ts';
import type { LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';
import type { Place } from '../proof/proof-place.ts';
import { type Column, valueAt, verdictAt } from '../view.ts';

/** Indexes of rows and columns, inclusive. */
interface Bounds {
  rows: readonly [number, number];
  columns: readonly [number, number];
}

/** The selected range of cells, from one place to the focused one in any direction, and copying it. */
export function useRange(active: Place | null, lines: readonly LineFragment[], columns: readonly Column[]) {
  const [range, setRange] = useState<{ from: Place; to: Place } | null>(null);
  const current = active && range && isSame(range.to, active) ? range : null; // moving without selecting ends the range
  const bounds = current && boundsOf(current, lines, columns);
  return {
    /** Extends the range, or begins one at the focused cell. */
    extendTo(to: Place) {
      if (active) setRange({ from: current?.from ?? active, to });
    },
    end: () => setRange(null),
    /** The first and last selected column of a row, inclusive, if any. */
    selectedIn: (row: number) =>
      bounds && row >= bounds.rows[0] && row <= bounds.rows[1] ? { selectedFrom: bounds.columns[0], selectedTo: bounds.columns[1] } : {},
    /** Copies the selected cells, or the focused one, for a spreadsheet; the browser copies selected text. */
    onCopy(event: ClipboardEvent) {
      const at = bounds ?? (active && boundsOf({ from: active, to: active }, lines, columns));
      if (!at || getSelection()?.isCollapsed === false) return;
      const taken = columns.slice(at.columns[0], at.columns[1] + 1);
      const cells = lines.slice(at.rows[0], at.rows[1] + 1).map((line) => taken.map((column) => textAt(line, column)));
      event.clipboardData.setData('text/plain', tsvText(cells));
      event.preventDefault();
      say(words.grid.copied(cells.length * taken.length));
    },
  };
}

const isSame = (a: Place, b: Place) => a.row === b.row && a.column === b.column;

/** The bounds of two places; null when one of them is not among these rows and columns. */
function boundsOf({ from, to }: { from: Place; to: Place }, lines: readonly LineFragment[], columns: readonly Column[]): Bounds | null {
  const between = (a: number, b: number): readonly [number, number] => [Math.min(a, b), Math.max(a, b)];
  const rowAt = ({ row }: Place) => lines.findIndex(({ uuid }) => uuid === row);
  const columnAt = ({ column }: Place) => columns.findIndex(({ key }) => key === column);
  const bounds = { rows: between(rowAt(from), rowAt(to)), columns: between(columnAt(from), columnAt(to)) };
  return bounds.rows[0] < 0 || bounds.columns[0] < 0 ? null : bounds;
}

/** The text of a cell for copying: verdicts in words, effective values, empty where there is none. */
function textAt(line: LineFragment, { kind, key }: Column): string {
  if (kind === 'title') return line.title || line.url;
  if (kind === 'enrichment') return valueAt(line, key)?.value ?? '';
  const verdict = kind === 'overall' ? line.matchVerdict : verdictAt(line, key)?.effective;
  return verdict ? words.verdicts[verdict] : '';
}
