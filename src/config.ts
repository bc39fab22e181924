import { z } from 'zod';
import { providersWith } from './agent/search/registry.ts';
import { byName, contact, dollars, httpUrl, list, modelSettings, number, onOff, secret, settingsOf, share, size } from './config/kinds.ts';
import { MODEL_PROVIDERS } from './domain/model/providers.ts';
import { NANO_USD } from './domain/money/cost.ts';
import { BUDGET_MAX } from './domain/run.ts';

const KEYED_PROVIDERS = providersWith('key');
const PROXIED_PROVIDERS = providersWith('key', 'contact');

/** The environment as one object; `.env.example` says what each name does. */
const environment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: number(4000, 0, 65535),
  PUBLIC_URL: httpUrl.optional(),
  ORIGINS: list.pipe(
    z.array(
      z
        .string()
        .refine(
          (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
          'must be origins such as https://example.org, without a path',
        ),
    ),
  ),
  TRUST_PROXY: list.pipe(
    z.union(
      [
        z.tuple([z.string().regex(/^\d{1,2}$/)]).transform(([hops]) => Number(hops)),
        z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])),
      ],
      { error: 'must be a number of proxies, or their addresses as CIDRs' },
    ),
  ),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  AUTH_SECRET: z.string().optional(),
  AUTH_SECRET_FILE: z.string().optional(),
  ANONYMOUS: onOff('on'),
  SIGN_UP: onOff('on'),
  ANONYMOUS_CREATE_LIMIT: number(30),
  RUN_LIMIT: number(60),
  ANONYMOUS_DAILY_BYTES: size(/^(0|[1-9]\d{0,3}(kb|mb))$/i, 'must be a size such as 50mb, or 0', '50mb'),
  ANONYMOUS_UPLOADS: onOff('off'),
  UPLOAD_LIMIT: size(/^[1-9]\d{0,3}(kb|mb)$/i, 'must be a size such as 200mb, 1kb at least', '200mb'),
  COLLECTIONS_LIMIT: size(/^[1-9]\d{0,3}(kb|mb)$/i, 'must be a size such as 1000mb, 1kb at least', '1000mb'),
  REVIEW_LIMIT: number(600),
  STREAMS_PER_IP: number(0),
  CONNECTIONS_PER_IP: number(2000, 1),
  CONNECTIONS_MAX: number(10_000, 1),
  STREAM_SECONDS: number(300, 1, 86_400),
  BODY_LIMIT: size(/^[1-9]\d{0,3}(kb|mb)$/i, 'must be a size such as 1mb, 1kb at least', '1mb'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional(),
  WEB: z.enum(['built', 'dev']).default('built'),
  GRAPHIQL: z.enum(['on', 'off']).optional(),
  SAMPLES: onOff('on'),
  SEARCH_PROVIDERS: list,
  SEARXNG_URL: httpUrl.optional(),
  MCP_SEARCH_URL: httpUrl.optional(),
  MCP_SEARCH_TOOL: z.string().trim().min(1).max(200).optional(),
  MCP_SEARCH_KEY: secret.optional(),
  ...settingsOf(KEYED_PROVIDERS, 'API_KEY', secret.optional()),
  ...settingsOf(PROXIED_PROVIDERS, 'BASE_URL', httpUrl.optional()),
  CONTACT: contact.optional(),
  FETCH_ALLOW_PRIVATE: list.pipe(
    z.array(
      z
        .string()
        .regex(/^(\[[0-9a-f:]+\]|[^:/\s]+):\d{1,5}$/i, 'must be host:port')
        .refine((place) => URL.canParse(`http://${place}`), 'must be host:port'),
    ),
  ),
  HOST_DELAY_MS: number(1000, 0, 60_000),
  RUN_LANES: number(6, 1, 100),
  RUNS_PER_WORKER: number(4, 1, 100),
  HEARTBEAT_SECONDS: number(10, 10, 3600),
  ...modelSettings('LLM'),
  ...modelSettings('LLM_FALLBACK'),
  LLM_CONCURRENCY: number(8, 1, 1000),
  LLM_TIMEOUT_SECONDS: number(120, 1, 3600),
  LLM_DAILY_CAP: dollars.optional(),
  LLM_RUN_CAP: dollars.optional(),
  LLM_PRICES: z.string().min(1).optional(),
  LLM_FOUND: z.string().optional(),
  LOCAL_PORTS: z
    .string()
    .default('11434,1234,8000,8080')
    .transform((text) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    )
    .pipe(z.array(z.int('must be ports, separated by commas').min(1).max(65535)).max(20)),
  JUDGE_SHARE: share,
  RECORD: onOff('off'),
  RUN_TARGET: number(20, 1, BUDGET_MAX.target),
  RUN_MAX_PAGES: number(300, 1, BUDGET_MAX.maxPages),
  RUN_MAX_MINUTES: number(30, 1, BUDGET_MAX.maxMinutes),
  RUN_MAX_SEARCHES: number(60, 1, BUDGET_MAX.maxSearches),
  RUN_TARGET_MAX: number(1000, 1, BUDGET_MAX.target),
  RUN_MAX_PAGES_MAX: number(5000, 1, BUDGET_MAX.maxPages),
  RUN_MAX_MINUTES_MAX: number(240, 1, BUDGET_MAX.maxMinutes),
  ANONYMOUS_MAX_PAGES: number(1000, 1, BUDGET_MAX.maxPages),
  ANONYMOUS_MAX_MINUTES: number(60, 1, BUDGET_MAX.maxMinutes),
  ANONYMOUS_DAILY_CAP: dollars.default(5),
  METRICS_TOKEN: secret.optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  RETAIN_ANONYMOUS_DAYS: number(0, 0, 36_500),
  RETAIN_PAGES_DAYS: number(30, 0, 36_500),
});

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
    limits: {
      createPerHour: data.ANONYMOUS_CREATE_LIMIT,
      runPerHour: data.RUN_LIMIT,
      reviewPerHour: data.REVIEW_LIMIT,
      bytesPerDay: data.ANONYMOUS_DAILY_BYTES,
    },
    uploads: {
      anonymous: data.ANONYMOUS_UPLOADS,
      bytesPerRequest: data.UPLOAD_LIMIT,
      bytesPerAccount: data.COLLECTIONS_LIMIT,
      publicUrl: publicUrl as string,
    },
    streamsPerIp: data.STREAMS_PER_IP,
    connections: { perAddress: data.CONNECTIONS_PER_IP, all: data.CONNECTIONS_MAX },
    streamSeconds: data.STREAM_SECONDS,
    bodyLimit: data.BODY_LIMIT,
    logLevel: data.LOG_LEVEL,
    graphiql: data.GRAPHIQL ? data.GRAPHIQL === 'on' : data.NODE_ENV !== 'production',
    web: data.WEB,
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
    localPorts: data.LOCAL_PORTS,
    modelConcurrency: data.LLM_CONCURRENCY,
    modelTimeoutMs: data.LLM_TIMEOUT_SECONDS * 1000,
    caps: { dayCapNanoUsd: nanoUsdOf(data.LLM_DAILY_CAP), anonymousDayCapNanoUsd: nanoUsdOf(data.ANONYMOUS_DAILY_CAP) },
    pricesFile: data.LLM_PRICES,
    record: data.RECORD,
    lanes: data.RUN_LANES,
    runsPerWorker: data.RUNS_PER_WORKER,
    heartbeatSeconds: data.HEARTBEAT_SECONDS,
    metricsPort: data.METRICS_PORT,
    metricsToken: data.METRICS_TOKEN,
    retain: { anonymousDays: data.RETAIN_ANONYMOUS_DAYS, pagesDays: data.RETAIN_PAGES_DAYS },
    budget: {
      target: data.RUN_TARGET,
      maxPages: data.RUN_MAX_PAGES,
      maxMinutes: data.RUN_MAX_MINUTES,
      maxSearches: data.RUN_MAX_SEARCHES,
      maxCostNanoUsd: nanoUsdOf(data.LLM_RUN_CAP),
      judgeShare: data.JUDGE_SHARE,
    },
    ceilings: {
      target: data.RUN_TARGET_MAX,
      maxPages: data.RUN_MAX_PAGES_MAX,
      maxMinutes: data.RUN_MAX_MINUTES_MAX,
      maxSearches: data.RUN_MAX_SEARCHES,
      maxCostNanoUsd: nanoUsdOf(data.LLM_RUN_CAP),
      anonymous: { maxPages: data.ANONYMOUS_MAX_PAGES, maxMinutes: data.ANONYMOUS_MAX_MINUTES },
    },
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
