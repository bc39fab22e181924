import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';
import { until } from '../support/until.ts';

// A person chose the pages: those that share no word with the request are read as well.

let lab: Awaited<ReturnType<typeof openLab>>;
let ann: { cookie: string };
beforeAll(async () => {
  lab = await openLab({}, { SEARCH_PROVIDERS: 'index' });
  ann = await lab.as('ann');
});
afterAll(() => lab[Symbol.asyncDispose]());

const FILES = ['Lisbon trams', 'Baked apples', 'Tide tables', 'Knots at sea', 'Rust for rowers'];
const CREATE = 'mutation ($input: CreateWebsetInput!) { createWebset(input: $input) { webset { uuid } } }';
const START = 'mutation ($input: StartRunInput!) { startRun(input: $input) { webset { uuid } } }';
const RUN =
  'query ($id: UUID!) { webset(id: $id) { run { alive reason coverage { found } counts { read searches } } rows { nodes { title } } } }';

async function uploaded(): Promise<string> {
  const form = new FormData();
  for (const [i, title] of FILES.entries()) form.append('files', new Blob([`# ${title}\n\nWhat is to be known of it is here.`]), `${i}.md`);
  const response = await fetch(`${lab.url}/api/collections`, { method: 'POST', body: form, headers: ann });
  const { collection } = (await response.json()) as { collection: { id: string } };
  await until(async () => (await lab.sql`select from index_entry where collection_id = ${collection.id}`).length === FILES.length);
  return collection.id;
}

async function ran(collectionId: string, limits: object) {
  const input = { originalQuery: 'programming languages', collectionIds: [collectionId] };
  const id: string = (await lab.graphql(CREATE, { input }, ann)).body.data.createWebset.webset.uuid;
  await lab.graphql(START, { input: { websetId: id, ...limits } }, ann);
  const found = async () => (await lab.graphql(RUN, { id }, ann)).body.data.webset;
  await until(async () => !(await found()).run.alive);
  const { run, rows } = await found();
  return {
    reason: run.reason,
    coverage: run.coverage,
    ...run.counts,
    titles: rows.nodes.map(({ title }: { title: string }) => title).sort(),
  };
}

test('a collection within a run’s page limit is read through, the run reports it, and nothing is left to estimate', async () => {
  const found = await ran(await uploaded(), { maxPages: FILES.length });

  expect(found).toMatchObject({ reason: 'read_through', coverage: null, read: FILES.length, titles: [...FILES].sort() });
});

test('listing its pages counts as searches of the run', async () => {
  const found = await ran(await uploaded(), { maxSearches: 1 });

  expect(found).toMatchObject({ reason: 'read_through', read: FILES.length, searches: 1 });
});

test('of a larger collection the pages that a search finds are read', async () => {
  const found = await ran(await uploaded(), { maxPages: FILES.length - 1 });

  expect(found).toMatchObject({ reason: 'candidates_exhausted', read: 0, titles: [] });
});
