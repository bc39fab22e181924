import { ask, follow } from '../api/client.ts';
import { asTrouble, type Trouble, type TroubleKind } from '../api/trouble.ts';
import { EventsDocument, type HeadFragment, type LineFragment, OpenWebsetDocument } from '../generated/documents.ts';
import { inOrder, mergeLines } from './grid/lines.ts';
import { createRefresher } from './refresher.ts';
import { createLearningWatch } from './review/learning-watch.ts';
import { createEventFilter } from './run/pace.ts';
import { changePages, hiddenPages, rowPages } from './webset-pages.ts';
import { columnsOf, NOTHING_YET, type RowListener, type RunEvent, type WebsetState } from './webset-state.ts';

const EVENTS_KEPT = 300;
const EVENTS_RECALLED = 200;
const OVERLAP_MS = 5000; // rows have the time at which their transaction began, which may commit later
const LOOK_MS = 30_000;
const BATCH_MS = 500;
/** Errors that may pass; `limited`: this address has reached its limit of streams. */
const PASSING: ReadonlySet<TroubleKind> = new Set(['offline', 'unavailable', 'unknown', 'limited']);
const BACKOFF_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/** A live webset: fetched once, then updated on its events. Nothing is requested before `open`. */
export function createWebsetStore(id: string) {
  let state: WebsetState = NOTHING_YET;
  const listeners = new Set<() => void>();
  let closed = false;
  let nextIndex: number | null = null;
  let unfollow: (() => void) | null = null;
  let fails = 0;
  let since = 0;
  const filterEvent = createEventFilter();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const set = (change: Partial<WebsetState>) => {
    if (closed) return;
    state = { ...state, ...change };
    for (const notify of listeners) notify();
  };
  /** Sets the head; unchanged columns keep their objects. */
  const setHead = (head: HeadFragment, change: Partial<WebsetState> = {}) => {
    const { head: before } = state;
    const same = before && columnsOf(before) === columnsOf(head);
    set({ ...change, head: same ? { ...head, criteria: before.criteria, enrichments: before.enrichments } : head });
  };
  const later = (work: () => void, ms: number) => {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const rowListeners = new Set<RowListener>();
  const emitRow = (line: LineFragment) => {
    for (const listener of rowListeners) listener.changed(line);
  };
  const emitGone = (uuids: readonly string[]) => {
    if (uuids.length > 0) for (const listener of rowListeners) listener.gone(new Set(uuids));
  };
  /** Adds rows and moves the time from which changes are requested. */
  const take = (fresh: readonly LineFragment[], onChanged?: (line: LineFragment) => void) => {
    for (const { updatedAt } of fresh) since = Math.max(since, Date.parse(updatedAt));
    return mergeLines(state.lines, fresh, onChanged);
  };

  const load = () => during(loadAll);

  async function loadAll(): Promise<void> {
    try {
      const { webset: head } = await ask(OpenWebsetDocument, { id });
      setHead(head, { trouble: null, linkTrouble: null });
      since = Math.max(since, Date.parse(head.createdAt));
      nextIndex ??= Math.max(0, head.eventCount - EVENTS_RECALLED);
      if (head.runAlive) followEvents();
      await loadRows();
      fails = 0;
      learning.look(head);
    } catch (error) {
      fail(asTrouble(error), () => void load());
    }
  }

  /** All rows; a known one that is missing was hidden meanwhile. */
  async function loadRows(): Promise<void> {
    const begun = state.lines;
    const here = new Set<string>();
    let batch: LineFragment[] = [];
    let shownAt = 0;
    for await (const { nodes, pageInfo, totalCount } of rowPages(id)) {
      batch.push(...nodes);
      for (const { uuid } of nodes) here.add(uuid);
      if (closed) return;
      const isSmall = performance.now() - shownAt < BATCH_MS || batch.length < state.lines.length / 3;
      if (pageInfo.hasNextPage && isSmall) continue; // rows can then be counted and placed once, not for each page
      const lines = take(batch);
      set({ lines, total: Math.max(totalCount, lines.length), complete: state.complete || !pageInfo.hasNextPage });
      batch = [];
      shownAt = performance.now();
    }
    const lines = inOrder(state.lines, [...here], begun);
    const kept = new Set(lines.map(({ uuid }) => uuid));
    emitGone(state.lines.flatMap(({ uuid }) => (kept.has(uuid) ? [] : [uuid])));
    set({ lines });
  }

  /** All hidden rows. */
  async function loadHidden(): Promise<void> {
    const hidden: LineFragment[] = [];
    for await (const nodes of hiddenPages(id)) {
      hidden.push(...nodes);
      if (closed) return;
    }
    set({ hidden });
  }

  /**
   * Fetches the head and the changed rows; all rows when the columns changed, or when the run ended, which updates rows that it left out.
   */
  async function fetchChanges(): Promise<void> {
    const before = state.head;
    for await (const { rows, ...head } of changePages(id, since - OVERLAP_MS)) {
      const lines = take(rows.nodes, emitRow);
      setHead(head, { lines, total: lines.length, trouble: null, linkTrouble: null, link: head.runAlive ? state.link : 'quiet' });
      if (closed) return;
    }
    fails = 0;
    const { head } = state;
    if (head) learning.look(head);
    if (head?.runAlive) followEvents();
    if (!before || !head) return;
    const isAside = before.counts.hidden !== head.counts.hidden || before.counts.merged !== head.counts.merged;
    if (isAside && state.hidden) await loadHidden();
    if (isAside || columnsOf(before) !== columnsOf(head) || (before.runAlive && !head.runAlive)) await loadRows();
  }

  const learning = createLearningWatch((ms) => later(() => refresh(), ms));
  const { refresh, refreshSlowly, during } = createRefresher({
    fetchChanges: () => fetchChanges().catch((error: unknown) => fail(asTrouble(error), refresh)),
    isClosed: () => closed,
    isComplete: () => state.complete,
    later,
  });

  /** Shows the error of a webset that cannot be shown; a lost connection is retried. */
  function fail(trouble: Trouble, retry: () => void): void {
    const passing = PASSING.has(trouble.kind);
    if (!state.head || !passing) {
      set({ trouble, linkTrouble: null });
      if (!passing) return;
    } else set({ link: 'lost', linkTrouble: trouble });
    later(retry, Math.max(trouble.retryAfter * 1000, BACKOFF_MS[Math.min(fails++, BACKOFF_MS.length - 1)] ?? 0));
  }

  function followEvents(): void {
    if (unfollow || closed) return;
    unfollow = follow(
      EventsDocument,
      { id, startIndex: nextIndex ?? 0 },
      {
        next: ({ runEvents }) => onEvent(runEvents),
        lost: (trouble) => {
          unfollow = null;
          fail(trouble, refresh);
        },
        ended: () => {
          unfollow = null;
          refresh();
        },
      },
    );
  }

  function onEvent(event: RunEvent): void {
    if (nextIndex !== null && event.index < nextIndex) return; // already seen
    nextIndex = event.index + 1;
    fails = 0;
    set({
      events: [...state.events.slice(1 - EVENTS_KEPT), event],
      ...(state.head?.runAlive && { link: 'live' as const }),
      linkTrouble: null,
    });
    const kind = filterEvent(event);
    if (kind === 'now') refresh();
    else if (kind === 'slowly') refreshSlowly();
  }

  const onWake = () => {
    if (document.visibilityState !== 'visible') return;
    fails = 0;
    if (state.head) refresh();
    else if (state.trouble) void load();
  };
  let look: ReturnType<typeof setInterval> | undefined;

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Follows the rows after they were fetched; returns how to stop. */
    onRows(listener: RowListener) {
      rowListeners.add(listener);
      return () => void rowListeners.delete(listener);
    },
    open() {
      closed = false;
      document.addEventListener('visibilitychange', onWake);
      window.addEventListener('online', onWake);
      look = setInterval(() => {
        if (document.visibilityState === 'visible' && state.head && !unfollow) refresh();
      }, LOOK_MS);
      void load();
    },
    close() {
      closed = true;
      unfollow?.();
      unfollow = null;
      clearInterval(look);
      for (const timer of timers) clearTimeout(timer);
      document.removeEventListener('visibilitychange', onWake);
      window.removeEventListener('online', onWake);
    },
    /** Retries what failed. */
    retry: () => void load(),
    refresh,
    /** Updates a row from a mutation's answer, and removes the rows merged into it. */
    put(line: LineFragment, merged: readonly string[] = []) {
      if (merged.length > 0) set({ lines: state.lines.filter(({ uuid }) => !merged.includes(uuid)) });
      emitGone(merged);
      const others = state.lines.filter(({ uuid }) => uuid !== line.uuid);
      const aside = (state.hidden ?? []).filter(({ uuid }) => uuid !== line.uuid);
      emitRow(line);
      const lines = line.hidden ? others : take([line]);
      set({ lines, hidden: state.hidden && (line.hidden ? [...aside, line] : aside) });
      learning.expect();
      refresh();
    },
    /** Fetches the hidden rows. */
    showHidden: () => void loadHidden().catch((error: unknown) => fail(asTrouble(error), () => void loadHidden())),
    /** Fetches everything again, after a change that affects every row. */
    reload() {
      learning.expect();
      void load();
    },
    /** Fetches the past events of a webset whose run is over, on demand. */
    recall() {
      if (state.events.length === 0 && state.head && state.head.eventCount > 0) followEvents();
    },
    setHead: (head: HeadFragment) => {
      setHead(head);
      if (head.runAlive) followEvents();
      refresh();
    },
  };
}

export type WebsetStore = ReturnType<typeof createWebsetStore>;
