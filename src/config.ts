import type { z } from 'zod';
import { environment, KEYED_PROVIDERS, PROXIED_PROVIDERS } from './config/environment.ts';
import { byName } from './config/kinds.ts';
import { MODEL_PROVIDERS } from './domain/model/providers.ts';
import { NANO_USD } from './domain/money/cost.ts';
import { ceilingsFor } from './domain/run-state.ts';

export type Config = ReturnType<typeof readConfig>;

/** The environment is not what it should be: every problem, a line each. */
export class ConfigError extends Error {}

/** Reads the settings. An empty value is an absent one. Throws ConfigError with every problem at once. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const input = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const parsed = environment.safeParse(input);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${shown(String(path[0]), input)}: ${message}`).join('\n'));
  }
  const { data } = parsed;
  const models = [modelOf(data, 'LLM'), modelOf(data, 'LLM_FALLBACK')];
  const problems = models.flatMap((model) => (typeof model === 'string' ? model : []));
  if (models[0] === null && models[1] !== null) problems.push('LLM_FALLBACK_PROVIDER: is set, and LLM_PROVIDER is not');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const urls = [`http://localhost:${data.PORT}`, `http://127.0.0.1:${data.PORT}`];
  const publicUrl = data.PUBLIC_URL?.replace(/\/+$/, '') ?? urls[0];
  const budget = {
    target: data.RUN_TARGET,
    maxPages: data.RUN_MAX_PAGES,
    maxMinutes: data.RUN_MAX_MINUTES,
    maxCostNanoUsd: nanoUsdOf(data.LLM_RUN_CAP),
  };
  return {
    production: data.NODE_ENV === 'production',
    host: data.HOST,
    port: data.PORT,
    publicUrl: publicUrl as string,
    origins: data.ORIGINS.length > 0 ? data.ORIGINS : data.PUBLIC_URL ? [new URL(data.PUBLIC_URL).origin, ...urls] : urls,
    trustProxy: typeof data.TRUST_PROXY === 'number' || data.TRUST_PROXY.length > 0 ? data.TRUST_PROXY : (false as const),
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    authSecret: data.AUTH_SECRET,
    authSecretFile: data.AUTH_SECRET_FILE,
    anonymous: data.ANONYMOUS,
    signUp: data.SIGN_UP,
    limits: { createPerHour: data.ANONYMOUS_CREATE_LIMIT, runPerHour: data.RUN_LIMIT },
    uploads: {
      anonymous: data.ANONYMOUS_UPLOADS,
      bytesPerRequest: data.UPLOAD_LIMIT,
      bytesPerAccount: data.COLLECTIONS_LIMIT,
      publicUrl: publicUrl as string,
    },
    logLevel: data.LOG_LEVEL,
    graphiql: data.GRAPHIQL ? data.GRAPHIQL === 'on' : data.NODE_ENV !== 'production',
    samples: data.SAMPLES,
    searchProviders: data.SEARCH_PROVIDERS,
    searxngUrl: data.SEARXNG_URL,
    mcpSearch: { baseUrl: data.MCP_SEARCH_URL, tool: data.MCP_SEARCH_TOOL, key: data.MCP_SEARCH_KEY },
    searchKeys: byName(KEYED_PROVIDERS, 'API_KEY', data),
    searchUrls: byName(PROXIED_PROVIDERS, 'BASE_URL', data),
    contact: data.CONTACT,
    allowPrivate: data.FETCH_ALLOW_PRIVATE,
    hostDelayMs: data.HOST_DELAY_MS,
    models: models.filter((model) => model !== null && typeof model !== 'string'),
    modelFound: data.LLM_FOUND,
    modelConcurrency: data.LLM_CONCURRENCY,
    modelTimeoutMs: data.LLM_TIMEOUT_SECONDS * 1000,
    caps: { dayCapNanoUsd: nanoUsdOf(data.LLM_DAILY_CAP), anonymousDayCapNanoUsd: nanoUsdOf(data.ANONYMOUS_DAILY_CAP) },
    pricesFile: data.LLM_PRICES,
    lanes: data.RUN_LANES,
    runsPerWorker: data.RUNS_PER_WORKER,
    metricsPort: data.METRICS_PORT,
    metricsToken: data.METRICS_TOKEN,
    retain: { anonymousDays: data.RETAIN_ANONYMOUS_DAYS, pagesDays: data.RETAIN_PAGES_DAYS },
    budget,
    ceilings: ceilingsFor(budget),
  };
}

/** Dollars in billionths; null: no cap. */
const nanoUsdOf = (amount: number | undefined) => (amount === undefined ? null : Math.round(amount * NANO_USD));

/** One model's settings; null when it is not set up, words when something is missing. */
function modelOf(data: z.output<typeof environment>, prefix: 'LLM' | 'LLM_FALLBACK') {
  const provider = data[`${prefix}_PROVIDER`];
  const [model, key, baseUrl] = [data[`${prefix}_MODEL`], data[`${prefix}_API_KEY`], data[`${prefix}_BASE_URL`]];
  if (!provider) {
    return (model ?? key ?? baseUrl)
      ? `${prefix}_PROVIDER: must be one of ${MODEL_PROVIDERS.join(', ')}, since other ${prefix} settings are given`
      : null;
  }
  if (!model) return `${prefix}_MODEL: must name a model of ${provider}`;
  if (provider === 'openai-compatible' && !baseUrl)
    return `${prefix}_BASE_URL: must be the address of the server, such as http://127.0.0.1:11434/v1`;
  if (provider !== 'openai-compatible' && !key && !baseUrl) return `${prefix}_API_KEY: must be a key of ${provider}`;
  return { provider, model, key, baseUrl };
}

/** A setting as it may be printed: those that hold secrets by name alone. */
const shown = (name: string, input: Record<string, string | undefined>) =>
  /URL|KEY|SECRET|TOKEN/.test(name) ? name : `${name}=${input[name]}`;
