import type { Ports } from '../agent/ports.ts';
import { SearchFailure, type SearchProvider } from '../agent/search/provider.ts';
import { openArxiv } from '../agent/search/providers/arxiv.ts';
import { openBrave } from '../agent/search/providers/brave.ts';
import { openCrossref } from '../agent/search/providers/crossref.ts';
import { openEuropePmc } from '../agent/search/providers/europepmc.ts';
import { openExa } from '../agent/search/providers/exa.ts';
import { openGdelt } from '../agent/search/providers/gdelt.ts';
import { openHackerNews } from '../agent/search/providers/hackernews.ts';
import { openIndexSearch } from '../agent/search/providers/index-provider.ts';
import { openSearxng } from '../agent/search/providers/searxng.ts';
import { openSerper } from '../agent/search/providers/serper.ts';
import { openTavily } from '../agent/search/providers/tavily.ts';
import { openWikimedia } from '../agent/search/providers/wikimedia.ts';
import type { Config } from '../config.ts';
import { PROVIDERS, type ProviderName, providerNames } from './search-providers.ts';

type Open = (config: Config, ports: Pick<Ports, 'index' | 'clock' | 'turns'>, userAgent: string) => SearchProvider;
type Keyed = (options: Parameters<typeof openBrave>[0]) => SearchProvider;
type Public = (options: Parameters<typeof openCrossref>[0]) => SearchProvider;

const keyed =
  (name: keyof Config['searchKeys'], open: Keyed): Open =>
  ({ searchKeys, searchUrls }, { clock, turns }) =>
    open({ key: searchKeys[name], baseUrl: searchUrls[name], clock, turns });

const keyless =
  (name: keyof Config['searchUrls'], open: Public): Open =>
  ({ contact, searchUrls }, { clock, turns }, userAgent) => {
    const mailto = contact?.includes('@') ? contact.replace(/^mailto:/, '') : undefined;
    return open({ userAgent, baseUrl: searchUrls[name], clock, turns, mailto });
  };

const OPEN: Record<ProviderName, Open> = {
  index: (_, { index }) => openIndexSearch(index),
  searxng: ({ searxngUrl = '' }) => openSearxng({ baseUrl: searxngUrl }),
  brave: keyed('brave', openBrave),
  exa: keyed('exa', openExa),
  tavily: keyed('tavily', openTavily),
  serper: keyed('serper', openSerper),
  wikimedia: keyless('wikimedia', openWikimedia),
  europepmc: keyless('europepmc', openEuropePmc),
  arxiv: keyless('arxiv', openArxiv),
  crossref: keyless('crossref', openCrossref),
  hackernews: keyless('hackernews', openHackerNews),
  gdelt: keyless('gdelt', openGdelt),
};

/** Opens what the configuration turns on. One that is named and lacks what it needs is opened, too: it says so when it is asked. */
export const openProviders = (config: Config, ports: Pick<Ports, 'index' | 'clock' | 'turns'>, userAgent: string): SearchProvider[] =>
  providerNames(config).map((name) =>
    PROVIDERS[name].isOn(config) ? OPEN[name](config, ports, userAgent) : lacking(name, PROVIDERS[name].needs ?? ''),
  );

const lacking = (name: string, needs: string): SearchProvider => ({
  name,
  search: async () => {
    throw new SearchFailure('misconfigured', `${needs} is not set`);
  },
});
