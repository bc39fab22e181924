import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
} from 'react';
import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { REM } from '../../ui/width.ts';
import type { ColumnTask } from '../opened.tsx';
import type { Place } from '../proof/proof-place.ts';
import type { FillTask } from '../run/fill-dialog.tsx';
import type { WebsetStore } from '../store.ts';
import { type Column, decidingColumn, type Sort, suggestedAt, valueAt } from '../view.ts';
import { confirmValue } from './confirm.ts';
import { GridHead } from './grid-head.tsx';
import { cellId, GridRow, ROW_HEIGHT } from './grid-row.tsx';
import { useRange } from './range.ts';
import type { Looks } from './widths.ts';

export interface LinesProps {
  head: HeadFragment;
  columns: readonly Column[];
  lines: readonly LineFragment[];
  active: Place | null;
  sort: Sort | null;
  /** The order without a sort, in words. */
  unsorted: string;
  looks: Looks;
  /** Shown when there are no lines. */
  nothing: ReactNode;
  area: RefObject<HTMLDivElement | null>;
  panel: boolean;
  store: WebsetStore;
  onMove: (place: Place | null) => void;
  onOpen: (place: Place) => void;
  onClose: () => void;
  onSort: (sort: Sort | null) => void;
  onTask: (task: ColumnTask) => void;
  onFill: ((task: FillTask) => void) | null;
}

/** The row above the first one, as a place of the keyboard. */
const HEAD = 'head';
const HEAD_AT = -1;
const NOWHERE = -2;
const HEAD_HEIGHT = 2.5 * REM;
const OVERSCAN = 4;

/** Rows x columns, of which only those in sight are mounted; arrow keys move, Enter opens (WAI-ARIA grid). */
export function Grid({
  head,
  columns,
  lines,
  active,
  sort,
  unsorted,
  looks,
  nothing,
  area,
  panel,
  onMove,
  onOpen,
  onClose,
  onSort,
  onTask,
  onFill,
  store,
}: LinesProps) {
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => area.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_HEIGHT,
    useFlushSync: false,
  });
  const rowAt = placeOf(active, lines);
  const columnAt = active ? columns.findIndex(({ key }) => key === active.column) : -1;
  const range = useRange(active, lines, columns);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move scrolls, or its row's coming, not every row that arrives
  useEffect(() => {
    if (rowAt >= 0) virtual.scrollToIndex(rowAt, { align: 'auto' });
    if (active) revealColumn(area.current, cellId(active.row, active.column));
  }, [active, rowAt >= 0]);

  const move = (row: number, column: number, selecting: boolean) => {
    const key = columns[Math.max(0, Math.min(columns.length - 1, column))]?.key;
    const bounded = Math.max(selecting ? 0 : HEAD_AT, Math.min(lines.length - 1, row));
    const uuid = bounded === HEAD_AT ? HEAD : lines[bounded]?.uuid;
    if (!key || !uuid) return;
    if (selecting) range.extendTo({ row: uuid, column: key });
    else range.end();
    onMove({ row: uuid, column: key });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((area.current?.clientHeight ?? 400) / ROW_HEIGHT) - 2);
    const far = event.ctrlKey || event.metaKey;
    const row = rowAt === NOWHERE ? 0 : rowAt;
    const column = Math.max(0, columnAt);
    const moves: Record<string, [number, number]> = {
      ArrowDown: [rowAt === NOWHERE ? 0 : row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [Math.max(0, row - page), column],
      Home: [far ? 0 : row, 0],
      End: [far ? lines.length - 1 : row, columns.length - 1],
    };
    const to = moves[event.key];
    if (to) move(...to, event.shiftKey && rowAt >= 0);
    else if (event.key === 'Escape' && panel) onClose();
    else if (event.key === 'y' && !far && active && rowAt >= 0) confirm(active);
    else if ((event.key === 'Enter' || event.key === ' ') && active) {
      if (rowAt === HEAD_AT) document.getElementById(cellId(HEAD, active.column))?.querySelector('button')?.click();
      else if (rowAt >= 0) onOpen(explained(active));
    } else return;
    event.preventDefault();
  };

  /** Where a combined verdict is explained: at the criterion that it comes from. */
  const explained = ({ row, column }: Place): Place => {
    const line = column === 'overall' ? lines.find(({ uuid }) => uuid === row) : undefined;
    return { row, column: (line && decidingColumn(line, columns)?.key) ?? column };
  };

  /** Confirms the value suggested at a place, if there is one. */
  const confirm = ({ row, column }: Place) => {
    const line = lines.find(({ uuid }) => uuid === row);
    const value = suggestedAt(line && valueAt(line, column));
    if (value !== null) void confirmValue(store, { rowId: row, enrichmentId: column }, value);
  };

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell?.dataset.column || !row?.dataset.row) return;
    const place = { row: row.dataset.row, column: cell.dataset.column };
    if (!(event.target as Element).closest('[data-confirm]')) return onOpen(explained(place));
    onMove(place);
    area.current?.focus(); // the button goes with what it confirms
    confirm(place);
  };

  const template = columns.map((column) => looks.trackOf(column)).join(' ');
  const width = columns.reduce((sum, column) => sum + looks.widthOf(column), 0);
  const isMounted = (items: readonly { index: number }[]) => rowAt === HEAD_AT || items.some(({ index }) => index === rowAt);
  const items = useDeferredValue(virtual.getVirtualItems()); // a jump mounts a screenful: in slices, so that scrolling goes on
  return (
    <div
      ref={area}
      className="grid"
      role="grid"
      aria-label={words.grid.label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={active && columnAt >= 0 && isMounted(items) ? cellId(active.row, active.column) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={range.onCopy}
      onClick={onClick}
      style={{ '--grid-columns': template, '--grid-width': `${width}px` } as CSSProperties}
    >
      <GridHead
        {...{ head, columns, sort, unsorted, looks, onSort, onTask, onFill, store }}
        active={active?.row === HEAD ? active.column : null}
      />
      {nothing ? (
        <div className="grid-nothing" role="row">
          <div role="gridcell" aria-colspan={columns.length}>
            {nothing}
          </div>
        </div>
      ) : (
        <div role="rowgroup" className="grid-rows" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const line = lines[item.index];
            if (!line) return null; // of a longer list, a moment ago
            const isActive = active?.row === line.uuid;
            return (
              <GridRow
                key={line.uuid}
                line={line}
                columns={columns}
                index={item.index}
                top={item.start}
                active={isActive ? active.column : null}
                open={isActive && panel}
                {...range.selectedIn(item.index)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** The index of the row of a place; a row of another tab is nowhere. */
function placeOf(active: Place | null, lines: readonly LineFragment[]): number {
  if (!active) return NOWHERE;
  if (active.row === HEAD) return HEAD_AT;
  const at = lines.findIndex(({ uuid }) => uuid === active.row);
  return at === -1 ? NOWHERE : at;
}

/** Scrolls a cell of the scrolling columns out from under the one that stays. */
function revealColumn(area: HTMLElement | null, id: string): void {
  const cell = document.getElementById(id);
  const first = area?.querySelector<HTMLElement>('.cell-title');
  if (!area || !cell || cell.classList.contains('cell-title')) return;
  const at = cell.getBoundingClientRect();
  const box = area.getBoundingClientRect();
  const left = first?.getBoundingClientRect().right ?? box.left;
  if (at.left < left) area.scrollLeft -= left - at.left;
  else if (at.right > box.left + area.clientWidth) area.scrollLeft += Math.min(at.right - box.left - area.clientWidth, at.left - left);
}
