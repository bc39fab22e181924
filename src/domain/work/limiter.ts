/** Limits concurrent work: per key, and over all keys. */
export interface Limiter<K> {
  /** How many places of a key are taken, and how many wait for one. */
  of(key: K): { held: number; waiting: number };
  /** Whether a place is free. */
  isFree(key: K): boolean;
  /** Takes a place, or returns a promise while none is free. Rejects with the signal's reason when aborted first. */
  enter(key: K, signal?: AbortSignal): Promise<void> | undefined;
  /** Gives a place to the next in line. */
  leave(key: K): void;
  /** Runs work in a place. Throws the signal's reason when aborted before the work begins, and what the work throws. */
  run<T>(key: K, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Allows `each` places per key and `all` in total. Within a key the order is first come, first served; waiting keys take turns. */
export function createLimiter<K = string>({ each, all = Number.POSITIVE_INFINITY }: { each: number; all?: number }): Limiter<K> {
  const keys = new Map<K, { held: number; waiting: Set<() => void> }>();
  let total = 0;

  const isFree = (key: K) => total < all && (keys.get(key)?.held ?? 0) < each;

  function enter(key: K, signal?: AbortSignal): Promise<void> | undefined {
    signal?.throwIfAborted();
    const known = keys.get(key) ?? { held: 0, waiting: new Set() };
    if (isFree(key)) {
      hold(key, known);
      return undefined;
    }
    keys.set(key, known);
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        known.waiting.delete(begin);
        if (known.held === 0 && known.waiting.size === 0) keys.delete(key);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      known.waiting.add(begin);
    });
  }

  function hold(key: K, known: { held: number; waiting: Set<() => void> }): void {
    keys.delete(key); // a served key goes to the end
    keys.set(key, known);
    known.held++;
    total++;
  }

  /** Whether the next one of the key was started. */
  function begins(key: K): boolean {
    const known = keys.get(key);
    const [next] = known?.waiting ?? [];
    if (!known || !next || !isFree(key)) return false;
    known.waiting.delete(next);
    hold(key, known);
    next();
    return true;
  }

  function leave(key: K): void {
    const known = keys.get(key);
    if (!known) return;
    known.held--;
    total--;
    if (known.held === 0 && known.waiting.size === 0) keys.delete(key);
    if (all === Number.POSITIVE_INFINITY) return void begins(key);
    for (const waiting of [...keys.keys()]) {
      if (total >= all) return;
      begins(waiting);
    }
  }

  return {
    of(key) {
      const known = keys.get(key);
      return { held: known?.held ?? 0, waiting: known?.waiting.size ?? 0 };
    },
    isFree,
    enter,
    leave,
    async run(key, work, signal) {
      const place = enter(key, signal);
      if (place) await place;
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
