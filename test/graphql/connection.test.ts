import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Verdict } from '../../src/domain/verdict.ts';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const VERDICTS: (Verdict | null)[] = [
  'match',
  'no_match',
  'match',
  null,
  'partial',
  'match',
  'needs_review',
  'no_match',
  'match',
  'partial',
  'match',
];
const titles = VERDICTS.map((_, i) => `t${i}`);

let service: TestService;
let websetId: string;
beforeAll(async () => {
  service = await openTestService();
  websetId = await service.createSession();
  await fillRows(
    service.db,
    websetId,
    VERDICTS.map((matchVerdict, i) => ({ title: `t${i}`, matchVerdict })),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

interface Page {
  totalCount: number;
  nodes: { title: string }[];
  edges: { cursor: string; node: { title: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

const QUERY = `query ($id: UUID!, $first: Int, $last: Int, $after: String, $before: String, $filter: RowFilter) {
  webset(id: $id) { rows(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
    totalCount nodes { title } edges { cursor node { title } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } } }`;
const ask = async (args: object) => (await service.graphql(QUERY, { id: websetId, ...args })).body;
const rows = async (args: object): Promise<Page> => (await ask(args)).data.webset.rows;
const titlesOf = (page: Page) => page.edges.map(({ node }) => node.title);

test('pages joined forward and backward are the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (size) => {
      const forward: string[] = [];
      for (let after: string | null = null; ; ) {
        const page: Page = await rows({ first: size, after });
        forward.push(...titlesOf(page));
        expect(page.nodes).toEqual(page.edges.map(({ node }) => node));
        expect(page.pageInfo.hasNextPage).toBe(forward.length < titles.length);
        if (!page.pageInfo.hasNextPage) break;
        after = page.pageInfo.endCursor;
      }
      const backward: string[] = [];
      for (let before: string | null = null; ; ) {
        const page: Page = await rows({ last: size, before });
        backward.unshift(...titlesOf(page));
        expect(page.pageInfo.hasPreviousPage).toBe(backward.length < titles.length);
        if (!page.pageInfo.hasPreviousPage) break;
        before = page.pageInfo.startCursor;
      }
      expect(forward).toEqual(titles);
      expect(backward).toEqual(titles);
    }),
    { numRuns: 12 },
  );
});

test('totalCount and the filter go by the combined verdict', async () => {
  const all = await rows({});
  const matching = await rows({ filter: { matchVerdict: ['match'] }, first: 2 });
  const decided = await rows({ filter: { matchVerdict: ['match', 'no_match'] } });
  const none = await rows({ filter: { matchVerdict: [] } });

  expect([all.totalCount, matching.totalCount, decided.totalCount, none.totalCount]).toEqual([11, 5, 7, 0]);
  expect(titlesOf(matching)).toEqual(['t0', 't2']);
  expect(none.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null });
});

test('a window between two cursors', async () => {
  const { edges } = await rows({});

  const page = await rows({ first: 10, after: edges[1]?.cursor, before: edges[5]?.cursor });

  expect(titlesOf(page)).toEqual(['t2', 't3', 't4']);
});

test('no size answers 20, size 0 none', async () => {
  expect(titlesOf(await rows({}))).toEqual(titles);
  expect(titlesOf(await rows({ first: 0 }))).toEqual([]);
});

test.each<[string, object]>([
  ['over 100', { first: 101 }],
  ['over 100 from the back', { last: 101 }],
  ['negative', { first: -1 }],
  ['both ends', { first: 1, last: 1 }],
  ['a foreign cursor', { after: 'x' }],
  ['a cursor of something else', { before: Buffer.from('row:-1').toString('base64url') }],
  ['a cursor beyond numbers', { before: Buffer.from('row:99999999999999999').toString('base64url') }],
  ['a moment beyond the year 9999', { filter: { changedSince: '+010000-01-01T00:00:00Z' } }],
  ['a moment before the year 1', { filter: { changedSince: '0000-01-01T00:00:00Z' } }],
  ['a moment that is no ISO 8601', { filter: { changedSince: '1' } }],
])('%s is BAD_REQUEST', async (_what, args) => {
  const { data, errors } = await ask(args);

  expect(data ?? null).toBeNull();
  expect(errors[0].extensions.code).toBe('BAD_REQUEST');
});

test('a cursor of one’s websets from beyond the year 9999 is BAD_REQUEST', async () => {
  const after = Buffer.from('webset:999999999999999:5f0c3b1e-2a6d-4c8e-9b7f-1d2e3f4a5b6c').toString('base64url');

  const { body } = await service.graphql(
    'query ($after: String) { websets(after: $after) { totalCount } }',
    { after },
    await service.as('ann'),
  );

  expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
});

test('a page costs the same number of statements however many rows it has', async () => {
  const statements = async (first: number) => {
    const before = await spent();
    const { errors } = (
      await service.graphql(
        `query ($id: UUID!, $first: Int) { webset(id: $id) { rows(first: $first) { nodes { verdicts { criterion { label } } values { enrichment { label } } page { title } } } } }`,
        { id: websetId, first },
      )
    ).body;
    expect(errors).toBeUndefined();
    return (await spent()) - before;
  };
  let count = 0;
  const spent = async () => count;
  const { debug } = service.sql.options;
  service.sql.options.debug = () => {
    count++;
  };

  await statements(1); // opens connections, which costs statements of its own
  const [one, all] = [await statements(1), await statements(11)];

  service.sql.options.debug = debug;
  expect(one).toBeGreaterThan(3);
  expect(all).toBeLessThan(one + 5);
});
