import { useCallback, useEffect, useRef, useState } from 'react';
import { addressWith } from '../proof/proof-place.ts';
import { type Sort, sortOf, sortText, TABS, type Tab } from '../view.ts';
import { type Condition, conditionOf, conditionText } from './conditions.ts';
import { keepLayout, keptLayout } from './layout.ts';
import { type SavedView, stateOfView } from './view-contents.ts';

/** Which results are shown and how, as the address contains it. */
export interface GridState {
  tab: Tab;
  /** No tab was chosen: all rows are shown, most likely first. */
  isLikeliest: boolean;
  sort: Sort | null;
  conditions: readonly Condition[];
  /** Searched in titles, addresses and values. */
  text: string;
  /** The shown columns and their order (layout.ts); null: the default. */
  cols: string | null;
  /** The UUID of the opened view, possibly changed since. */
  view: string | null;
}

const SETTLES_MS = 250; // browsers limit how often an address may change

/** The grid's parameters of an address; with a view's id alone, the view gives the state. */
const OWN = ['tab', 'sort', 'f', 'q', 'cols'];

/** The state in the address, and the number of its unreadable parts. */
function readAddress(webset: string, views: readonly SavedView[], usual: Tab): { state: GridState; unreadable: number } {
  const params = new URLSearchParams(location.search);
  const named = params.get('view');
  const view = views.find(({ uuid }) => uuid === named);
  const unknown = Number(named !== null && !view);
  if (view && !OWN.some((name) => params.has(name)))
    return { state: { ...stateOfView(view), isLikeliest: false, view: view.uuid }, unreadable: 0 };
  const read = params.getAll('f').map(conditionOf);
  const conditions = read.filter((one) => one !== null);
  const chosen = TABS.find((tab) => tab === params.get('tab'));
  return {
    state: {
      tab: chosen ?? usual,
      isLikeliest: chosen === undefined && usual === 'all',
      sort: sortOf(params.get('sort')),
      conditions,
      text: params.get('q') ?? '',
      cols: params.get('cols') ?? keptLayout(webset),
      view: view?.uuid ?? null,
    },
    unreadable: read.length - conditions.length + unknown,
  };
}

const addressOf = ({ tab, sort, conditions, text, cols, view }: GridState, usual: Tab) =>
  addressWith({
    view,
    tab: tab === usual && !view ? null : tab,
    sort: sortText(sort),
    f: conditions.map(conditionText),
    q: text.trim() === '' ? null : text,
    cols,
  });

const stepHere = () => (history.state as { step?: number } | null)?.step ?? 0;

/**
 * The state of the grid, stored in the address. Back undoes sorts, conditions and views, not tabs, texts and columns. `opening` counts how
 * often a tab was opened. `usual`: the initial tab until one is chosen.
 */
export function useGridState(webset: string, views: readonly SavedView[], usual: Tab) {
  const [read] = useState(() => ({ ...readAddress(webset, views, usual), usual }));
  const [state, setState] = useState(read.state);
  const [opening, setOpening] = useState(0);
  const latest = useRef({ state, step: stepHere(), views });
  latest.current.state = state;
  latest.current.views = views;
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);

  const set = useCallback(
    (change: Partial<GridState>) => {
      const next = { ...latest.current.state, ...(change.tab && { isLikeliest: false }), ...change };
      latest.current.state = next;
      setState(next);
      if (change.tab) setOpening((before) => before + 1);
      clearTimeout(settling.current);
      if (change.cols !== undefined) keepLayout(webset, change.cols);
      if (change.sort !== undefined || change.conditions || change.view !== undefined) {
        latest.current.step = stepHere() + 1;
        history.pushState({ step: latest.current.step }, '', addressOf(next, read.usual));
      } else if (change.text !== undefined)
        settling.current = setTimeout(
          () => history.replaceState(history.state, '', addressOf(latest.current.state, read.usual)),
          SETTLES_MS,
        );
      else history.replaceState(history.state, '', addressOf(next, read.usual));
    },
    [webset, read.usual],
  );

  useEffect(() => {
    const { pathname } = location;
    const onPop = () => {
      if (location.pathname !== pathname) return;
      if (stepHere() === latest.current.step) {
        // a closed proof brings back the address from before it was opened
        history.replaceState(history.state, '', addressOf(latest.current.state, read.usual));
        return;
      }
      latest.current.step = stepHere();
      setState(readAddress(webset, latest.current.views, read.usual).state);
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      clearTimeout(settling.current);
    };
  }, [webset, read.usual]);
  return { ...state, set, opening, unreadable: read.unreadable };
}
