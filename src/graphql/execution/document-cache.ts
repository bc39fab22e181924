import { LRUCache } from 'lru-cache';

/** What a cache needs to know of Yoga's. */
interface Cache<T> {
  get(text: string): T | undefined;
  set(text: string, value: T): void;
}

/**
 * Parsed documents by their text, those used last, of so many characters together: a parsed document takes some hundred times its text of
 * memory, and strangers may send ever another one. One that takes more than a tenth is not kept.
 */
export const createDocumentCache = <T extends object>(characters: number): Cache<T> =>
  new LRUCache<string, T>({
    maxSize: characters,
    maxEntrySize: Math.floor(characters / 10),
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });

/** Keeps nothing. */
export const noCache: Cache<never> = { get: () => undefined, set: () => {} };
