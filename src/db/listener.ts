import type postgres from 'postgres';

const CHANNEL = 'webset';
const TICK_MS = 20;
const IDS_PER_NOTIFY = 180; // a payload holds under 8,000 bytes

/** A wait for news of one webset. Armed before reading, or an event slips between. */
export interface Wake extends Disposable {
  /** Resolves at the next news, at an abort, or after `ms`. */
  orAfter(ms: number): Promise<void>;
}

/** News of websets between processes: a hint that something changed, never the truth. */
export interface Listener extends AsyncDisposable {
  arm(websetId: string, signal: AbortSignal): Wake;
  /** Says that a webset changed, to all processes, within a tick. */
  tell(websetId: string): void;
}

/** Listens on one connection, which reconnects by itself; everybody is woken then, since news may have been missed. */
export async function openListener(sql: postgres.Sql): Promise<Listener> {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (id: string) => {
    for (const resolve of waiting.get(id) ?? []) resolve();
  };
  const wakeAll = () => {
    for (const id of [...waiting.keys()]) wake(id);
  };
  const hear = (payload: string) => {
    for (const id of payload.split(',')) wake(id);
  };
  const subscription = await sql.listen(CHANNEL, hear, wakeAll);

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
      const { promise, resolve } = Promise.withResolvers<void>();
      const set = waiting.get(websetId) ?? new Set();
      waiting.set(websetId, set.add(resolve));
      const onAbort = () => resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) resolve();
      let timer: NodeJS.Timeout | undefined;
      return {
        orAfter(ms) {
          timer = setTimeout(resolve, ms);
          return promise;
        },
        [Symbol.dispose]() {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          set.delete(resolve);
          if (set.size === 0) waiting.delete(websetId);
        },
      };
    },
    tell(websetId) {
      news.add(websetId);
      // a lost notice costs a follower one second: its poll is the floor
      tick ??= setTimeout(() => void send().catch(() => {}), TICK_MS);
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(tick);
      if (news.size > 0) await send().catch(() => {});
      await subscription.unlisten().catch(() => {});
    },
  };
}
