import type { Trouble } from '../api/trouble.ts';
import type { EventsSubscription, HeadFragment, LineFragment } from '../generated/documents.ts';

export type RunEvent = EventsSubscription['runEvents'];

export interface WebsetState {
  /** Null until it is loaded. */
  head: HeadFragment | null;
  /** Why it cannot be shown. */
  trouble: Trouble | null;
  /** All loaded results, in the order found. */
  lines: readonly LineFragment[];
  /** The hidden rows; null until they are requested. */
  hidden: readonly LineFragment[] | null;
  /** Whether all results are loaded; how many there are when not. */
  complete: boolean;
  total: number;
  /** The last events, oldest first. */
  events: readonly RunEvent[];
  /** Whether changes arrive; `lost` with the reason. */
  link: 'quiet' | 'live' | 'lost';
  linkTrouble: Trouble | null;
}

/** Follows the rows of a webset after they were fetched. */
interface RowListener {
  /** A row arrived or changed, or was hidden. */
  changed(line: LineFragment): void;
  /** Rows were merged into others. */
  gone(uuids: ReadonlySet<string>): void;
}

/** The state before the first answer. */
const NOTHING_YET: WebsetState = {
  head: null,
  trouble: null,
  lines: [],
  hidden: null,
  complete: false,
  total: 0,
  events: [],
  link: 'quiet',
  linkTrouble: null,
};

/** A webset's criteria and columns as one text, for comparison. */
export const columnsOf = ({ criteria, enrichments }: HeadFragment): string => JSON.stringify([criteria, enrichments]);

/** Holds the state of a webset, and notifies listeners of its changes until it is closed. */
export function holdState() {
  let state = NOTHING_YET;
  let closed = false;
  const listeners = new Set<() => void>();
  const rowListeners = new Set<RowListener>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const set = (change: Partial<WebsetState>) => {
    if (closed) return;
    state = { ...state, ...change };
    for (const notify of listeners) notify();
  };

  return {
    get: () => state,
    set,
    /** Sets the head; unchanged columns keep their objects. */
    setHead(head: HeadFragment, change: Partial<WebsetState> = {}) {
      const { head: before } = state;
      const same = before && columnsOf(before) === columnsOf(head);
      set({ ...change, head: same ? { ...head, criteria: before.criteria, enrichments: before.enrichments } : head });
    },
    /** Runs `work` after `ms`, unless it is closed by then. */
    later(work: () => void, ms: number) {
      if (closed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    },
    emitRow(line: LineFragment) {
      for (const listener of rowListeners) listener.changed(line);
    },
    emitGone(uuids: readonly string[]) {
      if (uuids.length > 0) for (const listener of rowListeners) listener.gone(new Set(uuids));
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Follows the rows after they were fetched; returns how to stop. */
    onRows(listener: RowListener) {
      rowListeners.add(listener);
      return () => void rowListeners.delete(listener);
    },
    isClosed: () => closed,
    open() {
      closed = false;
    },
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export type HeldState = ReturnType<typeof holdState>;
