interface Waiting {
  key: string;
  go(): void;
}

/** Does work of one key `each` at a time, and `all` at a time of every key; what waits goes on in the order it came. */
export function createTurns({ each, all }: { each: number; all: number }) {
  const busy = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const mayGo = (key: string) => total < all && (busy.get(key) ?? 0) < each;
  const count = (key: string, change: 1 | -1) => {
    total += change;
    const left = (busy.get(key) ?? 0) + change;
    if (left > 0) busy.set(key, left);
    else busy.delete(key);
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (mayGo(key)) count(key, 1);
    else await new Promise<void>((go) => waiting.add({ key, go }));
    try {
      return await work();
    } finally {
      count(key, -1);
      for (const next of waiting) {
        if (!mayGo(next.key)) continue;
        waiting.delete(next);
        count(next.key, 1);
        next.go();
      }
    }
  };
}
