import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type PlanInput, plan } from '../../../src/agent/plan.ts';
import { readConfig } from '../../../src/config.ts';
import { openWorker } from '../../../src/main/processes/worker-process.ts';
import { quickClock } from '../../support/agent/local-web.ts';
import { openLocalWorker } from '../../support/agent/local-worker.ts';
import { openModelServer } from '../../support/agent/model-server.ts';
import { openLab, sharedThreads } from '../../support/lab.ts';
import { until } from '../../support/until.ts';
import { NAMES, pages, sensible, settings } from './databases.ts';

const COSTS = `query ($id: UUID!) { webset(id: $id) {
  run { state reason detail maxCost cost { dollars inputTokens outputTokens } }
  runs { cost { dollars } }
  estimate { model calls dollars inputTokens }
  again: estimate(mode: REJUDGE) { model calls rows dollars }
  rows(first: 50) { nodes { url cost { dollars inputTokens } verdicts { verdict judge note cost { dollars } } values { value reason cost { dollars } } } }
} }`;
const start = `mutation ($id: UUID!, $maxCost: Float) { startRun(input: { websetId: $id, maxCost: $maxCost }) { webset { uuid } } }`;

describe('a run with a model', () => {
  test('is judged by it, and reports the cost of run, row and cell', async () => {
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
    expect(webset.run.cost.dollars).toBeGreaterThan(sum(rows)); // planning belongs to no row
    const tokens = server.calls.reduce((total, call) => total + Math.ceil((call.instructions.length + call.prompt.length) / 4), 0);
    expect(webset.run.cost.inputTokens).toBe(tokens);
    expect(webset.estimate).toMatchObject({ model: 'fake', calls: 125 });
    expect(webset.again).toMatchObject({ model: 'fake', calls: NAMES.length, rows: NAMES.length });
    expect(webset.again.dollars / webset.run.cost.dollars).toBeGreaterThan(0.5);
    expect(webset.again.dollars / webset.run.cost.dollars).toBeLessThan(1.01);
  });

  test('stops regularly at a cap with the reason, and with a higher cap the next run continues', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLocalWorker(pages, { env: settings(server, { RUN_LANES: '1' }) });
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    const costs = async () => (await lab.graphql(COSTS, { id: sessionId })).body.data.webset;
    const run = async (maxCost: number) => {
      await lab.graphql(start, { id: sessionId, maxCost });
      await lab.work(sessionId);
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
    expect(judgedBy() - calls).toBe(NAMES.length - first.rows.nodes.length); // earlier answers, including the plan, are not paid again
  });

  test('shares the daily cap with all other runs, on any number of workers', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLocalWorker(pages, { env: settings(server, { LLM_DAILY_CAP: '0.12' }) });
    const ids = await Promise.all(['databases in Rust', 'Rust stores', 'stores of data in Rust'].map((query) => lab.createSession(query)));

    await Promise.all(ids.map((id) => lab.start(id)));
    await Promise.all(ids.map((id) => lab.work(id, lab.worker())));

    const ended = await Promise.all(ids.map((id) => lab.session(id)));
    expect(ended.some(({ run }) => run.reason === 'cost_budget')).toBe(true);
    const [{ cost_nano_usd: cost }] = await lab.sql`select cost_nano_usd from spend_day`.then(
      (rows) => rows as unknown as [{ cost_nano_usd: string }],
    );
    expect(Number(cost)).toBeLessThanOrEqual(0.12e9);
    const [{ total }] = await lab.sql`select sum(cost_nano_usd) as total from run`.then((rows) => rows as unknown as [{ total: string }]);
    expect(Number(total)).toBe(Number(cost));
  });

  test('of a caller without an account shares a daily cap with others, and an account is not limited by it', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLocalWorker(pages, { env: settings(server, { ANONYMOUS_DAILY_CAP: '0.09' }) });
    const ann = await lab.as('ann');
    const ids = [await lab.createSession('databases in Rust'), await lab.createSession('Rust stores')];
    const hers = await lab.createSession('stores of data in Rust', ann);

    const ended = await Promise.all(ids.map((id) => lab.run(id)));
    const session = await lab.run(hers, ann);

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

  test('makes all workers respect the pause that an endpoint asks for', async () => {
    const few = Object.fromEntries(Object.entries(pages).slice(0, 2));
    await using server = await openModelServer(sensible, (_, call) => (call === 0 ? 'limited-90' : null));
    await using lab = await openLocalWorker(few, { env: settings(server, { RUN_LANES: '1' }) });
    const sleeping: (() => void)[] = [];
    let isHeld = true;
    const asleep = () => new Promise<void>((wake) => sleeping.push(wake));
    const clock = { now: () => 0, sleep: async () => (isHeld ? asleep() : undefined) };
    const worker = () => ({ ...lab.worker(clock), plan: async (input: PlanInput) => ({ plan: plan(input) }) });
    const ids = await Promise.all(['databases in Rust', 'Rust stores'].map((query) => lab.createSession(query)));
    await Promise.all(ids.map((id) => lab.start(id)));

    const [paused, other] = ids as [string, string];
    const first = lab.work(paused, worker());
    await Promise.race([first, until(() => sleeping.length === 1)]);
    await lab.sql`update pause set until = now() + interval '280 seconds'`; // too long for a worker to wait
    const second = lab.work(other, worker());
    await Promise.race([second, until(() => sleeping.length === 2)]);
    const asked = server.calls.length;
    await lab.sql`delete from pause`;
    isHeld = false;
    for (const wake of sleeping) wake();
    await Promise.all([first, second]);

    expect(asked).toBe(1); // the second worker knows it from the first
    const judged = await lab.sql`select judge, count(distinct row_id)::int as n from verdict group by judge`;
    expect(judged).toEqual([{ judge: 'llm', n: 2 * 2 }]);
  });

  test('falls back to the rules when its endpoint is unavailable, and reports that', async () => {
    const server = await openModelServer(sensible);
    await server[Symbol.asyncDispose]();
    await using lab = await openLocalWorker({ '/a': pages['/ferrodb'] as string }, { env: settings(server) });
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    await lab.start(sessionId);

    await lab.work(sessionId, lab.worker(quickClock())); // it retries without the pauses

    expect((await lab.session(sessionId)).rows[0].matchVerdict).toBe('match');
    const { webset } = (await lab.graphql(COSTS, { id: sessionId })).body.data;
    expect(webset.rows.nodes[0].verdicts[0]).toMatchObject({ judge: 'lexical', note: expect.stringContaining('cannot be reached') });
  });

  test('ends its pending call when it is cancelled', async () => {
    await using server = await openModelServer(sensible);
    await using lab = await openLocalWorker(pages, { env: settings(server) });
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    server.held = new Promise(() => {});
    await lab.start(sessionId);
    const work = lab.work(sessionId);
    await Promise.race([work, until(() => server.busy() > 0)]);

    await lab.rpc('cancelRun', { sessionId });

    await work;
    await until(() => server.busy() === 0);
    expect((await lab.session(sessionId)).status).toBe('cancelled');
  });

  test('is refused a cap if the price of the model is unknown', async () => {
    await using server = await openModelServer(sensible);
    const env = { LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-unheard-of', LLM_API_KEY: 'sk-x', LLM_BASE_URL: server.url };
    await using lab = await openLocalWorker({}, { env });
    const id = await lab.createSession('databases');

    const { body } = await lab.graphql(start, { id, maxCost: 1 });

    expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
    const config = readConfig({ ...env, LLM_DAILY_CAP: '1' });
    const options = { config, databaseUrl: lab.databaseUrl, log: pino({ level: 'silent' }), threads: sharedThreads() };
    await expect(openWorker(options)).rejects.toThrow(/LLM_DAILY_CAP: cannot be kept/);
  });
});
