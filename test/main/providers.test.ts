import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openProviders } from '../../src/main/agent.ts';
import { doctor } from '../../src/main/commands/doctor.ts';
import { serviceFacts } from '../../src/main/facts.ts';
import { providerNames, providersOff } from '../../src/main/search-providers.ts';
import { quickClock } from '../support/agent/local-web.ts';
import { openToolServer, taking } from '../support/agent/mcp-server.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { openWeb, type Serve } from '../support/web.ts';

afterEach(() => vi.restoreAllMocks());

const PUBLIC = ['wikimedia', 'europepmc', 'arxiv', 'crossref', 'hackernews', 'gdelt'];
const index = { search: async () => [], size: async () => 1, find: async () => new Map<string, string>() };

const turns = { take: async () => {}, hold: async () => ({ [Symbol.asyncDispose]: async () => {} }) };

test.each([
  ['nothing', {}, ['index']],
  ['a SearXNG', { SEARXNG_URL: 'http://127.0.0.1:8080' }, ['index', 'searxng']],
  ['an MCP server', { MCP_SEARCH_URL: 'http://127.0.0.1:8080/mcp' }, ['index', 'mcp']],
  ['keys', { BRAVE_API_KEY: 'x', SERPER_API_KEY: 'y' }, ['index', 'brave', 'serper']],
  ['a contact', { CONTACT: 'me@example.com' }, ['index', ...PUBLIC]],
  ['the address of a proxy', { EXA_BASE_URL: 'http://127.0.0.1:9', GDELT_BASE_URL: 'http://127.0.0.1:9' }, ['index', 'exa', 'gdelt']],
  ['names', { SEARCH_PROVIDERS: 'brave, gdelt', CONTACT: 'me@example.com' }, ['brave', 'gdelt']],
  ['names beside auto', { SEARCH_PROVIDERS: 'auto,tavily' }, ['index', 'tavily']],
  ['empty values', { SEARCH_PROVIDERS: '', BRAVE_API_KEY: '', CONTACT: '' }, ['index']],
])('%s turns on the right providers', async (_, env, names) => {
  const config = readConfig(env as Record<string, string>);

  expect(providerNames(config)).toEqual(names);
  expect((await openProviders(config, { index, clock: quickClock(), turns })).map(({ name }) => name)).toEqual(names);
});

test('providers that are off are listed with the setting that turns each on', () => {
  const off = providersOff(readConfig({ SEARCH_PROVIDERS: 'index', TAVILY_API_KEY: 'x' }));

  expect(off).toContainEqual({ name: 'brave', needs: 'BRAVE_API_KEY' });
  expect(off).toContainEqual({ name: 'tavily', needs: 'SEARCH_PROVIDERS' });
  expect(off).toContainEqual({ name: 'searxng', needs: 'SEARXNG_URL' });
  expect(off).toContainEqual({ name: 'mcp', needs: 'MCP_SEARCH_URL' });
  expect(off).toContainEqual({ name: 'arxiv', needs: 'CONTACT' });
});

test('the settings page shows for every provider whether it is on and what turns it on, without a key or address', () => {
  const env = { SEARCH_PROVIDERS: 'auto,brave', TAVILY_API_KEY: 's3cret', SEARXNG_URL: 'http://10.0.0.7:8080/', SIGN_UP: 'off' };
  const facts = serviceFacts(readConfig(env));
  const narrow = serviceFacts(readConfig({ ...env, SEARCH_PROVIDERS: 'tavily', NODE_ENV: 'production' }));
  const named = ({ searchProviders }: typeof facts, name: string) => searchProviders.find((provider) => provider.name === name);

  expect(facts.searchProviders.map(({ name }) => name)).toEqual(['index', 'searxng', 'mcp', 'brave', 'exa', 'tavily', 'serper', ...PUBLIC]);
  expect(named(facts, 'index')).toMatchObject({ enabled: true, setting: null });
  expect(named(facts, 'tavily')).toMatchObject({ enabled: true, setting: 'TAVILY_API_KEY' });
  expect(named(facts, 'exa')).toMatchObject({ enabled: false, setting: 'EXA_API_KEY' });
  expect(named(facts, 'arxiv')).toMatchObject({ enabled: false, setting: 'CONTACT' });
  expect(named(facts, 'brave')).toMatchObject({ enabled: false, setting: 'BRAVE_API_KEY', note: expect.stringContaining('is not set') });
  expect(named(narrow, 'searxng')).toMatchObject({ enabled: false, setting: 'SEARCH_PROVIDERS' });
  expect(named(narrow, 'index')).toMatchObject({ enabled: false, setting: 'SEARCH_PROVIDERS' });
  expect(facts).toMatchObject({ anonymous: true, signUp: false, samples: true, graphiql: true });
  expect(narrow.graphiql).toBe(false);
  expect(facts.models.filter(({ enabled }) => enabled).length).toBeGreaterThan(0);
  expect(JSON.stringify([facts, narrow])).not.toMatch(/s3cret|10\.0\.0\.7/);
});

test('an unknown name and invalid settings are refused at start', () => {
  expect(() => providerNames(readConfig({ SEARCH_PROVIDERS: 'bing' }))).toThrow(/unknown bing; known are auto, index, searxng, mcp, brave/);
  expect(() => readConfig({ EXA_BASE_URL: 'ftp://x', CONTACT: 'me\nx', BRAVE_API_KEY: 'a b' })).toThrow(/EXA_BASE_URL.*\n?.*/s);
  expect(() => readConfig({ BRAVE_API_KEY: 'top secret' })).toThrow(/^(?!.*top secret).*BRAVE_API_KEY/s);
});

const json =
  (answer: unknown): Serve =>
  (_, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

test('doctor tries each provider that is on and explains how to turn on the others', async () => {
  await using database = await openDatabase();
  await using tools = await openToolServer({ tools: [{ name: 'crawl', inputSchema: taking({}) }], call: () => ({ content: [] }) });
  await using web = await openWeb({
    '/api/v1/search': json({ hits: [{ objectID: '1', title: 'A', url: 'https://a.example/' }] }),
    '/works': (_, res) => res.writeHead(500).end(),
  });
  const env = {
    DATABASE_URL: database.url,
    SEARCH_PROVIDERS: 'hackernews,crossref,brave,mcp',
    MCP_SEARCH_URL: tools.url,
    MCP_SEARCH_TOOL: 'find',
    HACKERNEWS_BASE_URL: web.url,
    CROSSREF_BASE_URL: web.url,
  };
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));

  const code = await doctor(readConfig(env));
  const said = lines.join('\n');

  expect(code).toBe(1);
  expect(said).toMatch(/^hackernews +works +1 hit, for posts$/m);
  expect(said).toMatch(/^crossref +fails +Crossref answered with status 500$/m);
  expect(said).toMatch(/^brave +fails +BRAVE_API_KEY is not set$/m);
  expect(said).toMatch(/^mcp +fails +The MCP server has no tool find: it has crawl; set MCP_SEARCH_TOOL to one that searches$/m);
  expect(said).toMatch(/^exa +off +set EXA_API_KEY$/m);
  expect(said).toMatch(/^arxiv +off +set CONTACT/m);
});

// that the MCP library is loaded only if a server is configured: npm run test:slow
