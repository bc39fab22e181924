import type { Category } from '../../domain/webset-state.ts';
import type { Ports } from '../ports.ts';
import type { SearchProvider } from './provider.ts';

/** Options of a provider: its settings, the caller's identity and the agent's ports. */
export interface OpenOptions extends Pick<Ports, 'index' | 'clock' | 'turns'> {
  key?: string | undefined;
  baseUrl?: string | undefined;
  userAgent: string;
  /** A mail address for services that ask for one. */
  mailto?: string | undefined;
  /** The tool of an MCP server that searches, and the `host:port` of a server that may be private. */
  tool?: string | undefined;
  allowPrivate?: readonly string[];
  /** The longest wait for an answer; absent: each provider's default. */
  timeoutMs?: number | undefined;
}

/**
 * What turns a provider on: its own key (BRAVE_API_KEY), a contact (CONTACT), its own address (SEARXNG_URL), or nothing. The address of a
 * proxy (BRAVE_BASE_URL) replaces a key or contact.
 */
type Access = 'key' | 'contact' | 'url' | 'none';

export interface ProviderEntry {
  access: Access;
  /** The prefix of its settings where it differs from its name: MCP_SEARCH for MCP_SEARCH_URL. */
  setting?: string;
  /** What it searches, in words. */
  about: string;
  /** The categories that it covers; null is a webset without one. Absent: all. */
  categories?: readonly (Category | null)[];
  /** Loads its module and opens it. */
  open(options: OpenOptions): Promise<SearchProvider>;
}

const PAID = 'The web, by a paid API.';

/** All search providers in display order. A module is loaded when its provider is opened. */
export const SEARCH_PROVIDERS = {
  index: {
    access: 'none',
    about: 'The pages that were indexed here, the sample web among them.',
    open: async ({ index }) => (await import('./providers/index-provider.ts')).openIndexSearch(index),
  },
  searxng: {
    access: 'url',
    about: 'The web, through a SearXNG instance.',
    open: async ({ baseUrl = '', timeoutMs }) => (await import('./providers/searxng.ts')).openSearxng({ baseUrl, timeoutMs }),
  },
  mcp: {
    access: 'url',
    setting: 'MCP_SEARCH',
    about: 'The web, by a search tool of an MCP server; some ask for no key.',
    open: async (options) => (await import('./providers/mcp.ts')).openMcp(options),
  },
  brave: { access: 'key', about: PAID, open: async (options) => (await import('./providers/brave.ts')).openBrave(options) },
  exa: { access: 'key', about: PAID, open: async (options) => (await import('./providers/exa.ts')).openExa(options) },
  tavily: { access: 'key', about: PAID, open: async (options) => (await import('./providers/tavily.ts')).openTavily(options) },
  serper: { access: 'key', about: PAID, open: async (options) => (await import('./providers/serper.ts')).openSerper(options) },
  wikimedia: {
    access: 'contact',
    about: 'People and organisations, by Wikipedia and their official sites.',
    categories: ['people', 'companies', null],
    open: async (options) => (await import('./providers/wikimedia.ts')).openWikimedia(options),
  },
  europepmc: {
    access: 'contact',
    about: 'Papers on life sciences.',
    categories: ['research'],
    open: async (options) => (await import('./providers/europepmc.ts')).openEuropePmc(options),
  },
  arxiv: {
    access: 'contact',
    about: 'Preprints.',
    categories: ['research'],
    open: async (options) => (await import('./providers/arxiv.ts')).openArxiv(options),
  },
  crossref: {
    access: 'contact',
    about: 'Papers by their DOI records.',
    categories: ['research'],
    open: async (options) => (await import('./providers/crossref.ts')).openCrossref(options),
  },
  hackernews: {
    access: 'contact',
    about: 'Posts on Hacker News.',
    categories: ['posts'],
    open: async (options) => (await import('./providers/hackernews.ts')).openHackerNews(options),
  },
  gdelt: {
    access: 'contact',
    about: 'News articles.',
    categories: ['articles'],
    open: async (options) => (await import('./providers/gdelt.ts')).openGdelt(options),
  },
} satisfies Record<string, ProviderEntry>;

export type ProviderName = keyof typeof SEARCH_PROVIDERS;
type WithAccess<A extends Access> = { [N in ProviderName]: (typeof SEARCH_PROVIDERS)[N]['access'] extends A ? N : never }[ProviderName];

export const PROVIDER_ENTRIES = Object.entries(SEARCH_PROVIDERS) as [ProviderName, ProviderEntry][];

/** The names of the providers with one of these kinds of access. */
export const providersWith = <A extends Access>(...access: A[]) =>
  PROVIDER_ENTRIES.filter(([, entry]) => access.some((one) => one === entry.access)).map(([name]) => name) as WithAccess<A>[];
