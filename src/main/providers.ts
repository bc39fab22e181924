import type { Ports } from '../agent/ports.ts';
import { openArxiv } from '../agent/search/arxiv.ts';
import { openBrave } from '../agent/search/brave.ts';
import { openCrossref } from '../agent/search/crossref.ts';
import { openEuropePmc } from '../agent/search/europepmc.ts';
import { openExa } from '../agent/search/exa.ts';
import { openGdelt } from '../agent/search/gdelt.ts';
import { openHackerNews } from '../agent/search/hackernews.ts';
import { openIndexSearch } from '../agent/search/index-provider.ts';
import { SearchFailure, type SearchProvider } from '../agent/search/provider.ts';
import { openSearxng } from '../agent/search/searxng.ts';
import { openSerper } from '../agent/search/serper.ts';
import { openTavily } from '../agent/search/tavily.ts';
import { openWikimedia } from '../agent/search/wikimedia.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Switch } from '../domain/service.ts';

interface Offer {
  /** What turns it on, as the environment names it; null: nothing, it is always there. */
  needs: string | null;
  /** What it searches, in words. */
  about: string;
  isOn(config: Config): boolean;
  open(config: Config, ports: Pick<Ports, 'index' | 'clock' | 'turns'>, userAgent: string): SearchProvider;
}

type Key = keyof Config['searchKeys'];
type Place = keyof Config['searchUrls'];
type Keyed = (options: Parameters<typeof openBrave>[0]) => SearchProvider;
type Public = (options: Parameters<typeof openCrossref>[0]) => SearchProvider;

/** One that wants a key, unless a proxy at its URL has it. */
const keyed = (name: Key, open: Keyed): Offer => ({
  about: 'The web, by a paid API.',
  needs: `${name.toUpperCase()}_API_KEY`,
  isOn: ({ searchKeys, searchUrls }) => (searchKeys[name] ?? searchUrls[name]) !== undefined,
  open: ({ searchKeys, searchUrls }, { clock, turns }) => open({ key: searchKeys[name], baseUrl: searchUrls[name], clock, turns }),
});

/** One that wants to know whom to reach. */
const keyless = (name: Place, about: string, open: Public): Offer => ({
  about,
  needs: 'CONTACT',
  isOn: ({ contact, searchUrls }) => (contact ?? searchUrls[name]) !== undefined,
  open: ({ contact, searchUrls }, { clock, turns }, userAgent) => {
    const mailto = contact?.includes('@') ? contact.replace(/^mailto:/, '') : undefined;
    return open({ userAgent, baseUrl: searchUrls[name], clock, turns, mailto });
  },
});

/** Every provider there is, in the order that they are named to people. */
const OFFERS: Record<string, Offer> = {
  index: {
    about: 'The pages that were indexed here, the sample web among them.',
    needs: null,
    isOn: () => true,
    open: (_, { index }) => openIndexSearch(index),
  },
  searxng: {
    about: 'The web, through a SearXNG instance.',
    needs: 'SEARXNG_URL',
    isOn: ({ searxngUrl }) => searxngUrl !== undefined,
    open: ({ searxngUrl = '' }) => openSearxng({ baseUrl: searxngUrl }),
  },
  brave: keyed('brave', openBrave),
  exa: keyed('exa', openExa),
  tavily: keyed('tavily', openTavily),
  serper: keyed('serper', openSerper),
  wikimedia: keyless('wikimedia', 'People and organisations, by Wikipedia and their official sites.', openWikimedia),
  europepmc: keyless('europepmc', 'Papers on life sciences.', openEuropePmc),
  arxiv: keyless('arxiv', 'Preprints.', openArxiv),
  crossref: keyless('crossref', 'Papers by their DOI records.', openCrossref),
  hackernews: keyless('hackernews', 'Posts on Hacker News.', openHackerNews),
  gdelt: keyless('gdelt', 'News articles.', openGdelt),
};

/** The names of the search providers that this configuration turns on. Throws ConfigError on a name that is none. */
export function providerNames(config: Config): string[] {
  const asked = config.searchProviders;
  const known = Object.keys(OFFERS);
  const strange = asked.filter((name) => name !== 'auto' && !known.includes(name));
  if (strange.length > 0)
    throw new ConfigError(`SEARCH_PROVIDERS=${asked.join(',')}: unknown ${strange.join(', ')}; known are auto, ${known.join(', ')}`);
  const auto = asked.length === 0 || asked.includes('auto');
  return known.filter((name) => asked.includes(name) || (auto && OFFERS[name]?.isOn(config)));
}

/** The providers that are off, each with the variable that turns it on. */
export function providersOff(config: Config): { name: string; needs: string }[] {
  const on = new Set(providerNames(config));
  return Object.entries(OFFERS).flatMap(([name, { needs, isOn }]) =>
    on.has(name) ? [] : [{ name, needs: isOn(config) || needs === null ? 'SEARCH_PROVIDERS' : needs }],
  );
}

/** Every provider: whether it is on, and which variable turns it on. One that is named but lacks what it needs is not on. */
export function providerSwitches(config: Config): Switch[] {
  const named = new Set(providerNames(config));
  return Object.entries(OFFERS).map(([name, { needs, about, isOn }]) => {
    const has = isOn(config);
    if (named.has(name))
      return { name, enabled: has, setting: needs, note: has ? about : `${about} SEARCH_PROVIDERS names it, but ${needs} is not set.` };
    return {
      name,
      enabled: false,
      setting: has ? 'SEARCH_PROVIDERS' : needs,
      note: has ? `${about} SEARCH_PROVIDERS leaves it out.` : about,
    };
  });
}

/** Opens what the configuration turns on. One that is named and lacks what it needs is opened, too: it says so when it is asked. */
export const openProviders = (config: Config, ports: Pick<Ports, 'index' | 'clock' | 'turns'>, userAgent: string): SearchProvider[] =>
  providerNames(config).map((name) => {
    const offer = OFFERS[name] as Offer;
    return offer.isOn(config) ? offer.open(config, ports, userAgent) : lacking(name, offer.needs ?? '');
  });

const lacking = (name: string, needs: string): SearchProvider => ({
  name,
  search: async () => {
    throw new SearchFailure('misconfigured', `${needs} is not set`);
  },
});
