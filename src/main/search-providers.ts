import { SearchFailure, type SearchProvider } from '../agent/search/provider.ts';
import { type OpenOptions, PROVIDER_ENTRIES, type ProviderEntry, type ProviderName, SEARCH_PROVIDERS } from '../agent/search/registry.ts';
import { type Config, ConfigError } from '../config.ts';
import type { FeatureStatus } from '../domain/service/facts.ts';

// Determines which providers of the registry (agent/search/registry.ts) a configuration turns on.

/** A provider's own settings. */
function settingsOf(
  { searchKeys, searchUrls, searxngUrl, mcpSearch, allowPrivate }: Config,
  name: ProviderName,
): Pick<OpenOptions, 'key' | 'baseUrl' | 'tool' | 'allowPrivate'> {
  const byName = (settings: Record<string, string | undefined>) => settings[name];
  if (name === 'mcp') return { ...mcpSearch, allowPrivate };
  return { key: byName(searchKeys), baseUrl: name === 'searxng' ? searxngUrl : byName(searchUrls) };
}

/** The environment variable that turns a provider on; null if none is needed. */
const NEEDS: Record<ProviderEntry['access'], (setting: string) => string | null> = {
  key: (setting) => `${setting}_API_KEY`,
  contact: () => 'CONTACT',
  url: (setting) => `${setting}_URL`,
  none: () => null,
};
function needsOf(name: ProviderName): string | null {
  const { access, setting }: ProviderEntry = SEARCH_PROVIDERS[name];
  return NEEDS[access](setting ?? name.toUpperCase());
}

/** Whether a provider has all required settings. */
function isReady(config: Config, name: ProviderName): boolean {
  const { access } = SEARCH_PROVIDERS[name];
  const { key, baseUrl } = settingsOf(config, name);
  return access === 'none' || baseUrl !== undefined || (access === 'contact' ? config.contact : key) !== undefined;
}

/** The search providers that this configuration turns on. Throws ConfigError on an unknown name. */
export function providerNames(config: Config): ProviderName[] {
  const asked = config.searchProviders;
  const known = PROVIDER_ENTRIES.map(([name]) => name);
  const strange = asked.filter((name) => name !== 'auto' && !known.some((one) => one === name));
  if (strange.length > 0)
    throw new ConfigError(`SEARCH_PROVIDERS=${asked.join(',')}: unknown ${strange.join(', ')}; known are auto, ${known.join(', ')}`);
  const auto = asked.length === 0 || asked.includes('auto');
  return known.filter((name) => asked.includes(name) || (auto && isReady(config, name)));
}

/** The providers that are off, with the variable that turns each on. */
export function providersOff(config: Config): { name: string; needs: string }[] {
  const on = new Set(providerNames(config));
  return PROVIDER_ENTRIES.flatMap(([name]) =>
    on.has(name) ? [] : [{ name, needs: (isReady(config, name) ? null : needsOf(name)) ?? 'SEARCH_PROVIDERS' }],
  );
}

/** Every provider: whether it is on, and the variable that turns it on. A named one without its required settings is off. */
export function providerStatuses(config: Config): FeatureStatus[] {
  const named = new Set(providerNames(config));
  return PROVIDER_ENTRIES.map(([name, { about }]) => {
    const isOn = isReady(config, name);
    const needs = needsOf(name);
    if (named.has(name))
      return { name, enabled: isOn, setting: needs, note: isOn ? about : `${about} SEARCH_PROVIDERS names it, but ${needs} is not set.` };
    return {
      name,
      enabled: false,
      setting: isOn ? 'SEARCH_PROVIDERS' : needs,
      note: isOn ? `${about} SEARCH_PROVIDERS leaves it out.` : about,
    };
  });
}

/** Opens the providers of the configuration. A named one without its required settings is opened too, and reports that when it is used. */
export function openProviders(
  config: Config,
  { index, clock, turns, timeoutMs }: Pick<OpenOptions, 'index' | 'clock' | 'turns' | 'timeoutMs'>,
  userAgent: string,
): Promise<SearchProvider[]> {
  const mailto = config.contact?.includes('@') ? config.contact.replace(/^mailto:/, '') : undefined;
  const open = async (name: ProviderName): Promise<SearchProvider> => {
    if (!isReady(config, name)) return lacking(name, needsOf(name) ?? '');
    const entry: ProviderEntry = SEARCH_PROVIDERS[name];
    const provider = await entry.open({ ...settingsOf(config, name), userAgent, mailto, index, clock, turns, timeoutMs });
    return { ...provider, ...(entry.categories && { categories: entry.categories }) };
  };
  return Promise.all(providerNames(config).map(open));
}

const lacking = (name: string, needs: string): SearchProvider => ({
  name,
  search: async () => {
    throw new SearchFailure('misconfigured', `${needs} is not set`);
  },
});
