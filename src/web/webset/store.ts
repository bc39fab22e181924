import { ask } from '../api/client.ts';
import { asTrouble, type Trouble, type TroubleKind } from '../api/trouble.ts';
import { type HeadFragment, type LineFragment, OpenWebsetDocument } from '../generated/documents.ts';
import { createRefresher } from './refresher.ts';
import { createLearningWatch } from './review/learning-watch.ts';
import { createEventFollower } from './run/follow-events.ts';
import { createEventFilter } from './run/pace.ts';
import { createRowLoading } from './webset-rows.ts';
import { columnsOf, holdState, type RunEvent } from './webset-state.ts';

const EVENTS_KEPT = 300;
const EVENTS_RECALLED = 200;
const LOOK_MS = 30_000;
/** Errors that may pass; `limited`: this address has reached its limit of streams. */
const PASSING: ReadonlySet<TroubleKind> = new Set(['offline', 'unavailable', 'unknown', 'limited']);
const BACKOFF_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/** A live webset: fetched once, then updated on its events. Nothing is requested before `open`. */
export function createWebsetStore(id: string) {
  const held = holdState();
  const { set, setHead, later, emitRow, emitGone, isClosed } = held;
  const { noteTime, take, loadRows, loadHidden, loadChanges } = createRowLoading(id, held);
  const filterEvent = createEventFilter();
  let fails = 0;

  const load = () => during(loadAll);

  async function loadAll(): Promise<void> {
    try {
      const { webset: head } = await ask(OpenWebsetDocument, { id });
      setHead(head, { trouble: null, linkTrouble: null });
      noteTime(head.createdAt);
      events.startAt(Math.max(0, head.eventCount - EVENTS_RECALLED));
      if (head.runAlive) events.follow();
      await loadRows();
      fails = 0;
      learning.look(head);
    } catch (error) {
      fail(asTrouble(error), () => void load());
    }
  }

  /**
   * Fetches the head and the changed rows; all rows when the columns changed, or when the run ended, which updates rows that it left out.
   */
  async function fetchChanges(): Promise<void> {
    const before = held.get().head;
    await loadChanges();
    if (isClosed()) return;
    fails = 0;
    const { head, hidden } = held.get();
    if (head) learning.look(head);
    if (head?.runAlive) events.follow();
    if (!before || !head) return;
    const isAside = before.counts.hidden !== head.counts.hidden || before.counts.merged !== head.counts.merged;
    if (isAside && hidden) await loadHidden();
    if (isAside || columnsOf(before) !== columnsOf(head) || (before.runAlive && !head.runAlive)) await loadRows();
  }

  const learning = createLearningWatch((ms) => later(() => refresh(), ms));
  const { refresh, refreshSlowly, during } = createRefresher({
    fetchChanges: () => fetchChanges().catch((error: unknown) => fail(asTrouble(error), refresh)),
    isClosed,
    isComplete: () => held.get().complete,
    later,
  });

  /** Shows the error of a webset that cannot be shown; a lost connection is retried. */
  function fail(trouble: Trouble, retry: () => void): void {
    const passing = PASSING.has(trouble.kind);
    if (!held.get().head || !passing) {
      set({ trouble, linkTrouble: null });
      if (!passing) return;
    } else set({ link: 'lost', linkTrouble: trouble });
    later(retry, Math.max(trouble.retryAfter * 1000, BACKOFF_MS[Math.min(fails++, BACKOFF_MS.length - 1)] ?? 0));
  }

  const events = createEventFollower(id, {
    next: onEvent,
    lost: (trouble) => fail(trouble, refresh),
    ended: () => refresh(),
    isClosed,
  });

  function onEvent(event: RunEvent): void {
    fails = 0;
    const state = held.get();
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
    if (held.get().head) refresh();
    else if (held.get().trouble) void load();
  };
  let look: ReturnType<typeof setInterval> | undefined;

  return {
    get: held.get,
    subscribe: held.subscribe,
    onRows: held.onRows,
    open() {
      held.open();
      document.addEventListener('visibilitychange', onWake);
      window.addEventListener('online', onWake);
      look = setInterval(() => {
        if (document.visibilityState === 'visible' && held.get().head && !events.isFollowing()) refresh();
      }, LOOK_MS);
      void load();
    },
    close() {
      held.close();
      events.stop();
      clearInterval(look);
      document.removeEventListener('visibilitychange', onWake);
      window.removeEventListener('online', onWake);
    },
    /** Retries what failed. */
    retry: () => void load(),
    refresh,
    /** Updates a row from a mutation's answer, and removes the rows merged into it. */
    put(line: LineFragment, merged: readonly string[] = []) {
      if (merged.length > 0) set({ lines: held.get().lines.filter(({ uuid }) => !merged.includes(uuid)) });
      emitGone(merged);
      const { lines: before, hidden } = held.get();
      const others = before.filter(({ uuid }) => uuid !== line.uuid);
      const aside = (hidden ?? []).filter(({ uuid }) => uuid !== line.uuid);
      emitRow(line);
      const lines = line.hidden ? others : take([line]);
      set({ lines, hidden: hidden && (line.hidden ? [...aside, line] : aside) });
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
      const { events: known, head } = held.get();
      if (known.length === 0 && head && head.eventCount > 0) events.follow();
    },
    setHead: (head: HeadFragment) => {
      setHead(head);
      if (head.runAlive) events.follow();
      refresh();
    },
  };
}

export type WebsetStore = ReturnType<typeof createWebsetStore>;
