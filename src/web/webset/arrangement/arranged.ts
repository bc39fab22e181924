import { ask } from '../../api/client.ts';
import { asTrouble, type Trouble } from '../../api/trouble.ts';
import { ArrangedPageDocument, type ArrangedPageQueryVariables, type LineFragment } from '../../generated/documents.ts';
import type { WebsetStore } from '../store.ts';
import { compact } from '../webset-pages.ts';

export type Asked = Omit<ArrangedPageQueryVariables, 'id' | 'after'>;

export interface ArrangedState {
  /** Null until the first page has arrived. */
  lines: readonly LineFragment[] | null;
  /** Of all pages. */
  total: number;
  hasMore: boolean;
  busy: boolean;
  trouble: Trouble | null;
  /** The number of rows that arrived or changed since, whose place may be another one now. */
  changed: number;
}

/** Rows as the service sorts and filters them, page by page on demand. Changed rows keep their place until the list is fetched again. */
export function createArranged(store: WebsetStore, id: string, asked: Asked) {
  let state: ArrangedState = { lines: null, total: 0, hasMore: true, busy: false, trouble: null, changed: 0 };
  let after: string | null = null;
  let round = 0;
  let fetching: Promise<void> = Promise.resolve();
  const changed = new Set<string>();
  /** The positions of rows in the answers: a row that returns gets its position back. */
  const places = new Map<string, number>();
  const listeners = new Set<() => void>();
  const set = (change: Partial<ArrangedState>) => {
    state = { ...state, ...change };
    for (const notify of listeners) notify();
  };

  async function fetchPage(): Promise<void> {
    const mine = round;
    set({ busy: true, trouble: null });
    try {
      const { webset } = await ask(ArrangedPageDocument, { id, after, ...asked });
      if (mine !== round) return;
      const { nodes, pageInfo, totalCount } = webset.rows;
      compact(nodes);
      const before = after === null ? [] : (state.lines ?? []);
      const lines = [...before, ...nodes.filter(({ uuid }) => !places.has(uuid))];
      for (const { uuid } of nodes) places.set(uuid, places.get(uuid) ?? places.size);
      after = pageInfo.endCursor;
      set({ lines, total: totalCount, hasMore: pageInfo.hasNextPage, busy: false });
    } catch (error) {
      if (mine === round) set({ busy: false, trouble: asTrouble(error) });
    }
  }

  /** A row as it is now; one that was hidden or shown again disappears from this list. */
  function onChanged(line: LineFragment): void {
    const { lines, total } = state;
    if (!lines) return;
    if (line.hidden !== (asked.filter?.hidden === true)) {
      onGone(new Set([line.uuid]));
      return;
    }
    changed.add(line.uuid);
    const at = lines.findIndex(({ uuid }) => uuid === line.uuid);
    const place = places.get(line.uuid);
    if (at >= 0) set({ changed: changed.size, lines: lines.with(at, line) });
    else if (place === undefined) set({ changed: changed.size });
    else {
      const behind = lines.findIndex(({ uuid }) => (places.get(uuid) ?? 0) > place);
      set({ changed: changed.size, lines: lines.toSpliced(behind < 0 ? lines.length : behind, 0, line), total: total + 1 });
    }
  }

  function onGone(uuids: ReadonlySet<string>): void {
    const { lines, total } = state;
    const left = lines?.filter(({ uuid }) => !uuids.has(uuid)) ?? [];
    if (lines && left.length < lines.length) set({ lines: left, total: total - (lines.length - left.length) });
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Fetches the first page and follows the rows; returns how to stop. */
    open() {
      fetching = fetchPage();
      const unfollow = store.onRows({ changed: onChanged, gone: onGone });
      return () => {
        round++;
        set({ busy: false });
        unfollow();
      };
    },
    more() {
      if (!state.busy && state.hasMore && !state.trouble) fetching = fetchPage();
    },
    /**
     * Fetches the remaining pages; returns all rows, or those before a page that failed. Null if the list was restarted or stopped
     * meanwhile.
     */
    async all() {
      const mine = round;
      if (state.trouble && !state.busy) fetching = fetchPage();
      for (; mine === round && state.hasMore && !state.trouble; await fetching) if (!state.busy) fetching = fetchPage();
      return mine === round ? (state.lines ?? []) : null;
    },
    /** Retries the page that failed. */
    retry() {
      if (!state.busy) fetching = fetchPage();
    },
    /** Fetches from the beginning. */
    again() {
      round++;
      after = null;
      changed.clear();
      places.clear();
      set({ changed: 0 });
      fetching = fetchPage();
    },
  };
}
