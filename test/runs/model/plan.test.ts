import { expect, test } from 'vitest';
import { sweepModelPlans } from '../../../src/db/queries/runs/model-plan.ts';
import { workModelPlan } from '../../../src/runs/model-plan.ts';
import { never } from '../../support/agent/local-web.ts';
import { openLocalWorker } from '../../support/agent/local-worker.ts';
import { openModelServer } from '../../support/agent/model-server.ts';
import { openLab } from '../../support/lab.ts';
import { until } from '../../support/until.ts';
import { PRICES } from './prices.ts';

const settings = (url: string, more: Record<string, string> = {}) => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'fake',
  LLM_BASE_URL: url,
  LLM_PRICES: PRICES,
  ...more,
});
const SAID = JSON.stringify({
  criteria: [
    { label: 'Database', description: '' },
    { label: 'Written in Rust', description: 'Most of its own code is Rust.' },
    { label: 'written in rust', description: 'said twice' },
  ],
  columns: [{ label: 'First release', description: 'The day of it.', format: 'date' }],
});
const FIELDS = 'id state detail cost { dollars inputTokens } suggestion { target criteria { label description } columns { label format } }';
const PLAN = `mutation ($request: String!) { planWithModel(input: { request: $request }) { plan { ${FIELDS} } } }`;
const FIND = `query ($id: UUID!) { modelPlan(id: $id) { ${FIELDS} } }`;
const CANCEL = `mutation ($id: UUID!) { cancelModelPlan(input: { id: $id }) { plan { state } } }`;

type Local = Awaited<ReturnType<typeof openLocalWorker>>;
type Lab = Pick<Local, 'graphql'>;
const REQUEST = 'top 7 databases written in Rust';
const begin = async (lab: Lab, headers = {}) => (await lab.graphql(PLAN, { request: REQUEST }, headers)).body.data.planWithModel.plan;
const find = async (lab: Lab, id: string, headers = {}) => (await lab.graphql(FIND, { id }, headers)).body.data.modelPlan;
const NOTHING_ENDS = new Promise<void>(() => {});

/** Has a worker without a queue make the waiting plan. */
async function made(lab: Local, { id }: { id: string }) {
  await workModelPlan(lab.worker(), id, never());
  return find(lab, id);
}

test('a model plans in one call of a worker, at a cost, and once per request; an unreadable answer is requested again', async () => {
  await using server = await openModelServer(() => SAID);
  await using lab = await openLab({}, settings(server.url));
  server.next = ['prose'];

  const begun = await begin(lab);
  await until(async () => !['queued', 'running'].includes((await find(lab, begun.id)).state));
  const plan = await find(lab, begun.id);
  const { id } = await begin(lab);
  await until(async () => (await find(lab, id)).state === 'completed');
  const again = await find(lab, id);

  expect(begun).toMatchObject({ state: 'queued', suggestion: null, cost: { dollars: 0 } });
  expect(plan).toMatchObject({
    state: 'completed',
    detail: null,
    suggestion: {
      target: 7,
      criteria: [
        { label: 'Database', description: '' },
        { label: 'Written in Rust', description: 'Most of its own code is Rust.' },
      ],
      columns: [{ label: 'First release', format: 'date' }],
    },
  });
  expect(plan.cost.dollars).toBeGreaterThan(0);
  expect(again).toMatchObject({ suggestion: plan.suggestion, cost: { dollars: 0 } });
  expect(server.calls).toHaveLength(2);
  const [day] = await lab.sql`select cost_nano_usd::float8 / 1e9 as dollars from spend_day`;
  expect(day?.dollars).toBeCloseTo(plan.cost.dollars, 9);
  expect(await lab.sql`select caller from model_plan where caller is not null`).toEqual([]);
});

test('a plan respects the cap of a run and the daily cap, names the one it reached, and calls no model then', async () => {
  await using server = await openModelServer(() => SAID);
  await using dear = await openLocalWorker({}, { env: settings(server.url, { LLM_RUN_CAP: '0.001' }) });
  await using poor = await openLocalWorker({}, { env: settings(server.url, { LLM_DAILY_CAP: '0.001' }) });

  const [byRun, byDay] = [await made(dear, await begin(dear)), await made(poor, await begin(poor))];

  expect(byRun).toMatchObject({ state: 'failed', detail: expect.stringContaining('LLM_RUN_CAP'), cost: { dollars: 0 } });
  expect(byDay).toMatchObject({ state: 'failed', detail: expect.stringContaining('LLM_DAILY_CAP'), cost: { dollars: 0 } });
  expect(server.calls).toEqual([]);
});

test('an unusable model fails the plan with an explanation, and a cancelled plan is neither waited for nor written', async () => {
  await using server = await openModelServer(() => SAID);
  await using lab = await openLocalWorker({}, { env: settings(server.url) });
  server.next = ['unauthorized'];
  const refused = await made(lab, await begin(lab));
  await lab.sql`delete from pause`;
  server.held = NOTHING_ENDS;
  const { id } = await begin(lab);
  const work = workModelPlan(lab.worker(), id, never());
  await Promise.race([work, until(() => server.busy() > 0)]);

  const { body } = await lab.graphql(CANCEL, { id });

  await work;
  await until(() => server.busy() === 0);
  expect(refused).toMatchObject({ state: 'failed', suggestion: null });
  expect(refused.detail).toMatch(/fake/);
  expect(body.data.cancelModelPlan.plan).toEqual({ state: 'cancelled' });
  expect(await find(lab, id)).toMatchObject({ state: 'cancelled', suggestion: null });
});

test('a plan opens to its owner only; a caller has at most three at a time; without a model it is refused', async () => {
  await using server = await openModelServer(() => SAID);
  await using lab = await openLocalWorker({}, { env: settings(server.url) });
  await using bare = await openLocalWorker();
  server.held = NOTHING_ENDS;
  const [ann, ben] = [await lab.as('ann'), await lab.as('ben')];
  const { id } = await begin(lab, ann);
  await begin(lab, ann);
  await begin(lab, ann);

  const fourth = await lab.graphql(PLAN, { request: REQUEST }, ann);
  const foreign = await lab.graphql(FIND, { id }, ben);
  const unknown = await lab.graphql(FIND, { id: crypto.randomUUID() }, ben);
  const none = await bare.graphql(PLAN, { request: REQUEST });

  const codeOf = ({ body }: { body: { errors: { extensions: { code: string } }[] } }) => body.errors[0]?.extensions.code;
  expect([fourth, foreign, unknown, none].map(codeOf)).toEqual(['CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST']);
  expect((await find(lab, id, ann)).state).toMatch(/queued|running/);
  await lab.sql`update model_plan set created_at = now() - interval '10 minutes' where id = ${id}`;
  await lab.sql`update model_plan set created_at = now() - interval '2 days' where id <> ${id}`;
  await sweepModelPlans(lab.db);
  expect(await find(lab, id, ann)).toMatchObject({ state: 'failed', detail: 'no worker made it in time' });
  expect(await lab.sql`select count(*)::int as kept from model_plan`).toEqual([{ kept: 1 }]);
});
