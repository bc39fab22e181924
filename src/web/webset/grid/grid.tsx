import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { REM } from '../../ui/width.ts';
import { type Looks, WIDTH } from '../arrangement/layout.ts';
import type { Step } from '../edit/cell-editor.tsx';
import { confirmValue } from '../edit/say.ts';
import { useEditing } from '../edit/use-editing.tsx';
import { actionOf, GRID_KEYS, HEAD_KEYS, VALUE_KEYS } from '../keys/keys.ts';
import type { ColumnTask } from '../opened.tsx';
import type { Place } from '../proof/proof-place.ts';
import type { FillTask } from '../run/fill-dialog.tsx';
import { hideRows } from '../selection/bulk.ts';
import type { Selection } from '../selection/use-selection.ts';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { type Column, decidingColumn, isLink, type Sort, suggestedAt, valueAt } from '../view.ts';
import { GridHead } from './grid-head.tsx';
import { cellId, GridRow, ROW_HEIGHT } from './grid-row.tsx';
import { Hint } from './hint.tsx';
import { useRange } from './range.ts';

export interface LinesProps {
  head: HeadFragment;
  columns: readonly Column[];
  lines: readonly LineFragment[];
  /** How many there are, those that are not fetched yet included. */
  total: number;
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
  /** Keys of the columns that are filtered by. */
  filtered: ReadonlySet<string>;
  onSort: (sort: Sort | null) => void;
  onFilter: (column: string) => void;
  selection: Selection;
  onKeys: () => void;
  /** Called when the last rows come near. */
  onEnd?: (() => void) | undefined;
  onTask: (task: ColumnTask) => void;
  onFill: ((task: FillTask) => void) | null;
}

/** The row above the first one, as a place of the keyboard. */
const HEAD = 'head';
const HEAD_AT = -1;
const TITLE = 'title';
const NOWHERE = -2;
const HEAD_HEIGHT = 2.5 * REM;
const OVERSCAN = 4;
/** Rows before the last one, from where on further ones are fetched. */
export const NEAR = 40;

/** Rows x columns, of which only those in sight are mounted; arrow keys move, Enter opens (WAI-ARIA grid). */
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
  const { editing, edit, empty } = useEditing({ lines, columns, store, onLeave: (row, column, step) => leaveEditor(row, column, step) });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move scrolls, or its row's coming, not every row that arrives
  useEffect(() => {
    if (rowAt >= 0) virtual.scrollToIndex(rowAt, { align: 'auto' });
    if (active) revealColumn(area.current, cellId(active.row, active.column));
  }, [active, rowAt >= 0]);

  const before = useRef(sort);
  useEffect(() => {
    if (before.current !== sort) area.current?.scrollTo({ top: 0 });
    before.current = sort;
  }, [sort, area]);

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
    const isHead = rowAt === HEAD_AT;
    const done = isHead ? pressOnHead(event) : rowAt >= 0 ? pressOnRow(event) : actionOf(GRID_KEYS, event) === 'help' && help();
    if (!done) {
      if (to) move(...to, event.shiftKey && rowAt >= 0);
      else if (event.key === 'Escape' && panel) onClose();
      else return;
    }
    event.preventDefault();
  };

  const help = () => {
    onKeys();
    return true;
  };

  /** Where the keyboard is once a cell was written. */
  const leaveEditor = (row: string, column: string, step: Step) => {
    if (step === null) return;
    area.current?.focus();
    const at = lines.findIndex(({ uuid }) => uuid === row);
    const of = columns.findIndex(({ key }) => key === column);
    if (step === 'here' || at < 0) return;
    move(step === 'down' ? Math.min(lines.length - 1, at + 1) : at, of + (step === 'right' ? 1 : step === 'left' ? -1 : 0), false);
  };

  /** Does what a key says on a row; answers whether it says anything. */
  const pressOnRow = (event: KeyboardEvent): boolean => {
    const line = lines[rowAt];
    const column = columns[columnAt];
    if (!line || !active) return false;
    if (mayEdit && column?.kind === 'enrichment' && pressOnValue(event, line, column)) return true;
    const action = actionOf(GRID_KEYS, event);
    if (!action) return false;
    if (action === 'open') onOpen(explained(active));
    else if (action === 'act') act(line, active);
    else if (action === 'select') selection.toggle(line.uuid);
    else if (action === 'selectTo') selection.selectTo(line.uuid);
    else if (action === 'selectAll') selection.all();
    else if (action === 'link') openLink(line, active.column);
    else if (action === 'help') onKeys();
    else if (action === 'title') {
      if (!mayEdit) return true;
      onMove({ row: line.uuid, column: TITLE });
      edit({ row: line.uuid, column: TITLE }, null);
    } else if (mayEdit) {
      const rows = selection.rows.length > 0 ? selection.rows : [line];
      const going = new Set(rows.map(({ uuid }) => uuid)); // all of 100,000, perhaps
      const stays = ({ uuid }: LineFragment) => !going.has(uuid);
      const next = lines.slice(rowAt).find(stays) ?? lines.findLast(stays);
      if (next) onMove({ row: next.uuid, column: active.column });
      selection.clear();
      void hideRows(store, rows, line.hidden);
    }
    return true;
  };

  /** On a value what is typed is its text; answers whether the key was about that. */
  const pressOnValue = (event: KeyboardEvent, line: LineFragment, { key }: Column): boolean => {
    const { ctrlKey, metaKey, altKey } = event;
    const isTyped = event.key.length === 1 && event.key !== ' ' && !ctrlKey && !metaKey && !altKey;
    const at = { row: line.uuid, column: key };
    const action = actionOf(VALUE_KEYS, event);
    if (isTyped) edit(at, event.key);
    else if (action === 'edit') edit(at, null);
    else if (action === 'empty') empty(at);
    return isTyped || action !== undefined;
  };

  const pressOnHead = (event: KeyboardEvent): boolean => {
    const column = columns[columnAt];
    const action = actionOf(HEAD_KEYS, event);
    if (!column || !action) return false;
    if (action === 'menu') document.getElementById(cellId(HEAD, column.key))?.querySelector<HTMLElement>('.head-button')?.click();
    else if (action === 'moveLeft') looks.move(column, -1);
    else if (action === 'moveRight') looks.move(column, 1);
    else if (action === 'wider') looks.resize(column, looks.widthOf(column) + WIDTH.step);
    else if (action === 'narrower') looks.resize(column, looks.widthOf(column) - WIDTH.step);
    else if (action === 'help') onKeys();
    else if (column.kind !== 'title') looks.pin(column);
    return true;
  };

  /** Where a combined verdict is explained: at the criterion that it comes from. */
  const explained = ({ row, column }: Place): Place => {
    const line = column === 'overall' ? lines.find(({ uuid }) => uuid === row) : undefined;
    return { row, column: (line && decidingColumn(line, columns)?.key) ?? column };
  };

  /** Confirms the value suggested at a place, if there is one. Answers whether there was. */
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

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if ((event.target as Element).closest('[data-link]')) return;
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell?.dataset.column || !row?.dataset.row) return;
    const place = { row: row.dataset.row, column: cell.dataset.column };
    if ((event.target as Element).closest('[data-select]')) {
      if (event.shiftKey) selection.selectTo(place.row);
      else selection.toggle(place.row);
      onMove(place);
      area.current?.focus();
      return;
    }
    if ((event.target as Element).closest('.cell-editor')) return;
    if ((event.target as Element).closest('[data-edit]')) {
      onMove(place);
      return edit(place, null);
    }
    if (!(event.target as Element).closest('[data-confirm]')) return onOpen(explained(place));
    onMove(place);
    area.current?.focus(); // the button goes with what it confirms
    confirm(place);
  };

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
  const items = useDeferredValue(virtual.getVirtualItems()); // a jump mounts a screenful: in slices, so that scrolling goes on
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
        onKeyDown={onKeyDown}
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
              if (!line) return null; // of a longer list, a moment ago
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

/** Opens the link of a cell in a tab of its own; of other cells the page of the row. */
function openLink(line: LineFragment, column: string): void {
  const value = valueAt(line, column)?.value;
  const url = value && isLink(value) ? value : line.url;
  if (isLink(url)) window.open(url, '_blank', 'noopener,noreferrer');
}

/** The index of the row of a place; a row of another tab is nowhere. */
function placeOf(active: Place | null, lines: readonly LineFragment[]): number {
  if (!active) return NOWHERE;
  if (active.row === HEAD) return HEAD_AT;
  const at = lines.findIndex(({ uuid }) => uuid === active.row);
  return at === -1 ? NOWHERE : at;
}

/** Scrolls a cell of the scrolling columns out from under those that stay. */
function revealColumn(area: HTMLElement | null, id: string): void {
  const cell = document.getElementById(id);
  const first = [...(area?.querySelectorAll<HTMLElement>('.row-head .cell-pinned') ?? [])].at(-1);
  if (!area || !cell || cell.classList.contains('cell-pinned')) return;
  const at = cell.getBoundingClientRect();
  const box = area.getBoundingClientRect();
  const left = first?.getBoundingClientRect().right ?? box.left;
  if (at.left < left) area.scrollLeft -= left - at.left;
  else if (at.right > box.left + area.clientWidth) area.scrollLeft += Math.min(at.right - box.left - area.clientWidth, at.left - left);
}
