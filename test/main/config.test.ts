import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

test('without settings it is a service on this machine', () => {
  const config = readConfig({});

  expect(config).toMatchObject({ host: '127.0.0.1', port: 4000, dataDir: '.data', publicUrl: 'http://localhost:4000', trustProxy: false });
  expect(config).toMatchObject({
    graphiql: true,
    samples: true,
    uploads: { anonymous: false, bytesPerRequest: 209_715_200, bytesPerAccount: 1_048_576_000, publicUrl: 'http://localhost:4000' },
    budget: { target: 20, maxPages: 300, maxMinutes: 30 },
    ceilings: { target: 1000, maxPages: 5000, maxMinutes: 240, maxCostNanoUsd: null, anonymous: { maxPages: 1000, maxMinutes: 60 } },
    caps: { dayCapNanoUsd: null, anonymousDayCapNanoUsd: 5_000_000_000 },
  });
  expect(config.origins).toEqual(['http://localhost:4000', 'http://127.0.0.1:4000']);
});

test('an empty setting is the same as an absent one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', ORIGINS: '' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', ' '],
  ['PORT', '70000'],
  ['PORT', '4e3'],
  ['ORIGINS', 'https://example.com/'],
  ['ORIGINS', 'https://example.com, nonsense'],
  ['RUN_TARGET', '99999999999'],
  ['RUN_TARGET', '0'],
  ['RUN_MAX_PAGES', '1000001'],
  ['RUN_MAX_MINUTES', '10081'],
  ['HOST_DELAY_MS', 'ten'],
  ['ANONYMOUS_DAILY_CAP', '-1'],
  ['RUN_LANES', '0'],
  ['UPLOAD_LIMIT', '0mb'],
  ['UPLOAD_LIMIT', '1gb'],
  ['COLLECTIONS_LIMIT', '1tb'],
  ['ANONYMOUS_UPLOADS', 'yes'],
  ['FETCH_ALLOW_PRIVATE', 'a:99999'],
  ['FETCH_ALLOW_PRIVATE', '10.0.0.0/8'],
  ['TRUST_PROXY', 'loopback'],
  ['SEARXNG_URL', 'ftp://x'],
  ['MCP_SEARCH_URL', 'stdio:x'],
  ['MCP_SEARCH_KEY', 'a b'],
  ['LOG_LEVEL', 'verbose'],
  ['SAMPLES', 'maybe'],
])('%s=%j is refused by name', (name, text) => {
  expect(() => readConfig({ [name]: text })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: text })).toThrow(new RegExp(`^${name}`));
});

test('every problem is said at once, and no secret with it', () => {
  const bad = { PORT: 'http', RUN_LANES: '-1', DATABASE_URL: 'mysql://me:secret@host/db' };

  expect(() => readConfig(bad)).toThrow(/PORT=http[\s\S]*DATABASE_URL[\s\S]*RUN_LANES=-1/);
  expect(() => readConfig(bad)).not.toThrow(/secret/);
});

test('a model has all its settings or none', () => {
  const of = (env: Record<string, string>) => () => readConfig(env);

  expect(of({ LLM_MODEL: 'x' })).toThrow(/LLM_PROVIDER: must be one of openai, anthropic, google, openai-compatible/);
  expect(of({ LLM_PROVIDER: 'openai', LLM_API_KEY: 'sk-1' })).toThrow(/LLM_MODEL: must name a model of openai/);
  expect(of({ LLM_PROVIDER: 'anthropic', LLM_MODEL: 'x' })).toThrow(/LLM_API_KEY: must be a key of anthropic/);
  expect(of({ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'x' })).toThrow(/LLM_BASE_URL: must be the address of the server/);
  expect(of({ LLM_FALLBACK_PROVIDER: 'openai', LLM_FALLBACK_MODEL: 'x', LLM_FALLBACK_API_KEY: 'k' })).toThrow(/LLM_PROVIDER is not/);
  expect(of({ LLM_DAILY_CAP: 'much' })).toThrow(/LLM_DAILY_CAP.*must be an amount in US dollars/);
  expect(readConfig({}).models).toEqual([]);
  expect(
    readConfig({ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'qwen3', LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_RUN_CAP: '0.25' }),
  ).toMatchObject({
    models: [{ provider: 'openai-compatible', model: 'qwen3', key: undefined }],
    budget: { maxCostNanoUsd: 250_000_000 },
    ceilings: { maxCostNanoUsd: 250_000_000 },
    caps: { dayCapNanoUsd: null },
  });
});
