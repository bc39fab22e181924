import type postgres from 'postgres';

const CHANNEL = 'webset';
const TICK_MS = 20;
const FLOOR_MS = 1000;
const IDS_PER_NOTIFY = 180; // a payload holds under 8,000 bytes

/** A wait for news of one webset. Armed before reading, or an event slips between. */
export interface Wake extends Disposable {
  /** Resolves at the next news, at an abort, and about a second after arming at the latest: a notice is a hint, the second is the floor. */
  heard: Promise<void>;
}

/** News of websets between processes: a hint that something changed, never the truth. */
export interface Listener extends AsyncDisposable {
  arm(websetId: string, signal: AbortSignal): Wake;
  /** Says that a webset changed, to all processes, within a tick. */
  tell(websetId: string): void;
  /** How many wait. */
  waiting(): number;
}

/** Listens on one connection, which reconnects by itself; everybody is woken then, since news may have been missed. */
export async function openListener(sql: postgres.Sql): Promise<Listener> {
  const waiting = new Map<string, Map<() => void, number>>();
  const wake = (id: string) => {
    for (const resolve of waiting.get(id)?.keys() ?? []) resolve();
  };
  const wakeAll = () => {
    for (const id of [...waiting.keys()]) wake(id);
  };
  const hear = (payload: string) => {
    for (const id of payload.split(',')) wake(id);
  };
  const subscription = await sql.listen(CHANNEL, hear, wakeAll);
  // one timer for all: thousands of followers with one each would cost more than their events
  const floor = setInterval(() => {
    const old = performance.now() - FLOOR_MS;
    for (const armed of waiting.values()) for (const [resolve, at] of armed) if (at <= old) resolve();
  }, FLOOR_MS / 4);

  const news = new Set<string>();
  let tick: NodeJS.Timeout | undefined;
  const send = async () => {
    tick = undefined;
    const ids = [...news];
    news.clear();
    for (let i = 0; i < ids.length; i += IDS_PER_NOTIFY) await sql.notify(CHANNEL, ids.slice(i, i + IDS_PER_NOTIFY).join(','));
  };

  return {
    arm(websetId, signal) {
      const { promise: heard, resolve } = Promise.withResolvers<void>();
      const wakeUp = () => resolve();
      const armed = waiting.get(websetId) ?? new Map();
      waiting.set(websetId, armed.set(wakeUp, performance.now()));
      signal.addEventListener('abort', wakeUp, { once: true });
      if (signal.aborted) resolve();
      return {
        heard,
        [Symbol.dispose]() {
          signal.removeEventListener('abort', wakeUp);
          armed.delete(wakeUp);
          if (armed.size === 0 && waiting.get(websetId) === armed) waiting.delete(websetId);
        },
      };
    },
    tell(websetId) {
      news.add(websetId);
      // a lost notice costs a follower one second: its poll is the floor
      tick ??= setTimeout(() => void send().catch(() => {}), TICK_MS);
    },
    waiting: () => [...waiting.values()].reduce((sum, armed) => sum + armed.size, 0),
    async [Symbol.asyncDispose]() {
      clearInterval(floor);
      clearTimeout(tick);
      if (news.size > 0) await send().catch(() => {});
      await subscription.unlisten().catch(() => {});
    },
  };
}
