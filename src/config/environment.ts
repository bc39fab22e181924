import { z } from 'zod';
import { providersWith } from '../agent/search/registry.ts';
import { BUDGET_MAX } from '../domain/run-state.ts';
import { contact, dollars, httpUrl, list, modelSettings, number, onOff, secret, settingsOf, size } from './kinds.ts';

export const KEYED_PROVIDERS = providersWith('key');
export const PROXIED_PROVIDERS = providersWith('key', 'contact');

/** The environment as one object; docs/settings.md says what each name does. */
export const environment = z.object({
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
  ANONYMOUS_UPLOADS: onOff('off'),
  UPLOAD_LIMIT: size(/^[1-9]\d{0,3}(kb|mb)$/i, 'must be a size such as 200mb, 1kb at least', '200mb'),
  COLLECTIONS_LIMIT: size(/^[1-9]\d{0,3}(kb|mb)$/i, 'must be a size such as 1000mb, 1kb at least', '1000mb'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).optional(),
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
  ...modelSettings('LLM'),
  ...modelSettings('LLM_FALLBACK'),
  LLM_CONCURRENCY: number(8, 1, 1000),
  LLM_TIMEOUT_SECONDS: number(120, 1, 3600),
  LLM_DAILY_CAP: dollars.optional(),
  LLM_RUN_CAP: dollars.optional(),
  LLM_PRICES: z.string().min(1).optional(),
  LLM_FOUND: z.string().optional(),
  RUN_TARGET: number(20, 1, BUDGET_MAX.target),
  RUN_MAX_PAGES: number(300, 1, BUDGET_MAX.maxPages),
  RUN_MAX_MINUTES: number(30, 1, BUDGET_MAX.maxMinutes),
  ANONYMOUS_DAILY_CAP: dollars.default(5),
  METRICS_TOKEN: secret.optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  RETAIN_ANONYMOUS_DAYS: number(0, 0, 36_500),
  RETAIN_PAGES_DAYS: number(30, 0, 36_500),
});
