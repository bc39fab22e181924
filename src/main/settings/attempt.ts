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

const SEARCH_MS = 20_000;

/** Uses a setting of this configuration once: a small question to the first model, or a search. */
export async function attemptSetting(db: Database, config: Config, name: string): Promise<SettingTried> {
  if (name === 'model') return attemptModel(db, config);
  if (name === 'cap') return { works: true, message: 'The amount can be kept.' };
  return attemptSearch(db, config, name);
}

/** What a model is tried with: it is asked whether or not it rests, and a failure has no worker leave it alone. */
export const portsOfTry = (db: Database): ModelPorts => ({
  ...modelPortsOn(db, portsOn(db).clock, UNWATCHED),
  pauses: { left: async () => ({ ms: 0, reason: null }), set: async () => {} },
});

async function attemptModel(db: Database, config: Config): Promise<SettingTried> {
  await using transport = openTransport();
  const [model] = openModels(config, portsOfTry(db), transport.fetch);
  if (!model) return { works: false, message: 'No model is set.' };
  const tried = await tryModel(model);
  if (tried.failure !== null) return { works: false, message: tried.failure };
  return { works: true, message: `${model.name} ${tried.how}, in ${Math.round(tried.ms)} ms` };
}

async function attemptSearch(db: Database, config: Config, name: string): Promise<SettingTried> {
  const isAsked = (provider: SearchProvider) => (name === 'contact' ? provider.name === 'wikimedia' : provider.name === name);
  const provider = (await openProviders({ ...config, searchProviders: [] }, portsOn(db))).find(isAsked);
  if (!provider) return { works: false, message: `${name} is not set.` };
  const { works, message } = await searchOnce(provider);
  return { works, message: config.searchProviders.length > 0 && works ? `${message}; SEARCH_PROVIDERS names which are used` : message };
}

/** Searches once for a word that every search service finds. */
export async function searchOnce(provider: SearchProvider): Promise<SettingTried> {
  try {
    const query = { text: 'database', pageNumber: 0, category: provider.categories?.[0] ?? null };
    const hits = await provider.search(query, AbortSignal.timeout(SEARCH_MS));
    return { works: true, message: hits.length === 1 ? '1 hit' : `${hits.length} hits` };
  } catch (error) {
    return { works: false, message: error instanceof Error ? error.message : wordsOf(error) };
  }
}
