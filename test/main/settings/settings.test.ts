import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { credentialsKeyOf, keyOf } from '../../../src/agent/model/endpoint.ts';
import { readConfig } from '../../../src/config.ts';
import { nameOperator } from '../../../src/main/commands/user.ts';
import { openWorker } from '../../../src/main/processes/worker-process.ts';
import { openLiveConfig } from '../../../src/main/settings/live.ts';
import { sensible } from '../../runs/model/databases.ts';
import { openModelServer } from '../../support/agent/model-server.ts';
import { scriptedThreads } from '../../support/agent/scripted.ts';
import { patienceWith } from '../../support/patience.ts';
import { mailOf, openTestService, PASSWORD, SECRET, type TestService } from '../../support/test-service.ts';
import { until } from '../../support/until.ts';
import { htmlPage, openWeb } from '../../support/web.ts';

const KEY = 'sk-a-key-that-nobody-may-see-again';
const SET = `mutation ($name: String!, $values: [SettingValueInput!]!) { setServiceSetting(input: { name: $name, values: $values }) { setting { name source fields { name value isSet } } } }`;
const TRY = `mutation ($name: String!, $values: [SettingValueInput!]!) { tryServiceSetting(input: { name: $name, values: $values }) { tried { works message } } }`;
const REMOVE = `mutation ($name: String!) { removeServiceSetting(input: { name: $name }) { setting { source fields { value isSet } } } }`;
const SERVICE = `{ service { operator settings { name source fields { name kind required choices value isSet } } searchProviders { name enabled setting } models { name enabled } estimate(maxPages: 10, cells: 1) { model } } }`;

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ env: { EXA_API_KEY: 'of-the-environment' } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service[Symbol.asyncDispose]();
});

const valuesOf = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
type Who = { cookie: string } | Record<string, never>;
const call = async (query: string, name: string, values: Record<string, string>, who: Who) => {
  const { body } = await service.graphql(query, { name, values: valuesOf(values) }, who);
  return { data: body.data, code: body.errors?.[0]?.extensions.code, message: body.errors?.[0]?.message, all: JSON.stringify(body) };
};
const set = (name: string, values: Record<string, string>, who: Who) => call(SET, name, values, who);
const ask = async (who: Who) => (await service.graphql(SERVICE, {}, who)).body.data.service;
const named = <T extends { name: string }>(list: T[], name: string) => list.find((one) => one.name === name);

test('the first account is the operator until the command line names another; after its deletion there is none', async () => {
  const before = await ask({});
  const [first, second] = [await service.as('first'), await service.as('second')];
  const asked = [await ask({}), await ask(first), await ask(second)];
  const refused = [await set('contact', { CONTACT: 'me@example.org' }, {}), await set('contact', { CONTACT: 'me@example.org' }, second)];
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await nameOperator(readConfig({ DATABASE_URL: service.databaseUrl }), mailOf('second'));
  const after = [await ask(first), await ask(second)];
  await service.account('/delete-user', { password: PASSWORD }, { ...second, origin: service.url });

  expect(before).toMatchObject({ operator: 'first', settings: null });
  expect(asked.map(({ operator }) => operator)).toEqual(['another', 'caller', 'another']);
  expect(asked.map(({ settings }) => settings === null)).toEqual([true, false, true]);
  expect(refused.map(({ code }) => code)).toEqual(['UNAUTHORIZED', 'FORBIDDEN']);
  expect(after.map(({ operator }) => operator)).toEqual(['another', 'caller']);
  expect(await ask(first)).toMatchObject({ operator: 'nobody', settings: null });
});

test('an account that signed up early does not become the operator when the first account is deleted', async () => {
  const [first, second] = [await service.as('first'), await service.as('second')];

  await service.account('/delete-user', { password: PASSWORD }, { ...first, origin: service.url });

  expect((await ask(second)).operator).toBe('nobody');
});

test('a key from the app is not sent to an address from the environment', async () => {
  await using proxied = await openTestService({ env: { BRAVE_BASE_URL: 'http://127.0.0.1:9' } });
  const operator = await proxied.as('operator');

  const { body } = await proxied.graphql(SET, { name: 'brave', values: valuesOf({ BRAVE_API_KEY: KEY }) }, operator);

  expect(body.errors[0].extensions.code).toBe('CONFLICT');
});

test('a stored key turns its provider on, is encrypted, and is never shown again', async () => {
  const operator = await service.as('operator');

  const answer = await set('brave', { BRAVE_API_KEY: KEY }, operator);

  expect(answer.data.setServiceSetting.setting).toEqual({
    name: 'brave',
    source: 'app',
    fields: [{ name: 'BRAVE_API_KEY', value: null, isSet: true }],
  });
  const { settings, searchProviders } = await ask(operator);
  expect(named(searchProviders, 'brave')).toMatchObject({ enabled: true });
  expect(named(settings, 'brave')).toMatchObject({ source: 'app', fields: [{ kind: 'secret', value: null, isSet: true }] });
  expect(named(settings, 'exa')).toMatchObject({ source: 'environment', fields: [{ value: null, isSet: false }] });
  const [row] = await service.sql`select * from service_setting`;
  expect(JSON.stringify([row, settings, answer.all])).not.toContain(KEY);

  await service.graphql(REMOVE, { name: 'brave' }, operator);

  expect(named((await ask(operator)).searchProviders, 'brave')).toMatchObject({ enabled: false });
  expect(await service.sql`select * from service_setting`).toHaveLength(0);
});

test('the environment takes precedence over the app', async () => {
  const operator = await service.as('operator');

  const answers = [
    await set('exa', { EXA_API_KEY: KEY }, operator),
    await call(TRY, 'exa', { EXA_API_KEY: KEY }, operator),
    await call(REMOVE, 'exa', {}, operator),
  ];

  expect(answers.map(({ code }) => code)).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
  expect(answers[0]?.message).toContain('EXA_API_KEY');
});

test('an absent key is kept, but required again when its destination changes', async () => {
  const operator = await service.as('operator');
  const MODEL = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'small', LLM_BASE_URL: 'http://127.0.0.1:9/v1' };
  await set('model', { ...MODEL, LLM_API_KEY: KEY }, operator);

  const renamed = await set('model', { ...MODEL, LLM_MODEL: 'large' }, operator);
  const moved = await set('model', { ...MODEL, LLM_BASE_URL: 'http://127.0.0.1:10/v1' }, operator);
  const tried = await call(TRY, 'model', { ...MODEL, LLM_PROVIDER: 'openai', LLM_BASE_URL: '' }, operator);
  const without = await set('model', { ...MODEL, LLM_BASE_URL: 'http://127.0.0.1:10/v1', LLM_API_KEY: '' }, operator);

  const isSet = ({ data }: typeof renamed) =>
    named<{ name: string; isSet: boolean }>(data.setServiceSetting.setting.fields, 'LLM_API_KEY')?.isSet;
  expect(isSet(renamed)).toBe(true);
  expect([moved.code, tried.code]).toEqual(['BAD_REQUEST', 'BAD_REQUEST']);
  expect(moved.message).toBe('LLM_API_KEY: is needed again, since LLM_BASE_URL says where it is sent, and changes');
  expect(isSet(without)).toBe(false);
});

test.each([
  ['a setting that is none', 'NOT_FOUND', 'none', {}],
  ['a name that is no field', 'BAD_REQUEST', 'brave', { BRAVE_API_KEY: KEY, PATH: '/' }],
  ['a needed value missing', 'BAD_REQUEST', 'brave', { BRAVE_API_KEY: ' ' }],
  ['a key with a line break', 'BAD_REQUEST', 'brave', { BRAVE_API_KEY: 'a\nb' }],
  ['no address', 'BAD_REQUEST', 'searxng', { SEARXNG_URL: 'file:///etc/passwd' }],
  ['an address with a key in it', 'BAD_REQUEST', 'mcp', { MCP_SEARCH_URL: 'https://mcp.example/mcp/?apiKey=abc' }],
  [
    'a name of two lines',
    'BAD_REQUEST',
    'model',
    { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'a\0b', LLM_BASE_URL: 'http://127.0.0.1:9/v1' },
  ],
  ['an address with a password', 'BAD_REQUEST', 'searxng', { SEARXNG_URL: 'https://me:secret@search.example/' }],
  ['an unknown provider', 'BAD_REQUEST', 'model', { LLM_PROVIDER: 'auto', LLM_MODEL: 'x' }],
  ['a paid model without its key', 'BAD_REQUEST', 'model', { LLM_PROVIDER: 'openai', LLM_MODEL: 'x' }],
  ['no amount', 'BAD_REQUEST', 'cap', { LLM_DAILY_CAP: 'ten' }],
])('%s is refused, and nothing is stored', async (_, code, name, values) => {
  const operator = await service.as('operator');

  const answers = [await set(name, values, operator), await call(TRY, name, values, operator)];

  expect(answers.map((answer) => answer.code)).toEqual([code, code]);
  expect(answers.every(({ all }) => !all.includes(KEY))).toBe(true);
  expect(await service.sql`select * from service_setting`).toHaveLength(0);
});

test('Try it uses the typed values once and stores nothing', async () => {
  await using server = await openModelServer(sensible);
  await using web = await openWeb({ '/a': htmlPage('A', 'A page.') });
  await using deaf = await openWeb();
  deaf.search = (_req, res) => void res.writeHead(403).end('no json here');
  const operator = await service.as('operator');
  const tries = async (name: string, values: Record<string, string>) =>
    (await call(TRY, name, values, operator)).data.tryServiceSetting.tried;

  const model = await tries('model', { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url });
  const nobody = await tries('model', {
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'fake',
    LLM_BASE_URL: `${web.url}/v1`,
    LLM_API_KEY: KEY,
  });
  const search = await tries('searxng', { SEARXNG_URL: web.url });
  const refused = await tries('searxng', { SEARXNG_URL: deaf.url });

  expect(model).toMatchObject({ works: true, message: expect.stringContaining('judges a simple page') });
  expect(nobody).toMatchObject({ works: false });
  expect(nobody.message).not.toContain(KEY);
  expect(search).toEqual({ works: true, message: 'It works: 1 hit' });
  expect(refused).toMatchObject({ works: false });
  expect(await service.sql`select * from service_setting`).toHaveLength(0);
});

test('one trial runs at a time, and ends when its caller disconnects', async () => {
  const operator = await service.as('operator');
  await using web = await openWeb();
  const asked = Promise.withResolvers<void>();
  web.search = () => asked.resolve(); // and never answers
  const leaving = new AbortController();
  const body = JSON.stringify({ query: TRY, variables: { name: 'searxng', values: valuesOf({ SEARXNG_URL: web.url }) } });
  const headers = { 'content-type': 'application/json', ...operator };
  const waiting = fetch(`${service.url}/graphql`, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => 'left');
  await asked.promise;

  const second = await call(TRY, 'searxng', { SEARXNG_URL: web.url }, operator);
  leaving.abort();
  await waiting;
  web.search = null;
  const tried = () => call(TRY, 'searxng', { SEARXNG_URL: web.url }, operator);
  await until(async () => (await tried()).code === undefined);

  expect(second.code).toBe('CONFLICT');
});

test('a new key of a model is used at once, whatever happened with the previous one', async () => {
  const endpoint = { provider: 'openai', model: 'm', baseUrl: undefined, concurrency: 1, timeoutMs: 1 } as const;

  expect(credentialsKeyOf({ ...endpoint, key: 'a' })).not.toBe(credentialsKeyOf({ ...endpoint, key: 'b' }));
  expect(keyOf({ ...endpoint, key: 'a' })).toBe(keyOf({ ...endpoint, key: 'b' }));
});

test('workers search and judge by the settings of the app from their next run on', async () => {
  await using server = await openModelServer(sensible);
  await using web = await openWeb({ '/sled': htmlPage('Sled', 'Sled is a database. It is written in Rust.') });
  const config = readConfig({ SAMPLES: 'off', HOST_DELAY_MS: '0', FETCH_ALLOW_PRIVATE: web.host });
  await using _worker = await openWorker({
    config,
    databaseUrl: service.databaseUrl,
    secret: SECRET,
    log: pino({ level: 'silent' }),
    threads: scriptedThreads(),
    patience: patienceWith(),
    connections: 6,
  });
  const operator = await service.as('operator');
  const sessionId = await service.createSession('databases written in Rust');
  await service.rpc('addCriterion', { sessionId, label: 'Written in Rust' });

  await set('searxng', { SEARXNG_URL: web.url }, operator);
  await set('model', { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url }, operator);
  const facts = await ask({});
  await until(async () => {
    await service.rpc('startRun', { sessionId });
    const [judged] = await service.sql`select 1 from verdict where judge = 'llm' limit 1`;
    return judged !== undefined;
  });

  expect(web.hits.get('/search')).toBeGreaterThan(0);
  expect(facts.models[0]).toMatchObject({ name: 'openai-compatible fake', enabled: true });
  expect(facts.estimate).toMatchObject({ model: 'fake' });
});

test('other processes follow a change; one with another secret uses its environment and reports that', async () => {
  const operator = await service.as('operator');
  const said: string[] = [];
  const log = { error: (_facts: object, message: string) => void said.push(message) } as never;
  const open = (secret: string | null) => openLiveConfig({ config: readConfig({}), db: service.db, sql: service.sql, secret, log });
  await using peer = await open(SECRET);
  await using stranger = await open('another secret of tests, 9876543210');
  await using nobody = await open(null);

  await set('brave', { BRAVE_API_KEY: KEY }, operator);
  await until(async () => peer.config().searchKeys.brave === KEY && said.length === 2);

  expect(stranger.config().searchKeys.brave).toBeUndefined();
  expect(nobody.config().searchKeys.brave).toBeUndefined();
  expect([...stranger.kept().unreadable]).toEqual(['brave']);
  expect(said.toSorted()).toEqual([
    'settings of the app cannot be read: AUTH_SECRET is another here than where they were set',
    'settings of the app cannot be read: this process has no AUTH_SECRET',
  ]);
});
