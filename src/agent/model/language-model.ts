import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelProvider } from '../../domain/model/providers.ts';
import type { Endpoint } from './endpoint.ts';

/** How the shape of an answer is requested, the strictest mode first. The prompt describes it in every mode. */
export const MODES = ['schema', 'object', 'words'] as const;
export type Mode = (typeof MODES)[number];

/** The modes of a provider's protocol; a compatible server may support fewer. */
export const modesOf = (provider: ModelProvider): readonly Mode[] => (provider === 'anthropic' ? ['schema', 'words'] : MODES);

const OWN_ADDRESS: Record<ModelProvider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': '',
};

/**
 * The SDK's model for an endpoint. It uses OpenAI's chat protocol: the Responses protocol stores prompts at the provider by default, and
 * proxies do not implement it.
 */
export function languageModel(
  { provider, model, key, baseUrl }: Endpoint,
  mode: Mode,
  fetch: typeof globalThis.fetch,
): Exclude<LanguageModel, string> {
  // without these the SDK reads a key and an address from the environment
  const common = { apiKey: key ?? 'none', fetch, baseURL: (baseUrl ?? OWN_ADDRESS[provider]).replace(/\/+$/, '') };
  if (provider === 'openai') return createOpenAI(common).chat(model);
  if (provider === 'anthropic') return createAnthropic(common)(model);
  if (provider === 'google') return createGoogle(common)(model);
  return createOpenAICompatible({
    name: 'local',
    baseURL: common.baseURL,
    fetch,
    supportsStructuredOutputs: mode === 'schema',
    ...(key !== undefined && { apiKey: key }),
  })(model);
}
