import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openWorker } from '../../../src/main/processes/worker.ts';
import { openLab } from '../../support/lab.ts';
import { type Asked, type ModelServer, type Opinion, openModelServer } from '../../support/model-server.ts';
import { htmlPage } from '../../support/web.ts';

const NAMES = ['Ferrodb', 'Oxidb', 'Rustle', 'Crabstore', 'Cargobase', 'Borrowdb'];
const pages = Object.fromEntries(
  NAMES.map((name, i) => [
    `/${name.toLowerCase()}`,
    htmlPage(name, `${name} is a database written in Rust, and ${name} was first told of in ${2001 + i}.`),
  ]),
);

/** Plans when asked to plan; judges by what the passages say. */
const sensible = (asked: Asked): Opinion | string => {
  if (asked.instructions.startsWith('You plan'))
    return JSON.stringify({
      entity: 'database',
      queries: ['embedded databases rust', 'key-value stores rust'],
      criteria: [{ label: 'Written in Rust', description: 'It is.' }],
    });
  const passage = asked.passages.find(({ text }) => text.includes('written in Rust'));
  const quote = passage?.text ?? null;
  return {
    criteria: asked.criteria.map(({ id }) => ({
      id,
      says: passage ? 'yes' : 'silent',
      passage: passage?.number ?? null,
      quote,
      note: 'as it says',
    })),
    columns: asked.columns.map(({ id }) => ({
      id,
      value: /in (\d{4})/.exec(quote ?? '')?.[1] ?? null,
      passage: passage?.number ?? null,
      quote,
    })),
  };
};

const PRICES = join(mkdtempSync(join(tmpdir(), 'webset-prices-')), 'prices.json');
writeFileSync(PRICES, JSON.stringify({ models: { 'openai-compatible/fake': { input: 10, output: 40 } } }));
const settings = (server: ModelServer, more: Record<string, string> = {}) => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'fake',
  LLM_BASE_URL: server.url,
  LLM_PRICES: PRICES,
  RUN_LANES: '2',
  ...more,
});

const COSTS = `query ($id: UUID!) { webset(id: $id) {
  run { state reason detail maxCost cost { dollars inputTokens outputTokens } }
  runs { cost { dollars } }
  estimate { model calls dollars inputTokens }
  again: estimate(mode: REJUDGE) { model calls rows dollars }
  rows(first: 50) { nodes { url cost { dollars inputTokens } verdicts { verdict judge note cost { dollars } } values { value reason cost { dollars } } } }
} }`;
const start = `mutation ($id: UUID!, $maxCost: Float) { startRun(input: { websetId: $id, maxCost: $maxCost }) { webset { uuid } } }`;

describe('a run with a model', () => {
  test('judges by it, and says what run, row and cell cost', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLab(pages, settings(server));
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addEnrichment', { sessionId, label: 'Year', format: 'number' });

    await lab.run(sessionId);

    const { webset } = (await lab.graphql(COSTS, { id: sessionId })).body.data;
    const rows = webset.rows.nodes;
    expect(rows).toHaveLength(NAMES.length);
    expect(rows[0].verdicts[0]).toMatchObject({ verdict: 'match', judge: 'llm', note: 'as it says' });
    expect(rows.every((row: { values: { value: string }[] }) => /^20\d\d$/.test(row.values[0]?.value ?? ''))).toBe(true);
    const sum = (list: { cost: { dollars: number } }[]) => list.reduce((total, { cost }) => total + cost.dollars, 0);
    expect(sum([...rows[0].verdicts, ...rows[0].values])).toBeCloseTo(rows[0].cost.dollars, 9);
    expect(webset.run.cost.dollars).toBeGreaterThan(sum(rows)); // planning is of no row
    const tokens = server.calls.reduce((total, call) => total + Math.ceil((call.instructions.length + call.prompt.length) / 4), 0);
    expect(webset.run.cost.inputTokens).toBe(tokens);
    expect(webset.estimate).toMatchObject({ model: 'fake', calls: 125 });
    expect(webset.again).toMatchObject({ model: 'fake', calls: NAMES.length, rows: NAMES.length });
    expect(webset.again.dollars / webset.run.cost.dollars).toBeGreaterThan(0.5);
    expect(webset.again.dollars / webset.run.cost.dollars).toBeLessThan(1.01);
  });

  test('a cap ends it in order with the reason, and a higher one lets the next go on where it was', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLab(pages, settings(server, { RUN_LANES: '1' }));
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    const costs = async () => (await lab.graphql(COSTS, { id: sessionId })).body.data.webset;
    const run = async (maxCost: number) => {
      await lab.graphql(start, { id: sessionId, maxCost });
      await lab.until(sessionId, ({ runAlive }) => !runAlive);
      return costs();
    };

    const first = await run(0.085);
    const judgedBy = () => server.calls.filter(({ isFurther }) => !isFurther).length;
    const calls = judgedBy();
    const second = await run(50);

    expect(first.run).toMatchObject({
      state: 'completed',
      reason: 'cost_budget',
      maxCost: 0.085,
      detail: expect.stringContaining('$0.085'),
    });
    expect(first.run.cost.dollars).toBeLessThanOrEqual(0.085);
    expect(first.run.cost.dollars).toBeGreaterThan(0);
    expect(first.rows.nodes.length).toBeGreaterThan(0);
    expect(first.rows.nodes.length).toBeLessThan(NAMES.length);
    expect(second.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
    expect(second.rows.nodes).toHaveLength(NAMES.length);
    expect(judgedBy() - calls).toBe(NAMES.length - first.rows.nodes.length); // what was asked before is not paid again, the plan neither
  });

  test('the cap of the day holds for all runs together, however many workers', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLab(pages, settings(server, { LLM_DAILY_CAP: '0.12' }));
    const ids = await Promise.all(['databases in Rust', 'Rust stores', 'stores of data in Rust'].map((query) => lab.createSession(query)));

    const ended = await Promise.all(ids.map((id) => lab.run(id)));

    expect(ended.some(({ run }) => run.reason === 'cost_budget')).toBe(true);
    const [{ cost_nano_usd: cost }] = await lab.sql`select cost_nano_usd from spend_day`.then(
      (rows) => rows as unknown as [{ cost_nano_usd: string }],
    );
    expect(Number(cost)).toBeLessThanOrEqual(0.12e9);
    const [{ total }] = await lab.sql`select sum(cost_nano_usd) as total from run`.then((rows) => rows as unknown as [{ total: string }]);
    expect(Number(total)).toBe(Number(cost));
  });

  test('callers without an account share a cap of the day, and an account is not bound by it', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLab(pages, settings(server, { ANONYMOUS_DAILY_CAP: '0.09' }));
    const ann = await lab.as('ann');
    const ids = [await lab.createSession('databases in Rust'), await lab.createSession('Rust stores')];
    const hers = await lab.createSession('stores of data in Rust', ann);

    const ended = await Promise.all(ids.map((id) => lab.run(id)));
    await lab.rpc('startRun', { sessionId: hers }, ann);
    const session = await lab.until(hers, ({ runAlive }) => !runAlive, ann);

    const capped = ended.filter(({ run }) => run.reason === 'cost_budget');
    expect(capped.length).toBeGreaterThan(0);
    const [{ detail }] = await lab.sql`select detail from run where reason = 'cost_budget'`.then(
      (rows) => rows as unknown as [{ detail: string }],
    );
    expect(detail).toMatch(/callers without an account may together spend \$0\.09.* a day .*ANONYMOUS_DAILY_CAP.*sign in/);
    expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
    const [day] = await lab.sql<
      { cost_nano_usd: string; anonymous_cost_nano_usd: string }[]
    >`select cost_nano_usd, anonymous_cost_nano_usd from spend_day`;
    expect(Number(day?.anonymous_cost_nano_usd)).toBeLessThanOrEqual(0.09e9);
    expect(Number(day?.anonymous_cost_nano_usd)).toBeGreaterThan(0);
    expect(Number(day?.cost_nano_usd)).toBeGreaterThan(Number(day?.anonymous_cost_nano_usd));
  });

  test('a pause that an endpoint asks for is kept by all workers', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLab(pages, settings(server));
    await using _peer = await openWorker({
      config: readConfig({ SEARXNG_URL: lab.web.url, FETCH_ALLOW_PRIVATE: lab.web.host, SEARCH_PROVIDERS: 'searxng', ...settings(server) }),
      databaseUrl: lab.databaseUrl,
      log: pino({ level: 'silent' }),
    });
    server.next = [null, null, 'limited-3'];
    const ids = await Promise.all(['databases in Rust', 'Rust stores'].map((query) => lab.createSession(query)));

    await Promise.all(ids.map((id) => lab.run(id)));

    const limited = server.calls.findIndex(({ fault }) => fault === 'limited-3');
    const at = server.calls[limited]?.at ?? 0;
    // those already on their way when it was said are no breach
    const during = server.calls.slice(limited + 1).filter((call) => call.at > at + 1000 && call.at < at + 2950);
    expect(during).toEqual([]);
    expect(server.calls.some((call) => call.at >= at + 2950)).toBe(true);
  });

  test('an endpoint that is away leaves the run to the rules, and says so', async () => {
    const server = await openModelServer(sensible);
    await server[Symbol.asyncDispose]();
    await using lab = await openLab({ '/a': pages['/ferrodb'] as string }, settings(server));
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });

    const ended = await lab.run(sessionId);

    expect(ended.rows[0].matchVerdict).toBe('match');
    const { webset } = (await lab.graphql(COSTS, { id: sessionId })).body.data;
    expect(webset.rows.nodes[0].verdicts[0]).toMatchObject({ judge: 'lexical', note: expect.stringContaining('cannot be reached') });
  });

  test('cancelling a run ends the call that it waits for', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLab(pages, settings(server));
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    server.delayMs = 15_000;
    await lab.rpc('startRun', { sessionId });
    await vi.waitUntil(() => server.busy() > 0, { timeout: 10_000 });

    await lab.rpc('cancelRun', { sessionId });

    await vi.waitUntil(() => server.busy() === 0, { timeout: 3_000 });
    expect((await lab.session(sessionId)).status).toBe('cancelled');
  });

  test('a cap is refused where nobody knows what the model costs', async () => {
    await using server = await openModelServer(sensible);
    const env = { LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-unheard-of', LLM_API_KEY: 'sk-x', LLM_BASE_URL: server.url };
    await using lab = await openLab({}, env);
    const id = await lab.createSession('databases');

    const { body } = await lab.graphql(start, { id, maxCost: 1 });

    expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
    await expect(
      openWorker({ config: readConfig({ ...env, LLM_DAILY_CAP: '1' }), databaseUrl: lab.databaseUrl, log: pino({ level: 'silent' }) }),
    ).rejects.toThrow(/LLM_DAILY_CAP: cannot be kept/);
  });
});
