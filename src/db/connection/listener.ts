import type postgres from 'postgres';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';

const CHANNEL = 'webset';
const IDS_PER_NOTIFY = 180; // a payload holds under 8,000 bytes

/** Hears the news of one webset. */
export interface Wake extends Disposable {
  /** Forgets the news so far. Armed before reading, or an event slips between. */
  subscribe(): void;
  /** Resolves at the first notice since then, at an abort, and after about a second: a notice can be lost. */
  heard(): Promise<void>;
}

interface Waiter {
  subscribedAt: number;
  notified: boolean;
  resolve: (() => void) | null;
}

/** News of websets between processes: a hint that something changed, never the truth. */
export interface Listener extends AsyncDisposable {
  listen(websetId: string, signal: AbortSignal): Wake;
  /** Says that a webset changed, to all processes: at once, or with others at the next tick. */
  notify(websetId: string): void;
  /** How many listen. */
  waiting(): number;
}

/** Listens on one connection, which reconnects by itself; everybody is woken then, since news may have been missed. */
export async function openListener(sql: postgres.Sql, { tickMs, floorMs }: Patience['listener'] = PATIENCE.listener): Promise<Listener> {
  const waiting = new Map<string, Set<Waiter>>();
  const wake = (id: string) => waiting.get(id)?.forEach(rouse);
  const wakeAll = () => {
    for (const id of waiting.keys()) wake(id);
  };
  const onNotification = (payload: string) => {
    for (const id of payload.split(',')) wake(id);
  };
  const subscription = await sql.listen(CHANNEL, onNotification, wakeAll);
  // one timer for all: thousands of followers with one each would cost more than their events
  const floor = setInterval(() => {
    const old = performance.now() - floorMs;
    for (const waiters of waiting.values()) for (const waiter of waiters) if (waiter.subscribedAt <= old) rouse(waiter);
  }, floorMs / 4);

  const changed = new Set<string>();
  let tick: NodeJS.Timeout | undefined;
  let sentAt = 0;
  const send = async () => {
    tick = undefined;
    sentAt = performance.now();
    const ids = [...changed];
    changed.clear();
    for (let i = 0; i < ids.length; i += IDS_PER_NOTIFY) await sql.notify(CHANNEL, ids.slice(i, i + IDS_PER_NOTIFY).join(','));
  };

  return {
    listen(websetId, signal) {
      const waiter: Waiter = { subscribedAt: performance.now(), notified: signal.aborted, resolve: null };
      const waiters = waiting.get(websetId) ?? new Set();
      waiting.set(websetId, waiters.add(waiter));
      let over = signal.aborted;
      const end = () => {
        over = true;
        rouse(waiter);
      };
      signal.addEventListener('abort', end, { once: true });
      return {
        subscribe() {
          waiter.subscribedAt = performance.now();
          waiter.notified = over;
        },
        heard: () =>
          waiter.notified
            ? Promise.resolve()
            : new Promise((resolve) => {
                waiter.resolve = resolve;
              }),
        [Symbol.dispose]() {
          signal.removeEventListener('abort', end);
          waiters.delete(waiter);
          if (waiters.size === 0 && waiting.get(websetId) === waiters) waiting.delete(websetId);
        },
      };
    },
    notify(websetId) {
      changed.add(websetId);
      // a lost notice costs a follower one second: its poll is the floor
      tick ??= setTimeout(() => void send().catch(() => {}), Math.max(0, sentAt + tickMs - performance.now()));
    },
    waiting: () => [...waiting.values()].reduce((sum, waiters) => sum + waiters.size, 0),
    async [Symbol.asyncDispose]() {
      clearInterval(floor);
      clearTimeout(tick);
      if (changed.size > 0) await send().catch(() => {});
      await subscription.unlisten().catch(() => {});
    },
  };
}

function rouse(waiter: Waiter): void {
  waiter.notified = true;
  waiter.resolve?.();
  waiter.resolve = null;
}
