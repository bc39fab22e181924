import { availableParallelism } from 'node:os';
import { openFetcher } from '../agent/fetch/fetcher.ts';
import { openRules } from '../agent/judge/threaded.ts';
import type { Ports } from '../agent/ports.ts';
import { openReader } from '../agent/read/reader.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { Config } from '../config.ts';
import { openProviders as openOffered } from './providers.ts';

const USER_AGENT = 'webset/0.1';

const THREADS = { threads: Math.max(1, Math.min(4, availableParallelism() - 1)), memoryMb: 256, seconds: 20 };

export const openReaders = () => openReader(THREADS);

/** Who judges: the rules, in threads. */
export const openReasoner = () => openRules(THREADS);

const userAgentOf = ({ contact }: Config) => (contact ? `${USER_AGENT} (+${contact})` : USER_AGENT);

export const openFetchers = (config: Config, { clock, turns }: Pick<Ports, 'clock' | 'turns'>) =>
  openFetcher({ userAgent: userAgentOf(config), allowPrivate: config.allowPrivate, hostDelayMs: config.hostDelayMs, clock, turns });

export const openProviders = (config: Config, ports: Pick<Ports, 'index' | 'clock' | 'turns'>): SearchProvider[] =>
  openOffered(config, ports, userAgentOf(config));
