import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelProvider } from '../../domain/model/providers.ts';
import type { Endpoint } from './endpoint.ts';

/** How the shape of an answer is asked for, the surest first. The prompt says it in words every time. */
export const MODES = ['schema', 'object', 'words'] as const;
export type Mode = (typeof MODES)[number];

/** The modes that a provider's protocol knows; a server behind it may know fewer. */
export const modesOf = (provider: ModelProvider): readonly Mode[] => (provider === 'anthropic' ? ['schema', 'words'] : MODES);

const OWN_ADDRESS: Record<ModelProvider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': '',
};

/**
 * The SDK's model of an endpoint. OpenAI's chat protocol is used rather than its Responses, whose prompts are kept at the provider by default, and which
 * proxies do not speak.
 */
export function languageModel(
  { provider, model, key, baseUrl }: Endpoint,
  mode: Mode,
  fetch: typeof globalThis.fetch,
): Exclude<LanguageModel, string> {
  // the SDK would otherwise look for a key and an address of its own in the environment
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
