import { join } from 'node:path';
import { hostOf } from '../../agent/model/endpoint.ts';
import { openTransport } from '../../agent/model/transport.ts';
import { tryModel } from '../../agent/model/try-model.ts';
import type { ModelPorts } from '../../agent/ports.ts';
import type { SearchProvider } from '../../agent/search/provider.ts';
import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { dollars, estimate } from '../../domain/money/cost.ts';
import { portsOn } from '../../runs/ports/ports.ts';
import { openProviders } from '../agent.ts';
import { openDatabase } from '../database.ts';
import { readPrices } from '../models.ts';
import { openModels } from '../open-models.ts';
import { providersOff } from '../search-providers.ts';
import { portsOfTry, searchOnce } from '../settings/attempt.ts';
import { configOfService } from '../settings/kept.ts';

const HOW: Record<string, string> = {
  SEARXNG_URL: 'set SEARXNG_URL to search the web',
  MCP_SEARCH_URL: 'set MCP_SEARCH_URL to search the web by an MCP server; docs/search.md names some that ask for no key',
  CONTACT: 'set CONTACT to a mail address or URL of yours',
  SEARCH_PROVIDERS: 'name it in SEARCH_PROVIDERS, or leave that out',
};

const knows = ({ categories }: SearchProvider) =>
  categories ? `, for ${categories.map((category) => category ?? 'websets without a category').join(', ')}` : '';

/**
 * `doctor`: tries the database, each search provider and each model, and prints what works, its cost and what to set. Returns the exit
 * code: 1 when anything fails.
 */
export async function doctor(own: Config): Promise<number> {
  const databaseUrl = await openDatabase(own);
  await using client = openClient(databaseUrl, { max: 2, name: 'webset doctor' });
  const config = await configOfService(own, client.db);
  const [server] = await client.db.execute<{ version: string }>('select version() as version');
  console.log(`database   works   ${withoutPassword(databaseUrl)}\n           ${server?.version}`);
  if (!config.databaseUrl) console.log(`           its password is in ${join(config.dataDir, 'postgres.password')}`);
  const ports = portsOn(client.db);
  const prices = readPrices(config);
  const priceOfSearch = (name: string) =>
    prices.searches[name] === undefined ? '' : `, about $${prices.searches[name]} a thousand searches`;
  let broken = 0;
  for (const provider of await openProviders(config, ports)) {
    const { works, message } = await searchOnce(provider);
    if (!works) broken++;
    const size = works && provider.name === 'index' ? ` of ${await ports.index.size({})} pages` : '';
    const about = works ? `works   ${message}${size}${knows(provider)}${priceOfSearch(provider.name)}` : `fails   ${message}`;
    console.log(`${provider.name.padEnd(10)} ${about}`);
  }
  for (const { name, needs } of providersOff(config)) console.log(`${name.padEnd(10)} off     ${HOW[needs] ?? `set ${needs}`}`);
  broken += await tryModels(config, portsOfTry(client.db), prices.asOf);
  return broken > 0 ? 1 : 0;
}

/** Asks each model one small question. Returns how many fail. */
async function tryModels(config: Config, ports: ModelPorts, asOf: string | undefined): Promise<number> {
  if (config.models.length === 0) {
    console.log(
      'model      off     the rules judge; set LLM_PROVIDER, LLM_MODEL and LLM_API_KEY (or LLM_BASE_URL) for a language model, or `npm run webset -- model` for one on this machine',
    );
    return 0;
  }
  await using transport = openTransport();
  let broken = 0;
  for (const [i, model] of openModels(config, ports, transport.fetch).entries()) {
    const label = (i === 0 ? 'model' : 'fallback').padEnd(10);
    const tried = await tryModel(model);
    if (tried.failure !== null) {
      broken++;
      console.log(`${label} fails   ${tried.failure}${hostOf(model.endpoint)}`);
      continue;
    }
    const { price } = model;
    const thousand = estimate({ pages: 1000, cells: 5, price, past: null }).costNanoUsd;
    const cost =
      price === null ? 'price not known: name it in a file, LLM_PRICES' : `about ${dollars(thousand)} a thousand pages of 5 cells`;
    const dated = price !== null && thousand > 0 && asOf ? `, prices as of ${asOf}` : '';
    console.log(`${label} works   ${model.name}${hostOf(model.endpoint)}: ${Math.round(tried.ms)} ms, ${tried.how}; ${cost}${dated}`);
  }
  if (config.caps.dayCapNanoUsd === null && config.models.length > 0)
    console.log('           no cap on a day: set LLM_DAILY_CAP (US dollars) to have one');
  return broken;
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  url.password = '';
  return url.href;
}
