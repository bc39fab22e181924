import type { Spent } from '../domain/money/cost.ts';
import type { Page, StoredPage } from '../domain/page/page.ts';
import type { Category } from '../domain/webset.ts';

/** A search result, whoever found it. `position` is its rank in its answer, from 0. A hit of the index carries its stored page. */
export interface Hit {
  url: string;
  title: string;
  snippet: string;
  provider: string;
  position: number;
  publishedAt?: string;
  pageId?: string;
  /** What the answer itself says of the page (an abstract, a post): judged when the page cannot be read. A paragraph a line. */
  text?: string;
  /** The text is all there is: the page is not fetched. */
  isWhole?: true;
}

export interface SearchQuery {
  text: string;
  /** From 0. */
  pageNumber: number;
  category?: Category | null;
  /** The collections of the index that are searched, by their ids; absent: those that are for everybody. */
  collectionIds?: readonly string[];
}

/** Every page that was read, immutable once stored. */
export interface PageStore {
  get(id: string): Promise<StoredPage | null>;
  /** The page of this URL that was fetched last. */
  latest(url: string): Promise<StoredPage | null>;
  /** Stores a page, or finds the same words under the same URL. */
  save(page: Page): Promise<StoredPage>;
}

/** Full-text search over the pages of collections. */
export interface PageIndex {
  search(query: SearchQuery, limit: number): Promise<Hit[]>;
  /** How many pages a search with this query goes through. */
  size(query: Pick<SearchQuery, 'collectionIds'>): Promise<number>;
  /** Those of the addresses that these collections hold, each with its page's id. */
  find(urls: string[], collectionIds: readonly string[]): Promise<Map<string, string>>;
}

/** What is known of an address that was read: its page, and until when that may stand for the address without asking (RFC 9111). */
export interface CachedAnswer {
  url: string;
  pageId: string;
  etag: string | null;
  /** As the server wrote it. */
  lastModified: string | null;
  freshUntil: Date;
  fetchedAt: Date;
}

/** One answer an address, shared by all runs. */
export interface HttpCache {
  get(url: string): Promise<CachedAnswer | null>;
  put(answer: CachedAnswer): Promise<void>;
  drop(url: string): Promise<void>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Rests that all workers keep: of a host that said that it is asked too often, of a model's endpoint that is asked too often or away. */
export interface Pauses {
  /** How long a key still rests, in milliseconds, and why; 0: not at all. */
  left(key: string): Promise<{ ms: number; reason: string | null }>;
  /** A longer rest that stands already stays. */
  set(key: string, ms: number, reason: string): Promise<void>;
}

/** Calls of services outside, noted so that a service at which workers end is left alone. */
export interface ServiceCalls extends AsyncDisposable {
  /** Makes a call of the service that rests under this key. Throws what `refuse` makes of the reason where it is left alone from now on. */
  watch<T>(key: string, call: () => Promise<T>, refuse: (why: string) => Error): Promise<T>;
}

/** What an endpoint has taught: how it takes the shape of an answer, and how many tokens its answers may need. */
export interface EndpointCapabilities {
  mode: string;
  outputTokens: number;
}

/** Kept for all workers, by endpoint and model. */
export interface CapabilityStore {
  get(key: string): Promise<EndpointCapabilities | null>;
  put(key: string, capabilities: EndpointCapabilities): Promise<void>;
}

/** Answers of models that could be read, by the hash of model, prompt and text version. */
export interface Answers {
  get(key: string): Promise<string | null>;
  put(key: string, text: string, model: string): Promise<void>;
}

/** What one run may spend. */
export interface ModelBudget {
  /** Sets aside the most that a call may cost. Throws CapReached when that would pass a cap. */
  reserve(atMost: Spent): Promise<{ settle(spent: Spent): Promise<void> }>;
}

/** A cap would be passed: of this run, of the instance and day, or of callers without an account and day. Nothing was asked. */
export class CapReached extends Error {
  readonly cap: 'run' | 'day' | 'anonymous';

  constructor(cap: CapReached['cap'], message: string) {
    super(message);
    this.name = 'CapReached';
    this.cap = cap;
  }
}

/** What models are asked with. */
export interface ModelPorts {
  pauses: Pauses;
  calls: Pick<ServiceCalls, 'watch'>;
  capabilities: CapabilityStore;
  answers: Answers;
  clock: Clock;
}

/** Turns of what must not be asked too often, in whatever process. */
export interface Turns {
  /** Resolves when the next turn has come; turns of a key lie at least `everyMs` apart. Throws the signal's reason. */
  take(key: string, everyMs: number, signal: AbortSignal): Promise<void>;
  /** Resolves when fewer than `most` hold the key; who disposes holds it no more. Throws the signal's reason. */
  hold(key: string, most: number, signal: AbortSignal): Promise<AsyncDisposable>;
}

/** Pages at which their thread was ended, twice: they are left alone in every webset for a day. */
export interface BrokenPages {
  /** Why a page is left alone; null when it is not. */
  find(url: string): Promise<string | null>;
  remember(url: string, reason: string): Promise<void>;
}

/** The hosts that registries sent us on to, by who registered the identifier: `10.1038` of `doi:10.1038/x`. Hosts come without `www.`. */
export interface RegistryHosts {
  list(registrant: string): Promise<string[]>;
  save(registrant: string, hosts: readonly string[]): Promise<void>;
}

/** All that the agent needs from outside. One implementation stands on Postgres (runs/ports), one in memory (the tests). */
export interface Ports {
  pages: PageStore;
  index: PageIndex;
  cache: HttpCache;
  clock: Clock;
  turns: Turns;
  pauses: Pauses;
  broken: BrokenPages;
  registryHosts: RegistryHosts;
}
