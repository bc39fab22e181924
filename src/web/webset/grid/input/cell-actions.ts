import type { LineFragment } from '../../../generated/documents.ts';
import { confirmValue } from '../../edit/say.ts';
import type { Place } from '../../proof/proof-place.ts';
import { decidingColumn, isLink, suggestedAt, valueAt } from '../../view.ts';
import type { LinesProps } from '../lines-props.ts';

export type CellActions = ReturnType<typeof cellActions>;

/** What Enter, Ctrl+Enter and clicks do with a cell. */
export function cellActions({ lines, columns, store, mayEdit }: Pick<LinesProps, 'lines' | 'columns' | 'store'> & { mayEdit: boolean }) {
  /** The place that explains a combined verdict: the criterion that decides it. */
  const explained = ({ row, column }: Place): Place => {
    const line = column === 'overall' ? lines.find(({ uuid }) => uuid === row) : undefined;
    return { row, column: (line && decidingColumn(line, columns)?.key) ?? column };
  };

  /** Confirms the value suggested at a place. Returns whether there was one. */
  const confirm = ({ row, column }: Place): boolean => {
    const line = lines.find(({ uuid }) => uuid === row);
    const value = suggestedAt(line && valueAt(line, column));
    if (!mayEdit || value === null) return false;
    void confirmValue(store, { rowId: row, enrichmentId: column }, value);
    return true;
  };
  const act = (line: LineFragment, place: Place) => {
    if (!confirm(place)) openLink(line, place.column);
  };
  return { explained, confirm, act };
}

/** Opens the link of a cell in a new tab; for other cells the page of the row. */
export function openLink(line: LineFragment, column: string): void {
  const value = valueAt(line, column)?.value;
  const url = value && isLink(value) ? value : line.url;
  if (isLink(url)) window.open(url, '_blank', 'noopener,noreferrer');
}
