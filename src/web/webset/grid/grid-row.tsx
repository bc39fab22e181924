import { memo, type ReactNode } from 'react';
import type { LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { REM } from '../../ui/width.ts';
import { useMayEdit } from '../share/access.ts';
import { type Column, decidingColumn, saidOf, shortUrl, suggestedAt, valueAt, verdictAt, whyOf } from '../view.ts';
import { isCorrected, Mark, OverallChip, RowName } from './mark.tsx';
import { ValueText } from './value-text.tsx';

export const ROW_HEIGHT = 3 * REM;

/** The id of a cell's element. */
export const cellId = (row: string, column: string) => `cell-${row}-${column}`;

interface Props {
  line: LineFragment;
  columns: readonly Column[];
  /** Keys of the columns with room for icons only. */
  narrow: ReadonlySet<string>;
  /** px from the left edge at which pinned columns stay, by key. */
  lefts: ReadonlyMap<string, number>;
  index: number;
  /** px from the first row's top. */
  top: number;
  /** The key of the focused cell, if it is in this row. */
  active: string | null;
  open: boolean;
  /** The editor that replaces a cell while it is edited. */
  editing?: { column: string; editor: ReactNode } | undefined;
  /** Whether the row is selected. */
  selected: boolean;
  /** The first and last selected column, inclusive. */
  selectedFrom?: number;
  selectedTo?: number;
}

/** A result as a row of the grid. */
export const GridRow = memo(function GridRow({
  line,
  columns,
  narrow,
  lefts,
  index,
  top,
  active,
  open,
  editing,
  selected,
  selectedFrom = 0,
  selectedTo = -1,
}: Props) {
  const isSelected = (column: number) => column >= selectedFrom && column <= selectedTo;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      className="row"
      data-row={line.uuid}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, i) => (
        <div
          key={column.key}
          id={cellId(line.uuid, column.key)}
          role={column.kind === 'title' ? 'rowheader' : 'gridcell'}
          aria-label={column.kind === 'title' ? nameOf(line) : undefined} // without the label of its checkbox
          aria-colindex={i + 1}
          aria-selected={isSelected(i) || undefined}
          data-column={column.key}
          style={lefts.get(column.key) ? { left: lefts.get(column.key) } : undefined}
          className={`cell cell-${column.kind}${lefts.has(column.key) ? ' cell-pinned' : ''}${narrow.has(column.key) ? ' cell-narrow' : ''}${active === column.key ? ' cell-active' : ''}${isSelected(i) ? ' cell-selected' : ''}`}
        >
          {editing?.column === column.key && editing.editor}
          <Content line={line} column={column} columns={columns} isNarrow={narrow.has(column.key)} selected={selected} />
        </div>
      ))}
    </div>
  );
});

const nameOf = (line: LineFragment) =>
  [line.title, shortUrl(line.url), isCorrected(line) && words.titles.byPerson].filter(Boolean).join(' ');

function Content({
  line,
  column,
  columns,
  selected,
  isNarrow,
}: Pick<Props, 'line' | 'columns' | 'selected'> & { column: Column; isNarrow: boolean }) {
  if (column.kind === 'title')
    return (
      <>
        <input
          type="checkbox"
          className="row-check"
          tabIndex={-1}
          checked={selected}
          readOnly
          data-select
          aria-label={words.selection.row(line.title || shortUrl(line.url))}
        />
        <RowName line={line} />
        <span className="cell-url">{shortUrl(line.url)}</span>
      </>
    );
  if (column.kind === 'overall') return <Overall line={line} columns={columns} />;
  if (column.kind === 'criterion') {
    const cell = verdictAt(line, column.key);
    const said = saidOf(cell);
    return isNarrow ? <Mark label={column.label} {...said} /> : <Chip {...said} />;
  }
  const cell = valueAt(line, column.key);
  const state = cell?.state ?? 'waiting';
  if (state !== 'judged' && !cell?.review)
    return (
      <>
        <Chip verdict={null} state={state} />
        {state !== 'waiting' && <Edit />}
      </>
    );
  const suggested = suggestedAt(cell);
  if (suggested !== null) return <Suggested value={suggested} />;
  if (!cell?.value)
    return (
      <>
        <span className="cell-none" title={words.cells.none}>
          –
        </span>
        <Edit />
      </>
    );
  return (
    <span className="cell-said">
      <ValueText value={cell.value} />
      {cell.review && (
        <>
          {' '}
          <Icon name="person" size={12} />
          <span className="unseen">{words.review.byPerson}</span>
        </>
      )}
      <Edit />
    </span>
  );
}

/** Shown on hover. */
function Edit() {
  const mayEdit = useMayEdit();
  return mayEdit && <IconButton icon="pencil" className="cell-edit" label={words.grid.editCell} tabIndex={-1} data-edit />;
}

/** The combined verdict, and the criterion that decides it. */
function Overall({ line, columns }: { line: LineFragment; columns: readonly Column[] }) {
  const deciding = decidingColumn(line, columns);
  return (
    <>
      <OverallChip line={line} />
      {deciding && (
        <span className="cell-url" title={whyOf(line, deciding)}>
          {deciding.label}
        </span>
      )}
    </>
  );
}

/** An unconfirmed suggestion, and the button that confirms it. */
function Suggested({ value }: { value: string }) {
  const mayEdit = useMayEdit();
  return (
    <span className="cell-suggested">
      <ValueText value={value} />
      <span className="unseen">{words.suggestion.unsure}</span>
      {mayEdit && <IconButton icon="match" label={words.suggestion.confirmOne(value)} tabIndex={-1} data-confirm />}
    </span>
  );
}
