import { createHash } from 'node:crypto';
import type { ModelProvider } from '../../domain/model/providers.ts';

/** A model and where it is asked. `key` is absent for servers at home that want none. */
export interface Endpoint {
  provider: ModelProvider;
  model: string;
  key: string | undefined;
  /** Absent: the provider's own address. */
  baseUrl: string | undefined;
  /** Calls of one worker at a time. */
  concurrency: number;
  timeoutMs: number;
}

/** As people read it, callers among them: neither key nor host. */
export const nameOf = ({ provider, model }: Endpoint): string => `${provider} ${model}`;

/** Where it stands when it is not the provider's own place: for the operator alone. */
export const hostOf = ({ baseUrl }: Endpoint): string =>
  baseUrl === undefined ? '' : ` at ${URL.parse(baseUrl)?.host ?? 'an unknown host'}`;

const digestOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** What pauses, capabilities and answers of an endpoint are kept under: the same for all workers that ask the same model at the same place. */
export const keyOf = ({ provider, model, baseUrl }: Endpoint): string => digestOf(provider, model, baseUrl ?? '');

/** What is kept of an endpoint that does not take a key: another key is not refused yet. */
export const keyWithKeyOf = ({ provider, model, baseUrl, key }: Endpoint): string => digestOf(provider, model, baseUrl ?? '', key ?? '');
