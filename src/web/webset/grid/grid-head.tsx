import { type CSSProperties, type PointerEvent, useRef } from 'react';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { type Looks, WIDTH } from '../arrangement/layout.ts';
import type { FillTask } from '../run/fill-dialog.tsx';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import { type Column, orderOf, type Sort } from '../view.ts';
import type { ColumnTask } from './column-dialog.tsx';
import { useColumnDrag } from './column-drag.ts';
import { cellId } from './grid-row.tsx';

const t = words.grid;

interface Props {
  head: HeadFragment;
  columns: readonly Column[];
  sort: Sort | null;
  unsorted: string;
  looks: Looks;
  active: string | null;
  /** Whether all rows are selected, and the action that selects all or none. */
  selection: { all: boolean; onAll: () => void };
  /** Keys of the filtered columns. */
  filtered: ReadonlySet<string>;
  onSort: (sort: Sort | null) => void;
  onFilter: (column: string) => void;
  onTask: (task: ColumnTask) => void;
  /** Null where there is nothing to fill. */
  onFill: ((task: FillTask) => void) | null;
  store: WebsetStore;
}

/** The heads of the columns; each opens the column's menu. */
export function GridHead({ head, columns, sort, unsorted, looks, active, selection, filtered, onSort, onFilter, onTask, onFill }: Props) {
  const mayEdit = useMayEdit();
  const drag = useColumnDrag(looks);
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="row-head" {...drag.on}>
        {columns.map((column, i) => {
          const sorted = sort?.key === column.key ? sort : null;
          return (
            <div
              key={column.key}
              id={cellId('head', column.key)}
              role="columnheader"
              aria-colindex={i + 1}
              aria-sort={sorted ? (sorted.down ? 'descending' : 'ascending') : undefined}
              data-column={column.key}
              style={leftStyle(looks, column)}
              className={`cell cell-head cell-${column.kind}${looks.isPinned(column) ? ' cell-pinned' : ''}${looks.isNarrow(column) ? ' cell-narrow' : ''}${drag.at === column.key ? ' cell-drop' : ''}${active === column.key ? ' cell-active' : ''}`}
            >
              {column.kind === 'title' && (
                <input
                  type="checkbox"
                  className="row-check"
                  tabIndex={-1}
                  checked={selection.all}
                  onChange={selection.onAll}
                  aria-label={words.selection.all}
                />
              )}
              <Menu
                className="head-button"
                tabIndex={-1}
                items={itemsOf({ head, column, sorted, unsorted, looks, onSort, onFilter, onTask: mayEdit ? onTask : null, onFill })}
              >
                {looks.isNarrow(column) ? (
                  <span className="head-short" aria-hidden="true" title={column.label}>
                    {shortOf(column.label)}
                  </span>
                ) : (
                  iconOf(column) && <Icon name={iconOf(column) as IconName} size={14} />
                )}
                <span className={looks.isNarrow(column) ? 'unseen' : 'head-label'} dir="auto" title={column.label}>
                  {column.label}
                </span>
                {filtered.has(column.key) && (
                  <>
                    <Icon name="filter" size={12} />
                    <span className="unseen"> ({words.filters.filtered})</span>
                  </>
                )}
                {sorted && <Icon name={sorted.down ? 'down' : 'up'} size={12} />}
              </Menu>
              <Handle column={column} looks={looks} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The initials of a label's first words, for a narrow column. */
const shortOf = (label: string) =>
  label
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 3)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

function iconOf({ kind, format = 'text' }: Column): IconName | null {
  if (kind === 'criterion') return 'check';
  return kind === 'enrichment' ? format : null;
}

function itemsOf({
  head,
  column,
  sorted,
  unsorted,
  looks,
  onSort,
  onFilter,
  onTask,
  onFill,
}: Omit<Props, 'columns' | 'sort' | 'active' | 'store' | 'filtered' | 'selection' | 'onTask'> & {
  onTask: Props['onTask'] | null;
  column: Column;
  sorted: Sort | null;
}): (MenuItem | null)[] {
  const { key, kind } = column;
  const sortBy = (down: boolean) => ({ single: true, checked: sorted !== null && sorted.down === down, act: () => onSort({ key, down }) });
  const what = kind === 'criterion' ? ('criterion' as const) : ('enrichment' as const);
  const hint =
    kind === 'criterion'
      ? head.criteria.find(({ uuid }) => uuid === key)?.description
      : head.enrichments.find(({ uuid }) => uuid === key)?.description;
  return [
    { label: orderOf(column, false), ...sortBy(false) },
    { label: orderOf(column, true), ...sortBy(true) },
    { label: unsorted, single: true, checked: sorted === null, act: () => onSort(null) },
    { label: words.filters.menu, icon: 'filter', act: () => onFilter(key) },
    null,
    { label: t.wider, icon: 'plus', act: () => looks.resize(column, seenWidth(column, looks) + WIDTH.step) },
    { label: t.narrower, icon: 'minus', act: () => looks.resize(column, seenWidth(column, looks) - WIDTH.step) },
    ...(looks.canMove(column, -1) ? [{ label: t.moveLeft, icon: 'left' as const, act: () => looks.move(column, -1) }] : []),
    ...(looks.canMove(column, 1) ? [{ label: t.moveRight, icon: 'right' as const, act: () => looks.move(column, 1) }] : []),
    ...(kind === 'title'
      ? []
      : [
          { label: looks.isPinned(column) ? t.unpin : t.pin, icon: 'pin' as const, act: () => looks.pin(column) },
          { label: t.hide, icon: 'eye' as const, act: () => hide(key, looks) },
        ]),
    ...((kind === 'criterion' || kind === 'enrichment') && onFill
      ? [null, { label: words.fill.menu, icon: 'again' as const, act: () => onFill({ column: key }) }]
      : []),
    ...(onTask && (kind === 'criterion' || kind === 'enrichment')
      ? [
          ...(onFill ? [] : [null]),
          { label: `${t.edit}…`, icon: 'pencil' as const, ...(hint && { hint }), act: () => onTask({ what, id: key }) },
        ]
      : []),
  ];
}

/** Hides a column and moves the focus from its head to the grid. */
function hide(key: string, looks: Looks): void {
  document.getElementById(cellId('head', key))?.closest<HTMLElement>('.grid')?.focus();
  looks.toggle(key);
}

/** The left position of a pinned column. */
export function leftStyle(looks: Looks, column: Column): CSSProperties | undefined {
  const left = looks.leftOf(column);
  return left ? { left } : undefined;
}

/** px */
const seenWidth = (column: Column, looks: Looks) =>
  document.getElementById(cellId('head', column.key))?.offsetWidth ?? looks.widthOf(column);

/** The drag handle of a column's width; the menu does the same by keyboard. */
function Handle({ column, looks }: { column: Column; looks: Looks }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (!from.current) return;
    looks.resize(column, from.current.width + event.clientX - from.current.x);
  };
  return (
    <span
      className="handle"
      aria-hidden="true"
      title={t.resize(column.label)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: seenWidth(column, looks) };
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        from.current = null;
      }}
    />
  );
}
