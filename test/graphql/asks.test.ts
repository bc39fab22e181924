import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const REQUEST = 'hotels in Germany that take dogs';
const CRITERIA = 'query ($id: UUID!) { webset(id: $id) { criteria { uuid label isKind asks learning { answers } } } }';
const UPDATE = 'mutation ($input: UpdateCriterionInput!) { updateCriterion(input: $input) { criterion { label } } }';
const READ = 'query ($request: String!, $label: String!) { readCriterion(request: $request, label: $label) }';

const ask = async (query: string, variables: object = {}) => (await service.graphql(query, variables)).body;
const readAs = async (request: string, label: string) => (await ask(READ, { request, label })).data.readCriterion;

async function createWebset(labels: string[], request = REQUEST): Promise<string> {
  const sessionId = await service.createSession(request);
  for (const label of labels) await service.rpc('addCriterion', { sessionId, label });
  return sessionId;
}

test('a plan that is suggested says what each criterion is understood to ask', async () => {
  const { data } = await ask('query ($request: String!) { suggestPlan(request: $request) { criteria { label asks } } }', {
    request: REQUEST,
  });

  expect(data.suggestPlan.criteria).toEqual([
    { label: 'Hotel', asks: ['kind: hotel'] },
    { label: 'In Germany', asks: ['place: in Germany (country)'] },
    { label: 'Takes dogs', asks: ['words: takes dogs'] },
  ]);
});

test('a criterion says what it is understood to ask, and another wording corrects it', async () => {
  const id = await createWebset(['Hotel', 'in germany or austria', 'In NYC or London']);
  const before = (await ask(CRITERIA, { id })).data.webset.criteria;

  await ask(UPDATE, { input: { criterionId: before[2].uuid, label: 'In New York City or London' } });
  const after = (await ask(CRITERIA, { id })).data.webset.criteria;

  expect(before.map(({ isKind, asks }: { isKind: boolean; asks: string[] }) => [isKind, ...asks])).toEqual([
    [true, 'kind: hotel'],
    [false, 'place: in Germany or Austria (countries)'],
    [false, 'words: NYC London'],
  ]);
  expect(after[2].asks).toEqual(['place: in New York City (United States) or London (United Kingdom)']);
});

test('a criterion that is being written is read with its request, as it is once it is there', async () => {
  expect(await readAs(REQUEST, 'Hotel')).toEqual(['kind: hotel']);
  expect(await readAs('dogs that live in hotels', 'Hotel')).toEqual(['words: hotel']);
  expect(await readAs(REQUEST, 'Under 150 euros a night')).toEqual(['price: less than 150 EUR per night']);
  expect(await readAs(REQUEST, ' ')).toEqual(['its words']);
});

test.each([
  [{ request: '', label: 'Hotel' }, 'request'],
  [{ request: 'a\0b', label: 'Hotel' }, 'request'],
  [{ request: REQUEST, label: '' }, 'label'],
  [{ request: REQUEST, label: 'a'.repeat(81) }, 'label'],
])('readCriterion refuses %j by the path of what is wrong', async (variables, path) => {
  const { errors } = await ask(READ, variables);

  expect(errors[0]).toMatchObject({ message: 'Input validation failed', extensions: { code: 'BAD_REQUEST' } });
  expect(errors[0].extensions.issues[0].path).toEqual([path]);
});

test('a document reads few criteria that are being written, since each has its request planned', async () => {
  const times = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: readCriterion(request: "hotels", label: "Hotel")`);

  const two = await ask(`{ ${times(2).join(' ')} }`);
  const three = await ask(`{ ${times(3).join(' ')} }`);

  expect(two.data).toEqual({ a0: ['kind: hotel'], a1: ['kind: hotel'] });
  expect(three.errors[0].message).toMatch(/^The query is over the limit of cost/);
});

test.each([
  ['a request', REQUEST],
  ['a request that is read by itself', `${REQUEST} ${'and parrots '.repeat(700)}`],
])('with %s as many statements read twelve criteria as read two', async (_name, request) => {
  const few = await createWebset(['Hotel', 'In Germany'], request);
  const many = await createWebset(
    Array.from({ length: 12 }, (_, i) => `At least ${i + 2} rooms`),
    request,
  );
  let statements = 0;
  const { debug } = service.sql.options;
  const read = async (id: string) => {
    const { data } = await ask(CRITERIA, { id });
    const before = statements;
    service.sql.options.debug = () => void statements++;
    await ask(CRITERIA, { id });
    service.sql.options.debug = debug;
    return { count: data.webset.criteria.length, statements: statements - before };
  };

  const [two, twelve] = [await read(few), await read(many)];

  expect([two.count, twelve.count]).toEqual([2, 12]);
  expect(two.statements).toBeGreaterThan(2);
  expect(twelve.statements).toBe(two.statements);
});
