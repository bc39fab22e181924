import { LRUCache } from 'lru-cache';

/** The part of Yoga's cache interface that is used. */
interface Cache<T> {
  get(text: string): T | undefined;
  set(text: string, value: T): void;
}

/**
 * Parsed documents by their text: the last used ones, limited by the sum of their characters, since a parsed document takes about 100 times
 * the memory of its text. One with more than a tenth of `characters` is not cached.
 */
export const createDocumentCache = <T extends object>(characters: number): Cache<T> =>
  new LRUCache<string, T>({
    maxSize: characters,
    maxEntrySize: Math.floor(characters / 10),
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });

/** Caches nothing. */
export const noCache: Cache<never> = { get: () => undefined, set: () => {} };
