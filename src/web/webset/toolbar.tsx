import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { n } from '../texts/format.ts';
import { words } from '../texts/texts.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import type { Looks } from './arrangement/layout.ts';
import type { ColumnTask } from './grid/column-dialog.tsx';
import type { FillTask } from './run/fill-dialog.tsx';
import { useMayEdit } from './share/access.ts';
import { type Column, orderOf, type Sort, TAB_ICONS, TABS, type Tab } from './view.ts';

const t = words.grid;

const FILTER = 'filter-text';
/** Focuses the text filter of the rows. */
export const focusFilter = () => document.getElementById(FILTER)?.focus();

/** Tabs that are shown only when they contain rows. */
const RARE = new Set<Tab>(['no_by_answers', 'hidden']);

interface Props {
  tab: Tab;
  setTab: (tab: Tab) => void;
  counts: Record<Tab, number>;
  text: string;
  setText: (text: string) => void;
  columns: readonly Column[];
  looks: Looks;
  narrow: boolean;
  sort: Sort | null;
  /** The name of the default order. */
  unsorted: string;
  onSort: (sort: Sort | null) => void;
  onFilter: (column: string) => void;
  /** The menu of views. */
  views: ReactNode;
  onTask: (task: ColumnTask) => void;
  /** Null where there is nothing to fill. */
  onFill: ((task: FillTask) => void) | null;
  /** The number of rows that pass the filters; null without filters, or while they are counted. */
  shown: number | null;
  loaded: number;
  total: number;
  complete: boolean;
}

/** Chooses rows and columns: the verdicts as tabs, a text filter, the menu of columns. */
export function Toolbar({
  tab,
  setTab,
  counts,
  text,
  setText,
  columns,
  looks,
  narrow,
  sort,
  unsorted,
  onSort,
  onFilter,
  views,
  onTask,
  onFill,
  shown,
  loaded,
  total,
  complete,
}: Props) {
  const shownTabs = TABS.filter((one) => !RARE.has(one) || counts[one] > 0 || tab === one);
  const list = useRef<HTMLDivElement>(null);
  const mayEdit = useMayEdit();
  const digits = n(counts[tab]).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or one that grew, is scrolled into view
  useEffect(() => {
    list.current?.querySelector('[aria-checked=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab, digits]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shownTabs.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shownTabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : shownTabs.at(to % shownTabs.length);
    if (!next) return;
    event.preventDefault();
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div className="toolbar">
      <div ref={list} className="tabs" role="radiogroup" aria-label={t.tabsLabel} onKeyDown={onKeyDown}>
        {shownTabs.map((one) => (
          <button
            key={one}
            id={`tab-${one}`}
            type="button"
            role="radio"
            aria-checked={tab === one}
            tabIndex={tab === one ? 0 : -1}
            className={`tab tab-${one}`}
            onClick={() => setTab(one)}
          >
            {one !== 'all' && <Icon name={TAB_ICONS[one]} size={14} />}
            {t.tabs[one]} <span className="tab-count">{n(counts[one])}</span>
          </button>
        ))}
      </div>
      <div className="toolbar-end">
        <span className="toolbar-rows" role="status">
          {shown !== null ? t.rows(shown, counts[tab]) : complete ? '' : t.loadingRows(loaded, total)}
        </span>
        <label className="filter">
          <span className="unseen">{t.filter}</span>
          <Icon name="search" />
          <input id={FILTER} type="search" placeholder={t.filter} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        {views}
        {narrow ? (
          <Menu
            className="icon-button"
            label={t.sortAndEdit}
            items={narrowItems({ columns, sort, unsorted, onSort, onFilter, onTask: mayEdit ? onTask : null, onFill })}
          >
            <Icon name="columns" />
          </Menu>
        ) : (
          <Menu
            className="button button-quiet"
            items={[
              ...columns
                .filter(({ kind }) => kind !== 'title')
                .map(({ key, label }) => ({ key, label, checked: !looks.isHidden(key), act: () => looks.toggle(key) })),
              null,
              ...(mayEdit ? [{ label: words.grid.addColumnLong, act: () => onTask({ what: 'enrichment', id: null }) }] : []),
              { label: t.showColumns, act: looks.showAll },
              { label: t.resetColumns, act: looks.reset },
            ]}
          >
            <Icon name="columns" />
            <span>{t.columns}</span>
          </Menu>
        )}
      </div>
    </div>
  );
}

/** The column heads' actions on a narrow screen: sorting, and opening a criterion or column. */
function narrowItems({
  columns,
  sort,
  unsorted,
  onSort,
  onFilter,
  onTask,
  onFill,
}: Pick<Props, 'columns' | 'sort' | 'unsorted' | 'onSort' | 'onFilter' | 'onFill'> & {
  onTask: Props['onTask'] | null;
}): (MenuItem | null)[] {
  const sorts = columns.map((column): MenuItem => {
    const { key, label } = column;
    const down = sort?.key === key && !sort.down;
    const hint = orderOf(column, down);
    return { key, label, hint, single: true, checked: sort?.key === key, act: () => onSort({ key, down }) };
  });
  const edits = columns.flatMap(({ key, kind, label }): MenuItem[] =>
    onTask && (kind === 'criterion' || kind === 'enrichment')
      ? [{ key: `edit ${key}`, label: t.editOne(label), icon: 'pencil', act: () => onTask({ what: kind, id: key }) }]
      : [],
  );
  return [
    { label: unsorted, single: true, checked: sort === null, act: () => onSort(null) },
    ...sorts,
    null,
    ...columns.flatMap(({ key, label }): MenuItem[] => [
      { key: `filter ${key}`, label: words.filters.byColumn(label), icon: 'filter', act: () => onFilter(key) },
    ]),
    ...(edits.length > 0 ? [null, ...edits] : []),
    ...(onFill ? [null, { label: words.fill.menu, icon: 'again' as const, act: () => onFill({ column: null }) }] : []),
  ];
}
