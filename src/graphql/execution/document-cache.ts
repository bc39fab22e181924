/** What a cache needs to know of Yoga's. */
interface Cache<T> {
  get(text: string): T | undefined;
  set(text: string, value: T): void;
}

/**
 * Parsed documents by their text, those used last, of so many characters together: a parsed document takes some hundred times its text of
 * memory, and strangers may send ever another one. One that takes more than a tenth is not kept.
 */
export function createDocumentCache<T extends object>(characters: number): Cache<T> {
  const kept = new Map<string, T>();
  let held = 0;
  const drop = (text: string) => {
    if (kept.delete(text)) held -= text.length;
  };
  return {
    get(text) {
      const found = kept.get(text);
      if (found === undefined) return undefined;
      kept.delete(text);
      kept.set(text, found); // now the one used last
      return found;
    },
    set(text, value) {
      if (text.length > characters / 10) return;
      drop(text);
      kept.set(text, value);
      held += text.length;
      for (const oldest of kept.keys()) {
        if (held <= characters) break;
        drop(oldest);
      }
    },
  };
}

/** Keeps nothing. */
export const noCache: Cache<never> = { get: () => undefined, set: () => {} };
