import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type Endpoint, nameOf } from '../agent/model/endpoint.ts';
import { type Config, ConfigError } from '../config.ts';
import { overlay, type Price, type Prices, priceOf, pricesShape } from '../domain/money/cost.ts';
import { PRICES } from '../domain/money/prices.ts';

/** Price tables by file. Each is read once at start: later the process may no longer be root, and unable to read it. */
const pricesRead = new Map<string, Prices>();

/** The product's prices, overridden by the operator's. Throws ConfigError. */
export function readPrices({ pricesFile }: Pick<Config, 'pricesFile'>): Prices {
  if (pricesFile === undefined) return PRICES;
  const known = pricesRead.get(pricesFile);
  if (known) return known;
  try {
    const parsed = pricesShape.safeParse(JSON.parse(readFileSync(pricesFile, 'utf8')));
    if (parsed.success) {
      const prices = overlay(PRICES, parsed.data);
      pricesRead.set(pricesFile, prices);
      return prices;
    }
    throw new Error(z.prettifyError(parsed.error));
  } catch (error) {
    throw new ConfigError(`LLM_PRICES: ${pricesFile} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether the server is on this machine or in this network, and therefore free. */
function isAtHome(baseUrl: string | undefined): boolean {
  const host = URL.parse(baseUrl ?? '')?.hostname.replace(/^\[|\]$/g, '');
  if (!host) return false;
  if (host === 'localhost' || !/[.:]/.test(host)) return true;
  try {
    return ipaddr.parse(host).range() !== 'unicast';
  } catch {
    return false;
  }
}

/** The price of a model; null when unknown. */
export function priceOfModel({ provider, model, baseUrl }: Pick<Endpoint, 'provider' | 'model' | 'baseUrl'>, prices: Prices): Price | null {
  return priceOf(prices, provider, model) ?? (provider === 'openai-compatible' && isAtHome(baseUrl) ? { input: 0, output: 0 } : null);
}

/** The endpoints of this configuration in the order of their use, each with its price. Throws ConfigError when a cap cannot be enforced. */
export function endpointsOf(config: Config): { endpoint: Endpoint; price: Price | null }[] {
  const prices = readPrices(config);
  return config.models.map((settings) => {
    const endpoint: Endpoint = { ...settings, concurrency: config.modelConcurrency, timeoutMs: config.modelTimeoutMs };
    const price = priceOfModel(endpoint, prices);
    const capped = config.caps.dayCapNanoUsd !== null ? 'LLM_DAILY_CAP' : config.budget.maxCostNanoUsd !== null ? 'LLM_RUN_CAP' : null;
    if (price === null && capped)
      throw new ConfigError(
        `${capped}: cannot be kept, since the price of ${nameOf(endpoint)} is not known: give it in a file named by LLM_PRICES, {"models":{"${endpoint.provider}/${endpoint.model}":{"input":1,"output":5}}}`,
      );
    return { endpoint, price };
  });
}

/** The first model, as services know it; null if the rules judge. */
export function judgeOf(config: Config): { name: string; price: Price | null } | null {
  const [first] = endpointsOf(config);
  return first ? { name: first.endpoint.model, price: first.price } : null;
}
