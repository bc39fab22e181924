import { providersWith } from '../agent/search/registry.ts';
import { type Config, readConfig } from '../config.ts';
import { MODEL_PROVIDERS } from '../domain/model/providers.ts';
import type { SettingField, SettingShape, SettingValues } from '../domain/service/setting.ts';

// The settings of the app. Each is taken whole from the environment or from the database: a key of one must not be sent to an address of
// the other.

const field = (name: string, kind: SettingField['kind'], more: Partial<SettingField> = {}): SettingField => ({
  name,
  kind,
  required: false,
  choices: [],
  isPlace: false,
  ...more,
});

const REQUIRED = { required: true };

export const APP_SETTINGS: readonly SettingShape[] = [
  {
    name: 'model',
    fields: [
      field('LLM_PROVIDER', 'choice', { ...REQUIRED, choices: MODEL_PROVIDERS, isPlace: true }),
      field('LLM_MODEL', 'text', REQUIRED),
      field('LLM_BASE_URL', 'url', { isPlace: true }),
      field('LLM_API_KEY', 'secret'),
    ],
  },
  { name: 'cap', fields: [field('LLM_DAILY_CAP', 'amount', REQUIRED)] },
  { name: 'searxng', fields: [field('SEARXNG_URL', 'url', REQUIRED)] },
  {
    name: 'mcp',
    fields: [
      field('MCP_SEARCH_URL', 'url', { ...REQUIRED, isPlace: true }),
      field('MCP_SEARCH_TOOL', 'text'),
      field('MCP_SEARCH_KEY', 'secret'),
    ],
  },
  ...providersWith('key').map((name) => ({ name, fields: [field(`${name.toUpperCase()}_API_KEY`, 'secret', REQUIRED)] })),
  { name: 'contact', fields: [field('CONTACT', 'text', REQUIRED)] },
];

/** What the database keeps, by the names of settings. */
export type Stored = ReadonlyMap<string, SettingValues>;

const byName = (values: Record<string, string | undefined>) => values;

/** The names of the settings that the environment sets; the address of a proxy sets its provider, since a key would be sent there. */
export function setByEnvironment(config: Config): Set<string> {
  const { models, caps, searxngUrl, mcpSearch, searchKeys, searchUrls, contact } = config;
  const isSet: Record<string, boolean> = {
    model: models.length > 0,
    cap: caps.dayCapNanoUsd !== null,
    searxng: searxngUrl !== undefined,
    mcp: mcpSearch.baseUrl !== undefined,
    contact: contact !== undefined,
    ...Object.fromEntries(
      Object.entries(searchKeys).map(([name, key]) => [name, key !== undefined || byName(searchUrls)[name] !== undefined]),
    ),
  };
  return new Set(Object.keys(isSet).filter((name) => isSet[name]));
}

/** The configuration of the environment, completed by stored settings. Throws ConfigError for invalid values. */
export function withStored(config: Config, stored: Stored): Config {
  const own = setByEnvironment(config);
  const values = [...stored].filter(([name]) => !own.has(name)).map(([, one]) => one);
  const { models, caps, searxngUrl, mcpSearch, searchKeys, contact } = readConfig(Object.assign({}, ...values));
  const keys = Object.entries(searchKeys).filter(([, key]) => key !== undefined);
  return {
    ...config,
    models: own.has('model') ? config.models : models,
    caps: { ...config.caps, dayCapNanoUsd: config.caps.dayCapNanoUsd ?? caps.dayCapNanoUsd },
    searxngUrl: config.searxngUrl ?? searxngUrl,
    mcpSearch: own.has('mcp') ? config.mcpSearch : mcpSearch,
    searchKeys: { ...config.searchKeys, ...Object.fromEntries(keys) },
    contact: config.contact ?? contact,
  };
}
