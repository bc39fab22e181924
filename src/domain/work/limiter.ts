/** Places for work: so many of one key at a time, and so many of all keys. */
export interface Limiter<K> {
  /** Whether a place is free. */
  isFree(key: K): boolean;
  /** Takes a place; a promise when there is none free yet. Throws the signal's reason when it is aborted before. */
  enter(key: K, signal?: AbortSignal): Promise<void> | undefined;
  /** Gives a place back, which is the next one's. */
  leave(key: K): void;
  /** Does work in a place. Throws the signal's reason when it is aborted before the work begins, and what the work throws. */
  run<T>(key: K, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** `each` places of a key and `all` of every key together. Those of a key come in the order that they asked in; keys that wait for each other take turns. */
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
    keys.delete(key); // whose turn it was is last
    keys.set(key, known);
    known.held++;
    total++;
  }

  /** Whether the key's next one has begun. */
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
