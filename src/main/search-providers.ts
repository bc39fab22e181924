import { type Config, ConfigError } from '../config.ts';
import type { FeatureStatus } from '../domain/service.ts';

// The search providers as people switch them on; providers.ts opens them. Apart, so that a gateway loads none of them.

interface ProviderEntry {
  /** What turns it on, as the environment names it; null: nothing, it is always there. */
  needs: string | null;
  /** What it searches, in words. */
  about: string;
  isOn(config: Config): boolean;
}

/** One that wants a key, unless a proxy at its URL has it. */
const keyed = (name: keyof Config['searchKeys']): ProviderEntry => ({
  about: 'The web, by a paid API.',
  needs: `${name.toUpperCase()}_API_KEY`,
  isOn: ({ searchKeys, searchUrls }) => (searchKeys[name] ?? searchUrls[name]) !== undefined,
});

/** One that wants to know whom to reach. */
const keyless = (name: keyof Config['searchUrls'], about: string): ProviderEntry => ({
  about,
  needs: 'CONTACT',
  isOn: ({ contact, searchUrls }) => (contact ?? searchUrls[name]) !== undefined,
});

/** Every provider there is, in the order that they are named to people. */
export const PROVIDERS = {
  index: { about: 'The pages that were indexed here, the sample web among them.', needs: null, isOn: () => true },
  searxng: { about: 'The web, through a SearXNG instance.', needs: 'SEARXNG_URL', isOn: ({ searxngUrl }) => searxngUrl !== undefined },
  brave: keyed('brave'),
  exa: keyed('exa'),
  tavily: keyed('tavily'),
  serper: keyed('serper'),
  wikimedia: keyless('wikimedia', 'People and organisations, by Wikipedia and their official sites.'),
  europepmc: keyless('europepmc', 'Papers on life sciences.'),
  arxiv: keyless('arxiv', 'Preprints.'),
  crossref: keyless('crossref', 'Papers by their DOI records.'),
  hackernews: keyless('hackernews', 'Posts on Hacker News.'),
  gdelt: keyless('gdelt', 'News articles.'),
} satisfies Record<string, ProviderEntry>;
export type ProviderName = keyof typeof PROVIDERS;

const entries = Object.entries(PROVIDERS) as [ProviderName, ProviderEntry][];

/** The names of the search providers that this configuration turns on. Throws ConfigError on a name that is none. */
export function providerNames(config: Config): ProviderName[] {
  const asked = config.searchProviders;
  const known = entries.map(([name]) => name);
  const strange = asked.filter((name) => name !== 'auto' && !known.some((one) => one === name));
  if (strange.length > 0)
    throw new ConfigError(`SEARCH_PROVIDERS=${asked.join(',')}: unknown ${strange.join(', ')}; known are auto, ${known.join(', ')}`);
  const auto = asked.length === 0 || asked.includes('auto');
  return known.filter((name) => asked.includes(name) || (auto && PROVIDERS[name].isOn(config)));
}

/** The providers that are off, each with the variable that turns it on. */
export function providersOff(config: Config): { name: string; needs: string }[] {
  const on = new Set(providerNames(config));
  return entries.flatMap(([name, { needs, isOn }]) =>
    on.has(name) ? [] : [{ name, needs: isOn(config) || needs === null ? 'SEARCH_PROVIDERS' : needs }],
  );
}

/** Every provider: whether it is on, and which variable turns it on. One that is named but lacks what it needs is not on. */
export function providerStatuses(config: Config): FeatureStatus[] {
  const named = new Set(providerNames(config));
  return entries.map(([name, { needs, about, isOn }]) => {
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
