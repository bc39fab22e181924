import { useCallback, useEffect, useState } from 'react';
import { addressWith } from './proof/proof-place.ts';
import { type Sort, sortOf, sortText, TABS, type Tab } from './view.ts';

const keepTab = (tab: Tab) => history.replaceState(history.state, '', addressWith({ tab: tab === 'match' ? null : tab }));
const keepSort = (sort: Sort | null) => history.replaceState(history.state, '', addressWith({ sort: sortText(sort) }));
const tabOf = (text: string | null): Tab => TABS.find((tab) => tab === text) ?? 'match';

/** The tab and the order of the results, both in the address. `opening` counts how often a tab was opened. */
export function useTab() {
  const [tab, setTabState] = useState<Tab>(() => tabOf(new URLSearchParams(location.search).get('tab')));
  const [sort, setSortState] = useState<Sort | null>(() => sortOf(new URLSearchParams(location.search).get('sort')));
  const [opening, setOpening] = useState(0);

  const setTab = useCallback((next: Tab) => {
    setOpening((before) => before + 1);
    setTabState(next);
    keepTab(next);
  }, []);
  const setSort = useCallback((next: Sort | null) => {
    setSortState(next);
    keepSort(next);
  }, []);
  useEffect(() => {
    const { pathname } = location;
    const onPop = () => {
      if (location.pathname !== pathname) return;
      keepTab(tab);
      keepSort(sort);
    }; // a proof was closed: its page is seen as it was beside it
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [tab, sort]);
  return { tab, setTab, opening, sort, setSort };
}
