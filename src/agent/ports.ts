import type { Spent } from '../domain/money/cost.ts';
import type { Page, StoredPage } from '../domain/page/page.ts';
import type { Category } from '../domain/webset-state.ts';

/** A search result of any provider. `position` is its rank in the answer, from 0. A hit of the index includes its stored page. */
export interface Hit {
  url: string;
  title: string;
  snippet: string;
  provider: string;
  position: number;
  publishedAt?: string;
  pageId?: string;
  /** The answer's own text about the page (an abstract, a post), one paragraph a line. It is judged when the page cannot be read. */
  text?: string;
  /** There is no more text than `text`: the page is not fetched. */
  isWhole?: true;
}

export interface SearchQuery {
  text: string;
  /** From 0. */
  pageNumber: number;
  category?: Category | null;
  /** Ids of the collections to search; absent: the public ones. */
  collectionIds?: readonly string[];
}

/** All pages that were read. A stored page never changes. */
export interface PageStore {
  get(id: string): Promise<StoredPage | null>;
  /** The page that was fetched last from this URL. */
  latest(url: string): Promise<StoredPage | null>;
  /** Stores a page, or returns the stored page with the same URL and text. */
  save(page: Page): Promise<StoredPage>;
}

/** Full-text search over the pages of collections. */
export interface PageIndex {
  search(query: SearchQuery, limit: number): Promise<Hit[]>;
  /** How many pages a search with this query ranks. */
  size(query: Pick<SearchQuery, 'collectionIds'>): Promise<number>;
  /** The addresses that these collections hold, each with the id of its page. */
  find(urls: string[], collectionIds: readonly string[]): Promise<Map<string, string>>;
}

/** The page of an address, and until when it may be reused without a request (RFC 9111). */
export interface CachedAnswer {
  url: string;
  pageId: string;
  etag: string | null;
  /** As the server sent it. */
  lastModified: string | null;
  freshUntil: Date;
  fetchedAt: Date;
}

/** One answer for each address, shared by all runs. */
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

/** Pauses shared by all workers: of hosts and model endpoints that reported too many requests, and of endpoints that are unavailable. */
export interface Pauses {
  /** How many milliseconds remain of the pause of a key, and its reason; 0: there is none. */
  left(key: string): Promise<{ ms: number; reason: string | null }>;
  /** Does not shorten a pause. */
  set(key: string, ms: number, reason: string): Promise<void>;
}

/** Records calls of external services, so that a service whose calls end workers is no longer called. */
export interface ServiceCalls extends AsyncDisposable {
  /** Calls a service. `key` names it; where it may not be called any more, throws the error that `refuse` makes of the reason. */
  watch<T>(key: string, call: () => Promise<T>, refuse: (why: string) => Error): Promise<T>;
}

/** What earlier calls showed of an endpoint: which output mode it accepts and how many tokens its answers need. */
export interface EndpointCapabilities {
  mode: string;
  outputTokens: number;
}

/** By endpoint and model, shared by all workers. */
export interface CapabilityStore {
  get(key: string): Promise<EndpointCapabilities | null>;
  put(key: string, capabilities: EndpointCapabilities): Promise<void>;
}

/** Readable answers of models, by the hash of model, prompt and text version. */
export interface Answers {
  get(key: string): Promise<string | null>;
  put(key: string, text: string, model: string): Promise<void>;
}

/** The budget of one run. */
export interface ModelBudget {
  /** Reserves the most that a call may cost. Throws CapReached when that would exceed a cap. */
  reserve(atMost: Spent): Promise<{ settle(spent: Spent): Promise<void> }>;
}

/** The call would exceed a cap: of the run, of the instance's day, or of the day of callers without an account. Nothing was sent. */
export class CapReached extends Error {
  readonly cap: 'run' | 'day' | 'anonymous';

  constructor(cap: CapReached['cap'], message: string) {
    super(message);
    this.name = 'CapReached';
    this.cap = cap;
  }
}

/** Ports for calls of models. */
export interface ModelPorts {
  pauses: Pauses;
  calls: Pick<ServiceCalls, 'watch'>;
  capabilities: CapabilityStore;
  answers: Answers;
  clock: Clock;
}

/** Rate limits shared by all processes. */
export interface Turns {
  /** Resolves at the next turn; turns of a key are at least `everyMs` apart. Throws the signal's reason. */
  take(key: string, everyMs: number, signal: AbortSignal): Promise<void>;
  /** Resolves when fewer than `most` callers hold the key; disposing releases it. Throws the signal's reason. */
  hold(key: string, most: number, signal: AbortSignal): Promise<AsyncDisposable>;
}

/** Pages that ended their thread twice: no webset reads them for a day. */
export interface BrokenPages {
  /** Why a page is not read; null when it may be. */
  find(url: string): Promise<string | null>;
  remember(url: string, reason: string): Promise<void>;
}

/** Hosts that a registry redirected to, by registrant: `10.1038` of `doi:10.1038/x`. Host names have no `www.`. */
export interface RegistryHosts {
  list(registrant: string): Promise<string[]>;
  save(registrant: string, hosts: readonly string[]): Promise<void>;
}

/** Everything the agent needs from outside. Implemented on Postgres (runs/ports) and in memory (tests). */
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
