import { expect, test } from 'vitest';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';

const OUTCOME = `query ($id: UUID!) { webset(id: $id) { outcome { queries nextSteps narrowest { label }
  passRates { criterion { label } match partial needsReview noMatch without } } } }`;

test('where nothing matches, the outcome says which criterion keeps most out, and what to do next; reviews and hidden rows count at once', async () => {
  await using service = await openTestService();
  const id = await service.createSession('bakeries in Berlin that are vegan');
  const criteria: string[] = [];
  for (const label of ['Bakery', 'In Berlin', 'Vegan'])
    criteria.push((await service.rpc('addCriterion', { sessionId: id, label })).body.criterion.id);
  const [a = '', b = '', c = ''] = criteria;
  const outcome = async () => (await service.graphql(OUTCOME, { id })).body.data.webset.outcome;
  const before = await outcome();
  const run = await beginRun(service.db, id);
  const during = await outcome();
  const rows = await fillRows(service.db, id, [
    { matchVerdict: 'no_match', verdicts: { [a]: 'match', [b]: 'match', [c]: 'no_match' } },
    { matchVerdict: 'no_match', verdicts: { [a]: 'match', [b]: 'match', [c]: 'no_match' } },
    { matchVerdict: 'needs_review', verdicts: { [a]: 'match', [b]: 'needs_review', [c]: 'match' } },
  ]);
  await service.sql`update row set run_id = ${run} where webset_id = ${id}`;
  await service.sql`update run set queries = ${['vegan bakeries']} where id = ${run}`;
  await finishRun(service, id, run);

  const ended = await outcome();
  const mutate = (name: string, input: object) =>
    service.graphql(`mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { row { uuid } } }`, {
      input,
    });
  await mutate('hideRow', { rowId: rows[0] });
  await mutate('reviewVerdict', { rowId: rows[1], criterionId: c, verdict: 'match' });
  const changed = await outcome();

  expect([before, during]).toEqual([null, null]);
  expect(ended).toEqual({
    queries: ['vegan bakeries'],
    nextSteps: ['answer_rows', 'loosen_criterion', 'turn_on_search', 'connect_model'],
    narrowest: { label: 'Vegan' },
    passRates: [
      { criterion: { label: 'Bakery' }, match: 3, partial: 0, needsReview: 0, noMatch: 0, without: 0 },
      { criterion: { label: 'In Berlin' }, match: 2, partial: 0, needsReview: 1, noMatch: 0, without: 1 },
      { criterion: { label: 'Vegan' }, match: 1, partial: 0, needsReview: 0, noMatch: 2, without: 2 },
    ],
  });
  expect(changed.narrowest).toEqual({ label: 'In Berlin' });
  expect(changed.passRates[2]).toMatchObject({ match: 2, noMatch: 0, without: 1 });
});

test('a webset without criteria or rows has an outcome, too', async () => {
  await using service = await openTestService({
    model: { name: 'fake', price: null },
    facts: {
      searchProviders: [{ name: 'brave', enabled: true, setting: null, note: null }],
      models: [],
      anonymous: true,
      signUp: true,
      samples: false,
      graphiql: true,
    },
  });
  const id = await service.createSession('databases');
  await finishRun(service, id, await beginRun(service.db, id));

  const { body } = await service.graphql(OUTCOME, { id });

  expect(body.data.webset.outcome).toEqual({ queries: null, nextSteps: ['search_more'], narrowest: null, passRates: [] });
});
