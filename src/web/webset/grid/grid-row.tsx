import { memo } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { REM } from '../../ui/width.ts';
import { type Column, decidingColumn, shortUrl, suggestedAt, valueAt, verdictAt, whyOf } from '../view.ts';
import { missingState } from './cell-state.ts';

export const ROW_HEIGHT = 3 * REM;

/** The id of a cell's element. */
export const cellId = (row: string, column: string) => `cell-${row}-${column}`;

interface Props {
  line: LineFragment;
  columns: readonly Column[];
  index: number;
  /** px from the first row's top. */
  top: number;
  /** The key of the cell that the keyboard is at, if it is in this row. */
  active: string | null;
  open: boolean;
  /** The columns that are selected, the last one included. */
  selectedFrom?: number;
  selectedTo?: number;
}

/** A result as a row of the grid. */
export const GridRow = memo(function GridRow({ line, columns, index, top, active, open, selectedFrom = 0, selectedTo = -1 }: Props) {
  const isSelected = (column: number) => column >= selectedFrom && column <= selectedTo;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      className="row"
      data-row={line.uuid}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, i) => (
        <div
          key={column.key}
          id={cellId(line.uuid, column.key)}
          role={column.kind === 'title' ? 'rowheader' : 'gridcell'}
          aria-colindex={i + 1}
          aria-selected={isSelected(i) || undefined}
          data-column={column.key}
          className={`cell cell-${column.kind}${active === column.key ? ' cell-active' : ''}${isSelected(i) ? ' cell-selected' : ''}`}
        >
          <Content line={line} column={column} columns={columns} />
        </div>
      ))}
    </div>
  );
});

function Content({ line, column, columns }: { line: LineFragment; column: Column; columns: readonly Column[] }) {
  if (column.kind === 'title')
    return (
      <>
        <span className="cell-name" dir="auto">
          {line.title || shortUrl(line.url)}
        </span>
        <span className="cell-url">{shortUrl(line.url)}</span>
      </>
    );
  if (column.kind === 'overall') return <Overall line={line} columns={columns} />;
  if (column.kind === 'criterion') {
    const cell = verdictAt(line, column.key);
    return <Chip verdict={cell?.effective ?? null} state={cell?.state ?? 'waiting'} byPerson={cell?.review != null} />;
  }
  const cell = valueAt(line, column.key);
  const state = cell?.state ?? 'waiting';
  if (state !== 'judged') return <Chip verdict={null} state={state} />;
  const suggested = suggestedAt(cell);
  if (suggested !== null) return <Suggested value={suggested} isUrl={column.format === 'url'} />;
  if (!cell?.value)
    return (
      <span className="cell-none" title={words.cells.none}>
        –
      </span>
    );
  const { format } = column;
  return (
    <span className={format === 'url' ? 'cell-value cell-value-url' : 'cell-value'} dir="auto">
      {format === 'url' ? shortUrl(cell.value) : cell.value}
      {cell.review && (
        <>
          {' '}
          <Icon name="person" size={12} />
          <span className="unseen">{words.review.byPerson}</span>
        </>
      )}
    </span>
  );
}

/** The combined verdict, and the criterion that it comes from. */
function Overall({ line, columns }: { line: LineFragment; columns: readonly Column[] }) {
  const deciding = decidingColumn(line, columns);
  return (
    <>
      <Chip verdict={line.matchVerdict} state={missingState(line)} />
      {deciding && (
        <span className="cell-url" title={whyOf(line, deciding)}>
          {deciding.label}
        </span>
      )}
    </>
  );
}

/** A candidate that nobody confirmed yet, and the button that does. */
const Suggested = ({ value, isUrl }: { value: string; isUrl: boolean }) => (
  <span className="cell-suggested">
    <span className={isUrl ? 'cell-value cell-value-url' : 'cell-value'} dir="auto">
      {isUrl ? shortUrl(value) : value}
    </span>
    <span className="unseen">{words.suggestion.unsure}</span>
    <IconButton icon="match" label={words.suggestion.confirmOne(value)} tabIndex={-1} data-confirm />
  </span>
);
