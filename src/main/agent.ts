import { availableParallelism } from 'node:os';
import { openFetcher } from '../agent/fetch/fetcher.ts';
import { lexicalReasoner } from '../agent/judge/lexical.ts';
import type { Ports } from '../agent/ports.ts';
import { openReader } from '../agent/read/reader.ts';
import { openIndexSearch } from '../agent/search/index-provider.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import { openSearxng } from '../agent/search/searxng.ts';
import { type Config, ConfigError } from '../config.ts';

const USER_AGENT = 'webset/0.1';

export const openReaders = () => openReader({ threads: Math.max(1, Math.min(4, availableParallelism() - 1)), memoryMb: 256, seconds: 20 });

export function openFetchers({ contact, allowPrivate, hostDelayMs }: Config, { clock }: Pick<Ports, 'clock'>) {
  const userAgent = contact ? `${USER_AGENT} (+${contact})` : USER_AGENT;
  return openFetcher({ userAgent, allowPrivate, hostDelayMs, clock });
}

export const reasoner = lexicalReasoner;

/** The names of the search providers that this configuration turns on. */
export function providerNames({ searchProviders, searxngUrl }: Config): string[] {
  const known = ['index', 'searxng'];
  const strange = searchProviders.filter((name) => name !== 'auto' && !known.includes(name));
  if (strange.length > 0)
    throw new ConfigError(
      `SEARCH_PROVIDERS=${searchProviders.join(',')}: unknown ${strange.join(', ')}; known are auto, ${known.join(', ')}`,
    );
  if (searchProviders.includes('searxng') && !searxngUrl) throw new ConfigError('SEARCH_PROVIDERS names searxng: set SEARXNG_URL as well');
  const auto = searchProviders.length === 0 || searchProviders.includes('auto');
  return known.filter((name) => (auto ? name === 'index' || searxngUrl !== undefined : searchProviders.includes(name)));
}

export const openProviders = (config: Config, ports: Pick<Ports, 'index'>): SearchProvider[] =>
  providerNames(config).map((name) =>
    name === 'searxng' && config.searxngUrl ? openSearxng({ baseUrl: config.searxngUrl }) : openIndexSearch(ports.index),
  );
