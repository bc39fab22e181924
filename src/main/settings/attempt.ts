import { hostOf } from '../../agent/model/endpoint.ts';
import { openTransport } from '../../agent/model/transport.ts';
import { tryModel } from '../../agent/model/try-model.ts';
import type { ModelPorts } from '../../agent/ports.ts';
import type { SearchProvider } from '../../agent/search/provider.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connection/client.ts';
import { wordsOf } from '../../domain/errors.ts';
import type { SettingTried } from '../../domain/service/setting.ts';
import { modelPortsOn } from '../../runs/ports/model-ports.ts';
import { portsOn } from '../../runs/ports/ports.ts';
import { UNWATCHED } from '../../runs/ports/service-calls.ts';
import { openProviders } from '../agent.ts';
import { openModels } from '../open-models.ts';
import { providerNames } from '../search-providers.ts';

const SEARCH_MS = 20_000;

/** Tries a setting of this configuration: a small question to the first model, or a search. */
export async function attemptSetting(db: Database, config: Config, name: string, signal: AbortSignal): Promise<SettingTried> {
  if (name === 'model') return attemptModel(db, config, signal);
  if (name === 'cap') return { works: true, message: 'The amount can be kept.' };
  return attemptSearch(db, config, name, signal);
}

/** The ports for a trial: it ignores pauses, and its failure pauses nothing. */
export const portsOfTry = (db: Database): ModelPorts => ({
  ...modelPortsOn(db, portsOn(db).clock, UNWATCHED),
  pauses: { left: async () => ({ ms: 0, reason: null }), set: async () => {} },
  capabilities: { get: async () => null, put: async () => {} },
});

async function attemptModel(db: Database, config: Config, signal: AbortSignal): Promise<SettingTried> {
  await using transport = openTransport();
  const [model] = openModels(config, portsOfTry(db), transport.fetch);
  if (!model) return { works: false, message: 'No model is set.' };
  const tried = await tryModel(model, signal);
  if (tried.failure !== null) return { works: false, message: `${tried.failure}${hostOf(model.endpoint)}` };
  return { works: true, message: `It works: ${model.name} ${tried.how}, in ${Math.round(tried.ms)} ms` };
}

async function attemptSearch(db: Database, config: Config, name: string, signal: AbortSignal): Promise<SettingTried> {
  const asked = name === 'contact' ? 'wikimedia' : name;
  const [provider] = await openProviders({ ...config, searchProviders: [asked] }, portsOn(db));
  if (!provider) return { works: false, message: `${name} is not set.` };
  const { works, message } = await searchOnce(provider, signal);
  if (!works) return { works, message };
  const isUsed = providerNames(config).some((one) => one === asked);
  return { works, message: `It works: ${message}${isUsed ? '' : '. It is not used while SEARCH_PROVIDERS does not name it'}` };
}

/** Searches once for a word that every search service finds. */
export async function searchOnce(provider: SearchProvider, signal?: AbortSignal): Promise<SettingTried> {
  try {
    const query = { text: 'database', pageNumber: 0, category: provider.categories?.[0] ?? null };
    const late = AbortSignal.timeout(SEARCH_MS);
    const hits = await provider.search(query, signal ? AbortSignal.any([signal, late]) : late);
    return { works: true, message: hits.length === 1 ? '1 hit' : `${hits.length} hits` };
  } catch (error) {
    return { works: false, message: error instanceof Error ? error.message : wordsOf(error) };
  }
}
