import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const LIST = `query ($id: UUID!, $filter: RowFilter) { webset(id: $id) { counts { match partial needsReview noMatch pending hidden }
  rows(first: 2, filter: $filter) { totalCount pageInfo { hasNextPage } nodes { title hidden } } } }`;
const list = async (id: string, filter: object | null = null) => (await service.graphql(LIST, { id, filter })).body.data.webset;
const set = async (name: 'hideRow' | 'showRow', rowId: string) =>
  (await service.graphql(`mutation ($id: UUID!) { ${name}(input: { rowId: $id }) { row { id uuid hidden title } } }`, { id: rowId })).body
    .data[name].row;

test('a hidden row is left out of lists, counts, getSession and exports, and comes back whole', async () => {
  const id = await service.createSession();
  const verdicts = ['match', 'match', 'partial', 'needs_review', 'no_match', null] as const;
  const ids = await fillRows(
    service.db,
    id,
    verdicts.map((matchVerdict, i) => ({ title: `t${i}`, matchVerdict })),
  );

  const hidden = await set('hideRow', ids[0] ?? '');
  await set('hideRow', ids[4] ?? '');
  await set('hideRow', ids[4] ?? '');

  expect(hidden).toMatchObject({ uuid: ids[0], hidden: true, title: 't0' });
  expect(await list(id)).toEqual({
    counts: { match: 1, partial: 1, needsReview: 1, noMatch: 0, pending: 1, hidden: 2 },
    rows: {
      totalCount: 4,
      pageInfo: { hasNextPage: true },
      nodes: [
        { title: 't1', hidden: false },
        { title: 't2', hidden: false },
      ],
    },
  });
  expect((await list(id, { hidden: true })).rows).toEqual({
    totalCount: 2,
    pageInfo: { hasNextPage: false },
    nodes: [
      { title: 't0', hidden: true },
      { title: 't4', hidden: true },
    ],
  });
  expect((await list(id, { hidden: true, matchVerdict: ['match'] })).rows.totalCount).toBe(1);
  expect((await list(id, { hidden: false, matchVerdict: ['match'] })).rows.totalCount).toBe(1);
  const { session } = (await service.rpc('getSession', { sessionId: id })).body;
  expect(session.rows.map(({ title }: { title: string }) => title)).toEqual(['t1', 't2', 't3', 't5']);
  const json = await (await service.get(`/api/sessions/${id}/export?format=json`)).json();
  expect(json.results).toHaveLength(4);
  expect((await (await service.get(`/api/sessions/${id}/export`)).text()).trim().split('\r\n')).toHaveLength(5);
  const { body } = await service.graphql('query ($id: ID!) { node(id: $id) { ... on Row { hidden } } }', {
    id: Buffer.from(`Row:${ids[0]}`).toString('base64url'),
  });
  expect(body.data.node).toEqual({ hidden: true });

  expect(await set('showRow', ids[0] ?? '')).toMatchObject({ hidden: false });
  expect((await list(id)).counts).toMatchObject({ match: 2, hidden: 1 });
});

test('a webset without rows counts none', async () => {
  const id = await service.createSession();

  expect((await list(id)).counts).toEqual({ match: 0, partial: 0, needsReview: 0, noMatch: 0, pending: 0, hidden: 0 });
});
