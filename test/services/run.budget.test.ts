import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { NANO_USD } from '../../src/domain/money/cost.ts';
import type { RunBudget, RunCeilings } from '../../src/domain/run-state.ts';
import { budgetOf } from '../../src/services/run/budget.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const START =
  'mutation ($input: StartRunInput!) { startRun(input: $input) { webset { run { target maxPages maxMinutes maxSearches maxCost } } } }';
const CEILINGS = '{ service { ceilings { target maxPages maxMinutes maxSearches maxCost } } }';

const services = new Map<string, Promise<TestService>>();
afterAll(async () => {
  await Promise.all([...services.values()].map(async (service) => (await service)[Symbol.asyncDispose]()));
});

/** The test service with the settings of an environment, and other ceilings; those that name the same ones share it. */
function serviceWith(env: Record<string, string> = {}, other: Partial<RunCeilings> = {}): Promise<TestService> {
  const key = JSON.stringify([env, other]);
  const { budget, ceilings: own } = readConfig(env);
  const ceilings = { ...own, ...other };
  const service = services.get(key) ?? openTestService({ budget, ceilings, model: { name: 'm', price: { input: 1, output: 1 } } });
  services.set(key, service);
  return service;
}

test.each([
  ['target', 1001, 'target may be at most 1000'],
  ['maxPages', 5001, 'maxPages may be at most 5000'],
  ['maxMinutes', 10_080, 'maxMinutes may be at most 240'],
  ['maxMinutes', 2_147_483_647, 'maxMinutes may be at most 240'],
  ['maxSearches', 61, 'maxSearches may be at most 60'],
  ['maxCost', 100_000, 'maxCost may be at most 0.5 ($0.50) (LLM_RUN_CAP)'],
  ['maxCost', 1e300, 'maxCost may be at most 0.5 ($0.50) (LLM_RUN_CAP)'],
])('%s: %d is refused by its ceiling, and no run is queued', async (name, value, message) => {
  const service = await serviceWith({ LLM_RUN_CAP: '0.50' });
  const ann = await service.as('ann');
  const websetId = await service.createSession('databases', ann);

  const { body } = await service.graphql(START, { input: { websetId, [name]: value } }, ann);

  expect(body.errors).toMatchObject([{ message, extensions: { code: 'BAD_REQUEST' } }]);
  expect(await service.sql`select 1 from run where webset_id = ${websetId}`).toHaveLength(0);
});

test('a value at a ceiling is accepted, and what is left out is the smaller of setting and ceiling', async () => {
  const service = await serviceWith({ RUN_TARGET: '500', LLM_RUN_CAP: '0.50' }, { target: 50 });
  const ann = await service.as('ann');
  const start = async (named: object) => {
    const websetId = await service.createSession('databases', ann);
    return (await service.graphql(START, { input: { websetId, ...named } }, ann)).body.data.startRun.webset.run;
  };

  expect(await start({})).toEqual({ target: 50, maxPages: 300, maxMinutes: 30, maxSearches: 60, maxCost: 0.5 });
  expect(await start({ target: null, maxCost: null })).toEqual({
    target: 50,
    maxPages: 300,
    maxMinutes: 30,
    maxSearches: 60,
    maxCost: 0.5,
  });
  const most = { target: 50, maxPages: 5000, maxMinutes: 240, maxSearches: 60, maxCost: 0.5 };
  expect(await start(most)).toEqual(most);
  expect((await service.graphql(CEILINGS, {}, ann)).body.data.service.ceilings).toEqual(most);
});

test('the defaults that the service reports are those of a run for which nothing is named', async () => {
  const service = await serviceWith({ RUN_TARGET: '40', RUN_MAX_PAGES: '90' }, { anonymous: { maxPages: 70, maxMinutes: 60 } });
  const websetId = await service.createSession('databases');

  const result = await service.graphql('{ service { defaults { target maxPages maxMinutes maxSearches maxCost } } }', {});
  const started = await service.graphql(START, { input: { websetId } });

  expect(result.body.data.service.defaults).toMatchObject({ target: 40, maxPages: 70 });
  expect(started.body.data.startRun.webset.run).toEqual(result.body.data.service.defaults);
});

test.each([
  ['top 10 vector databases', {}, 10],
  ['a dozen vegan bakeries in Portland', {}, 12],
  ['500 databases', {}, 50],
  ['databases with 10 contributors', {}, 40],
  ['top 10 vector databases', { target: 20 }, 20],
])('“%s” with %j wants %d results', async (request, named, target) => {
  const service = await serviceWith({ RUN_TARGET: '40' }, { target: 50 });
  const ann = await service.as('ann');
  const websetId = await service.createSession(request, ann);

  const { body } = await service.graphql(START, { input: { websetId, ...named } }, ann);

  expect(body.data.startRun.webset.run.target).toBe(target);
});

test('a budget that the operator sets above a ceiling is the ceiling, for callers without an account, too', () => {
  const { budget, ceilings } = readConfig({ RUN_TARGET: '2000', RUN_MAX_PAGES: '9000', RUN_MAX_MINUTES: '90' });
  const of = (userId: string | null) => budgetOf({ budget, ceilings, viewer: { userId } }, {});

  expect(ceilings).toMatchObject({ target: 2000, maxPages: 9000, maxMinutes: 240, anonymous: { maxPages: 9000, maxMinutes: 90 } });
  expect(of(null)).toMatchObject({ target: 2000, maxPages: 9000, maxMinutes: 90 });
  expect(of('ann')).toEqual(of(null));
});

test('callers without an account have lower ceilings, and hear that an account has higher ones', async () => {
  const service = await serviceWith({ RUN_MAX_PAGES: '200' }, { anonymous: { maxPages: 100, maxMinutes: 10 } });
  const websetId = await service.createSession();

  const refused = await service.graphql(START, { input: { websetId, maxPages: 101, maxMinutes: 11 } });
  const result = await service.graphql(CEILINGS);
  const { status } = await service.rpc('startRun', { sessionId: websetId });

  expect(refused.body.errors[0]).toMatchObject({
    message:
      'maxPages may be at most 100 without an account: sign in for more; maxMinutes may be at most 10 without an account: sign in for more',
    extensions: { code: 'BAD_REQUEST' },
  });
  expect(result.body.data.service.ceilings).toMatchObject({ maxPages: 100, maxMinutes: 10 });
  expect(status).toBe(200);
  expect(await service.sql`select max_pages, max_minutes from run`).toMatchObject([{ max_pages: 100, max_minutes: 10 }]);
});

test.each([
  ['target', 0],
  ['maxPages', -1],
  ['maxMinutes', 0],
  ['maxMinutes', 2_147_483_648],
  ['maxMinutes', 1.5],
  ['maxCost', -0.000_001],
  ['maxCost', 'much'],
])('%s: %j is refused, and no run is queued', async (name, value) => {
  const service = await serviceWith();
  const websetId = await service.createSession();

  const { body } = await service.graphql(START, { input: { websetId, [name]: value } });

  expect(body.errors[0].extensions.code).toMatch(/BAD_REQUEST|BAD_USER_INPUT/);
  expect(await service.sql`select 1 from run where webset_id = ${websetId}`).toHaveLength(0);
});

test('no setting and no caller lifts a run above a ceiling, and a caller who names nothing is never refused', () => {
  const size = fc.integer({ min: 1, max: 10_000 });
  const bounds = fc.record({ target: size, maxPages: size, maxMinutes: size, maxCostNanoUsd: fc.option(fc.nat(5 * NANO_USD)) });
  const ceilings = fc.tuple(bounds, size, size).map(([all, maxPages, maxMinutes]) => ({ ...all, anonymous: { maxPages, maxMinutes } }));
  const named = fc.record({ target: size, maxPages: size, maxMinutes: size, maxCostNanoUsd: fc.nat(10 * NANO_USD) }, { requiredKeys: [] });
  fc.assert(
    fc.property(bounds, ceilings, named, fc.constantFrom(null, 'ann'), (settings, most, asked, userId) => {
      const budget = { ...settings, maxCostNanoUsd: most.maxCostNanoUsd };
      const of = (wanted: Partial<RunBudget>) => budgetOf({ budget, ceilings: most, viewer: { userId } }, wanted);
      const holds = (run: RunBudget) => {
        expect(run.target).toBeLessThanOrEqual(most.target);
        expect(run.maxPages).toBeLessThanOrEqual(userId ? most.maxPages : Math.min(most.maxPages, most.anonymous.maxPages));
        expect(run.maxMinutes).toBeLessThanOrEqual(userId ? most.maxMinutes : Math.min(most.maxMinutes, most.anonymous.maxMinutes));
        if (most.maxCostNanoUsd !== null) expect(run.maxCostNanoUsd).toBeLessThanOrEqual(most.maxCostNanoUsd);
      };
      holds(of({}));
      try {
        const run = of(asked);
        expect(run).toMatchObject(asked);
        holds(run);
      } catch (error) {
        expect(error).toMatchObject({
          code: 'BAD_REQUEST',
          message: expect.stringMatching(/^(target|max\w+) may be at most \d/),
        });
      }
    }),
  );
});

test('whom a run is counted for is forgotten once it ends', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession();
  const callers = async () => (await service.sql`select caller from run`).map(({ caller }) => caller);

  await service.rpc('startRun', { sessionId });
  const during = await callers();
  await service.rpc('cancelRun', { sessionId });

  expect(during).toEqual(['ip:127.0.0.1']);
  expect(await callers()).toEqual([null]);
});
