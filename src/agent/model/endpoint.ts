import { createHash } from 'node:crypto';
import type { ModelProvider } from '../../domain/model/providers.ts';

/** A model and its endpoint. `key` is absent for local servers that need none. */
export interface Endpoint {
  provider: ModelProvider;
  model: string;
  key: string | undefined;
  /** Absent: the provider's own address. */
  baseUrl: string | undefined;
  /** Simultaneous calls of one worker. */
  concurrency: number;
  timeoutMs: number;
}

/** The display name, which all callers see: neither key nor host. */
export const nameOf = ({ provider, model }: Endpoint): string => `${provider} ${model}`;

/** The host where it is not the provider's own; only the operator sees it. */
export const hostOf = ({ baseUrl }: Endpoint): string =>
  baseUrl === undefined ? '' : ` at ${URL.parse(baseUrl)?.host ?? 'an unknown host'}`;

const digestOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** The key of an endpoint's pauses, capabilities and answers, shared by all workers. */
export const keyOf = ({ provider, model, baseUrl }: Endpoint): string => digestOf(provider, model, baseUrl ?? '');

/** The key of a pause after a refused API key: a new API key is tried at once. */
export const credentialsKeyOf = ({ provider, model, baseUrl, key }: Endpoint): string =>
  digestOf(provider, model, baseUrl ?? '', key ?? '');
