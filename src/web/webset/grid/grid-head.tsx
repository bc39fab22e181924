import { type PointerEvent, useRef } from 'react';
import type { HeadFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { ColumnTask } from '../opened.tsx';
import type { FillTask } from '../run/fill-dialog.tsx';
import type { WebsetStore } from '../store.ts';
import { type Column, orderOf, type Sort } from '../view.ts';
import { cellId } from './grid-row.tsx';
import { type Looks, WIDTH } from './widths.ts';

const t = words.grid;

interface Props {
  head: HeadFragment;
  columns: readonly Column[];
  sort: Sort | null;
  unsorted: string;
  looks: Looks;
  active: string | null;
  onSort: (sort: Sort | null) => void;
  onTask: (task: ColumnTask) => void;
  /** Null where there is nothing to fill. */
  onFill: ((task: FillTask) => void) | null;
  store: WebsetStore;
}

/** The names of the columns; each opens a menu of what can be done with it. */
export function GridHead({ head, columns, sort, unsorted, looks, active, onSort, onTask, onFill }: Props) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="row-head">
        {columns.map((column, i) => {
          const sorted = sort?.key === column.key ? sort : null;
          return (
            <div
              key={column.key}
              id={cellId('head', column.key)}
              role="columnheader"
              aria-colindex={i + 1}
              aria-sort={sorted ? (sorted.down ? 'descending' : 'ascending') : undefined}
              className={`cell cell-head cell-${column.kind}${active === column.key ? ' cell-active' : ''}`}
            >
              <Menu
                className="head-button"
                tabIndex={-1}
                items={itemsOf({ head, column, sorted, unsorted, looks, onSort, onTask, onFill })}
              >
                {iconOf(column) && <Icon name={iconOf(column) as IconName} size={14} />}
                <span className="head-label" dir="auto" title={column.label}>
                  {column.label}
                </span>
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
  onTask,
  onFill,
}: Omit<Props, 'columns' | 'sort' | 'active' | 'store'> & { column: Column; sorted: Sort | null }): (MenuItem | null)[] {
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
    null,
    { label: t.wider, icon: 'plus', act: () => looks.resize(column, seenWidth(column, looks) + WIDTH.step) },
    { label: t.narrower, icon: 'minus', act: () => looks.resize(column, seenWidth(column, looks) - WIDTH.step) },
    ...(kind === 'title' ? [] : [{ label: t.hide, icon: 'eye' as const, act: () => looks.toggle(key) }]),
    ...((kind === 'criterion' || kind === 'enrichment') && onFill
      ? [null, { label: words.fill.menu, icon: 'again' as const, act: () => onFill({ column: key }) }]
      : []),
    ...(kind === 'criterion' || kind === 'enrichment'
      ? [
          ...(onFill ? [] : [null]),
          { label: `${t.edit}…`, icon: 'pencil' as const, ...(hint && { hint }), act: () => onTask({ what, id: key }) },
        ]
      : []),
  ];
}

/** px */
const seenWidth = (column: Column, looks: Looks) =>
  document.getElementById(cellId('head', column.key))?.offsetWidth ?? looks.widthOf(column);

/** Dragged, it sets a column's width; the menu does the same by keyboard. */
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
