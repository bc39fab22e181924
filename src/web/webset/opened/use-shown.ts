import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { HeadFragment, LineFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { say } from '../../ui/toast.tsx';
import { type Condition, isAskable } from '../arrangement/conditions.ts';
import { useGridState } from '../arrangement/grid-state.ts';
import { useLooks } from '../arrangement/layout.ts';
import { useArranged } from '../arrangement/use-arranged.ts';
import { isAsSaved } from '../arrangement/view-contents.ts';
import { useStays } from '../grid/stays.ts';
import type { WebsetStore } from '../store.ts';
import { type Column, columnsOf, countedTabs, countTabs, type Sort, type Tab, viewOf } from '../view.ts';
import type { WebsetState } from '../webset-state.ts';

const NONE: readonly LineFragment[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

export type Shown = ReturnType<typeof useShown>;

/** The rows and columns that the grid's state asks for, with the counts of the tabs. */
export function useShown(store: WebsetStore, state: WebsetState, head: HeadFragment) {
  const { complete } = state;
  const gridState = useGridState(head.uuid, head.views, head.runAlive || head.counts.match === 0 ? 'all' : 'match');
  const { tab, isLikeliest, sort, conditions, text, cols, view, set, opening } = gridState;
  const setTab = useCallback((next: Tab) => set({ tab: next }), [set]);
  const setSort = useCallback((next: Sort | null) => set({ sort: next }), [set]);
  const setConditions = useCallback((next: readonly Condition[]) => set({ conditions: next }), [set]);
  const setCols = useCallback((next: string | null) => set({ cols: next }), [set]);
  const lines = tab === 'hidden' ? (state.hidden ?? NONE) : state.lines;
  useEffect(() => {
    if (tab === 'hidden') store.showHidden();
  }, [tab, store]);
  const { criteria, enrichments } = head;
  const columns = useMemo(() => columnsOf({ criteria, enrichments }, words.grid.title, words.grid.overall), [criteria, enrichments]);
  const looks = useLooks(columns, cols, setCols);
  const saved = head.views.find((one) => one.uuid === view);
  const exported = saved && isAsSaved({ tab, sort, conditions, text, cols }, saved, columns) ? saved : null;
  const wanted = useDeferredValue(text);
  const arranged = useArranged(store, head.uuid, { tab, sort, conditions, text: wanted }, columns, complete);
  const staying = useStays(lines, tab, opening);
  const stays = arranged ? NO_IDS : staying;
  const found = useMemo(
    () => (arranged ? NONE : viewOf(lines, { tab, text: wanted, stays, isLikeliest })),
    [arranged, lines, tab, wanted, stays, isLikeliest],
  );
  useUnknown(gridState, columns);
  const counts = useMemo(
    () => (complete ? countTabs(state.lines, head.counts.hidden) : countedTabs(head.counts)),
    [complete, state.lines, head.counts],
  );
  const filtered = useMemo(() => new Set(conditions.filter((one) => isAskable(one, columns)).map(({ key }) => key)), [conditions, columns]);
  const unsorted = isLikeliest || tab === 'needs_review' ? words.grid.sortLikely : words.grid.sortNone;
  return {
    ...{ tab, sort, conditions, text, cols, view, set, setTab, setSort, setConditions },
    ...{ lines, columns, looks, exported, wanted, arranged, stays, counts, filtered, unsorted },
    shown: arranged?.lines ?? found,
  };
}

/** Reports once that the address names unknown things: removed columns, unreadable parts. */
function useUnknown({ conditions, sort, unreadable }: ReturnType<typeof useGridState>, columns: readonly Column[]): void {
  const unknown =
    unreadable +
    conditions.filter((one) => !isAskable(one, columns)).length +
    Number(sort !== null && !columns.some(({ key }) => key === sort.key));
  useEffect(() => {
    if (unknown > 0) say(words.filters.ignored(unknown));
  }, [unknown]);
}
