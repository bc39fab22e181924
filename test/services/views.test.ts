import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

// Views: saved with a webset, listed as they were saved, and what exports make of them.

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const VIEW = `view { uuid name sort { field criterionId enrichmentId descending }
  filter { matchVerdict text title verdicts { criterionId is isNot } values { enrichmentId contains empty min max from to } }
  columns { field criterionId enrichmentId width pinned hidden } }`;

async function asked(mutation: string, input: object) {
  const { body } = await service.graphql(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { ${mutation === 'deleteView' ? 'viewId' : VIEW} } }`,
    { input },
  );
  return { view: body.data?.[mutation]?.view, refusal: body.errors?.[0].extensions.code as string | undefined };
}
const viewsOf = async (id: string) =>
  (
    await service.graphql(
      `query ($id: UUID!) { webset(id: $id) { views { uuid name sort { enrichmentId } filter { values { enrichmentId } } columns { enrichmentId } } } }`,
      { id },
    )
  ).body.data.webset.views;

async function filled(count = 6) {
  const id = await service.createSession();
  const made = async (operation: string, label: string) => (await service.rpc(operation, { sessionId: id, label })).body;
  const [rust, free] = [(await made('addCriterion', 'Rust')).criterion.id, (await made('addCriterion', 'Free')).criterion.id];
  const [year, site] = [(await made('addEnrichment', 'Year')).enrichment.id, (await made('addEnrichment', 'Site')).enrichment.id];
  await fillRows(
    service.db,
    id,
    Array.from({ length: count }, (_, i) => ({
      url: `https://example.org/${i}`,
      title: `t${i}`,
      matchVerdict: i % 2 ? ('match' as const) : ('partial' as const),
      verdicts: { [rust]: i % 2 ? ('match' as const) : ('no_match' as const), [free]: 'match' as const },
      values: { [year]: String(2000 - i), [site]: `s${i}` },
    })),
  );
  const contents = {
    sort: { enrichmentId: year },
    filter: { verdicts: [{ criterionId: rust, is: ['match'] }] },
    columns: [
      { field: 'title', width: 300, pinned: true },
      { enrichmentId: site },
      { enrichmentId: year, hidden: true },
      { criterionId: free },
    ],
  };
  return { id, rust, free, year, site, contents };
}

test('a view is saved, listed, renamed, saved anew and removed', async () => {
  const { id, rust, year, contents } = await filled();

  const { view } = await asked('createView', { websetId: id, name: 'Rust only', contents });
  expect(view).toMatchObject({
    name: 'Rust only',
    sort: { field: null, criterionId: null, enrichmentId: year, descending: false },
    filter: { matchVerdict: null, verdicts: [{ criterionId: rust, is: ['match'], isNot: null }], values: [] },
  });
  expect(view.columns[0]).toEqual({ field: 'title', criterionId: null, enrichmentId: null, width: 300, pinned: true, hidden: false });
  const renamed = await asked('updateView', { viewId: view.uuid, name: 'In Rust' });
  expect(renamed.view).toEqual({ ...view, name: 'In Rust' });
  const anew = await asked('updateView', {
    viewId: view.uuid,
    contents: { filter: { matchVerdict: ['partial'], text: 't', values: [{ enrichmentId: year, min: 1, empty: false }] } },
  });
  expect(anew.view).toMatchObject({
    name: 'In Rust',
    sort: null,
    columns: [],
    filter: { matchVerdict: ['partial'], text: 't', values: [{ min: 1, max: null, empty: false }] },
  });
  expect((await viewsOf(id)).map(({ name }: { name: string }) => name)).toEqual(['In Rust']);
  expect((await asked('deleteView', { viewId: view.uuid })).refusal).toBeUndefined();
  expect(await viewsOf(id)).toEqual([]);
  expect((await asked('deleteView', { viewId: view.uuid })).refusal).toBe('NOT_FOUND');
});

test('what cannot be a view is refused: names in use, columns of elsewhere, more than 50, what is too long', async () => {
  const { id, rust } = await filled();
  const other = await filled();
  const refusal = async (contents: object, name: string = randomUUID()) =>
    (await asked('createView', { websetId: id, name, contents })).refusal;

  expect(await refusal({}, 'one')).toBeUndefined();
  expect(await refusal({}, 'one')).toBe('CONFLICT');
  expect(await refusal({}, '')).toBe('BAD_REQUEST');
  expect(await refusal({}, 'a'.repeat(81))).toBe('BAD_REQUEST');
  expect(await refusal({ sort: { criterionId: other.rust } })).toBe('NOT_FOUND');
  expect(await refusal({ columns: [{ enrichmentId: rust }] })).toBe('NOT_FOUND');
  expect(await refusal({ filter: { values: [{ enrichmentId: other.year, empty: true }] } })).toBe('NOT_FOUND');
  expect(await refusal({ columns: [{ width: 100 }] })).toBe('BAD_REQUEST');
  expect(await refusal({ columns: [{ field: 'title', width: 5000 }] })).toBe('BAD_REQUEST');
  await service.sql`insert into webset_view (webset_id, name, contents) select ${id}, n::text, '{"filter":{},"columns":[]}' from generate_series(1, 49) n`;
  expect(await refusal({})).toBe('CONFLICT');
});

test('a column that is removed goes from the views, and their exports go on', async () => {
  const { id, year, site, contents } = await filled();
  const { view } = await asked('createView', { websetId: id, name: 'v', contents });

  await service.graphql('mutation ($id: UUID!) { removeEnrichment(input: { enrichmentId: $id }) { enrichmentId } }', { id: year });

  expect(await viewsOf(id)).toEqual([
    {
      uuid: view.uuid,
      name: 'v',
      sort: null,
      filter: { values: [] },
      columns: [{ enrichmentId: null }, { enrichmentId: site }, { enrichmentId: null }],
    },
  ]);
  const csv = await (await service.get(`/api/sessions/${id}/export?view=${view.uuid}`)).text();
  expect(csv.split('\r\n').slice(0, 2)).toEqual(['URL,Title,Site,Free,Rust,Overall', 'https://example.org/1,t1,s1,match,match,match']);
});

test('view= exports what the view shows, in its order; without it the export is as it was', async () => {
  const { id, contents } = await filled();
  const path = `/api/sessions/${id}/export`;
  const before = await (await service.get(path)).text();
  const { view } = await asked('createView', { websetId: id, name: 'v', contents });

  const csv = await (await service.get(`${path}?view=${view.uuid.toUpperCase()}`)).text();
  const json = (await (await service.get(`${path}?format=json&details=1&view=${view.uuid}`)).json()) as {
    results: { title: string; enrichments: object }[];
  };

  expect(csv).toBe(
    ['URL,Title,Site,Free,Rust,Overall', ...[5, 3, 1].map((i) => `https://example.org/${i},t${i},s${i},match,match,match`), ''].join(
      '\r\n',
    ),
  );
  expect(json.results.map(({ title, enrichments }) => [title, enrichments])).toEqual([5, 3, 1].map((i) => [`t${i}`, { Site: `s${i}` }]));
  expect(await (await service.get(`${path}?view=${view.uuid}&verdict=partial`)).text()).toBe('URL,Title,Site,Free,Rust,Overall\r\n');
  expect(await (await service.get(path)).text()).toBe(before);
});

test('an unknown view, or one of another webset, is 404 in exports and downloads', async () => {
  const { id } = await filled();
  const other = await filled();
  const { view } = await asked('createView', { websetId: other.id, name: 'v', contents: {} });

  for (const unknown of [view.uuid, randomUUID()])
    for (const path of [`/api/sessions/${id}/export?view=${unknown}`, `/api/websets/${id}/download?format=xlsx&view=${unknown}`]) {
      const response = await service.get(path);
      expect([response.status, await response.json()]).toEqual([404, { error: 'View not found' }]);
    }
});

test('a view of many rows comes whole, in its order', async () => {
  const { id, year } = await filled(700);
  const { view } = await asked('createView', { websetId: id, name: 'v', contents: { sort: { enrichmentId: year } } });

  const lines = (await (await service.get(`/api/sessions/${id}/export?view=${view.uuid}`)).text()).trim().split('\r\n').slice(1);
  const parquet = await service.get(`/api/websets/${id}/download?format=parquet&view=${view.uuid}`);

  expect(lines.map((line) => line.split(',')[2])).toEqual(Array.from({ length: 700 }, (_, i) => String(1301 + i)));
  expect(parquet.status).toBe(200);
  await parquet.arrayBuffer();
});

test('a webset that is claimed while a view of it is changed keeps the view as it was', async () => {
  const { id, year } = await filled(1);
  const contents = { sort: { enrichmentId: year } };
  const { view } = await asked('createView', { websetId: id, name: 'v', contents });
  await service.as('ann');
  const [ann] = await service.sql`select id from auth_user where email = 'ann@example.org'`;
  let changing: Promise<{ refusal: string | undefined }[]> = Promise.resolve([]);

  await service.sql.begin(async (claim) => {
    await claim`update webset set owner_id = ${ann?.id} where id = ${id}`;
    changing = Promise.all([asked('deleteView', { viewId: view.uuid }), asked('updateView', { viewId: view.uuid, name: 'w' })]);
    await until(async () => (await countWaiting(claim)) === 2);
  });

  expect((await changing).map(({ refusal }) => refusal)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  expect((await service.sql`select name from webset_view where webset_id = ${id}`).map(({ name }) => name)).toEqual(['v']);
});
