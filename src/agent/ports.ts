import type { Page, StoredPage } from '../domain/page.ts';

/** A search result, whoever found it. `position` is its rank in its answer, from 0. A hit of the index carries its stored page. */
export interface Hit {
  url: string;
  title: string;
  snippet: string;
  provider: string;
  position: number;
  publishedAt?: string;
  pageId?: string;
}

export interface SearchQuery {
  text: string;
  /** From 0. */
  pageNumber: number;
}

/** Every page that was read, immutable once stored. */
export interface PageStore {
  get(id: string): Promise<StoredPage | null>;
  /** The page of this URL that was fetched last. */
  latest(url: string): Promise<StoredPage | null>;
  /** Stores a page, or finds the same words under the same URL. */
  save(page: Page): Promise<StoredPage>;
}

/** Full-text search over the pages that a user indexed. */
export interface PageIndex {
  search(query: SearchQuery, limit: number): Promise<Hit[]>;
  size(): Promise<number>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** All that the agent needs from outside. One implementation stands on Postgres (runs/ports), one in memory (the tests). */
export interface Ports {
  pages: PageStore;
  index: PageIndex;
  clock: Clock;
}
