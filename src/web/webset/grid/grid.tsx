import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { words } from '../../texts/texts.ts';
import { REM } from '../../ui/width.ts';
import { useEditing } from '../edit/use-editing.tsx';
import { useMayEdit } from '../share/access.ts';
import { GridHead } from './grid-head.tsx';
import { cellId, GridRow, ROW_HEIGHT } from './grid-row.tsx';
import { Hint } from './hint.tsx';
import { cellActions } from './input/cell-actions.ts';
import { clicksOf } from './input/clicks.ts';
import { keyboardOf } from './input/keyboard.ts';
import { HEAD, HEAD_AT, placeOf, revealColumn } from './input/places.ts';
import { type LinesProps, NEAR } from './lines-props.ts';
import { useRange } from './range.ts';

const HEAD_HEIGHT = 2.5 * REM;
const OVERSCAN = 4;

/** The grid of rows and columns; only visible ones are mounted. Arrow keys move, Enter opens (WAI-ARIA grid). */
export function Grid({
  head,
  columns,
  lines,
  total,
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
  filtered,
  onSort,
  onFilter,
  selection,
  onKeys,
  onEnd,
  onTask,
  onFill,
  store,
}: LinesProps) {
  const mayEdit = useMayEdit();
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
  const { editing, edit, empty } = useEditing({
    lines,
    columns,
    store,
    onLeave: (row, column, step) => keyboard.leaveEditor(row, column, step),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move, or the arrival of its row, scrolls
  useEffect(() => {
    if (rowAt >= 0) virtual.scrollToIndex(rowAt, { align: 'auto' });
    if (active) revealColumn(area.current, cellId(active.row, active.column));
  }, [active, rowAt >= 0]);

  const before = useRef(sort);
  useEffect(() => {
    if (before.current !== sort) area.current?.scrollTo({ top: 0 });
    before.current = sort;
  }, [sort, area]);

  const actions = cellActions({ lines, columns, store, mayEdit });
  const keyboard = keyboardOf({
    ...{ lines, columns, active, area, panel, looks, selection, store, onMove, onOpen, onClose, onKeys },
    ...{ ...actions, rowAt, columnAt, range, mayEdit, edit, empty },
  });
  const onClick = clicksOf({ area, selection, onMove, onOpen, ...actions, edit });

  const narrowKeys = columns
    .filter(looks.isNarrow)
    .map(({ key }) => key)
    .join(' ');
  const narrow = useMemo(() => new Set(narrowKeys.split(' ')), [narrowKeys]);
  const lefts = useMemo(
    () =>
      new Map(
        columns.flatMap((column) => {
          const left = looks.leftOf(column);
          return left === null ? [] : [[column.key, left] as const];
        }),
      ),
    [columns, looks],
  );
  const template = columns.map((column) => looks.trackOf(column)).join(' ');
  const width = columns.reduce((sum, column) => sum + looks.widthOf(column), 0);
  const isMounted = (items: readonly { index: number }[]) => rowAt === HEAD_AT || items.some(({ index }) => index === rowAt);
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= lines.length - NEAR) onEnd?.();
  }, [last, lines.length, onEnd]);
  const items = useDeferredValue(virtual.getVirtualItems()); // deferred: a jump mounts a screenful of rows, which would block scrolling
  return (
    <>
      <div
        ref={area}
        className="grid"
        role="grid"
        aria-label={words.grid.label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-activedescendant={active && columnAt >= 0 && isMounted(items) ? cellId(active.row, active.column) : undefined}
        tabIndex={0}
        onKeyDown={keyboard.onKeyDown}
        onCopy={range.onCopy}
        onClick={onClick}
        style={{ '--grid-columns': template, '--grid-width': `${width}px` } as CSSProperties}
      >
        <GridHead
          {...{ head, columns, sort, unsorted, looks, filtered, onSort, onFilter, onTask, onFill, store }}
          selection={{
            all: selection.isAll,
            onAll: selection.isAll ? selection.clear : selection.all,
          }}
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
              if (!line) return null; // the list has become shorter
              const isActive = active?.row === line.uuid;
              return (
                <GridRow
                  key={line.uuid}
                  line={line}
                  columns={columns}
                  narrow={narrow}
                  lefts={lefts}
                  selected={selection.ids.has(line.uuid)}
                  index={item.index}
                  top={item.start}
                  active={isActive ? active.column : null}
                  open={isActive && panel}
                  editing={editing?.row === line.uuid ? editing : undefined}
                  {...range.selectedIn(item.index)}
                />
              );
            })}
          </div>
        )}
      </div>
      <Hint {...{ area, lines, columns, panel }} at={active && !panel && !editing ? active : null} />
    </>
  );
}
