import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

const ADD = 'mutation ($input: AddSearchInput!) { addSearch(input: $input) { webset { run { counts { searches } } } } }';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

async function startedRun() {
  const websetId = await service.createSession('open-source databases');
  await service.rpc('startRun', { sessionId: websetId });
  return websetId;
}
const queriesOf = (websetId: string) => service.sql`
  select q.text, q.family from run_query q join run r on r.id = q.run_id where r.webset_id = ${websetId} order by q.position`;

test('a person may have a run at work search for words, for its request on a site, and for words on a site', async () => {
  const websetId = await startedRun();

  await service.graphql(ADD, { input: { websetId, query: ' rust\n databases ' } });
  await service.graphql(ADD, { input: { websetId, site: 'https://www.example.org/list' } });
  const { body } = await service.graphql(ADD, { input: { websetId, query: 'graph stores', site: 'example.com' } });

  expect(body.data.addSearch.webset.run.counts).toEqual({ searches: 0 });
  expect(await queriesOf(websetId)).toEqual([
    { text: 'rust databases', family: 'person' },
    { text: 'open-source databases site:example.org', family: 'person' },
    { text: 'graph stores site:example.com', family: 'person' },
  ]);
});

test.each([
  ['nothing', {}, 'BAD_REQUEST'],
  ['an empty query', { query: '  ' }, 'BAD_REQUEST'],
  ['a query that is too long', { query: 'word '.repeat(60) }, 'BAD_REQUEST'],
  ['a site that is no host', { site: 'no host' }, 'BAD_REQUEST'],
  ['an address of another kind', { site: 'ftp://example.org' }, 'BAD_REQUEST'],
])('%s is refused', async (_, named, code) => {
  const websetId = await startedRun();

  const { body } = await service.graphql(ADD, { input: { websetId, ...named } });

  expect(body.errors).toMatchObject([{ extensions: { code } }]);
  expect(await queriesOf(websetId)).toEqual([]);
});

test('without a search at work nothing is added', async () => {
  const websetId = await service.createSession('databases');

  const { body } = await service.graphql(ADD, { input: { websetId, query: 'databases' } });

  expect(body.errors).toMatchObject([{ message: 'No search is at work on this webset', extensions: { code: 'CONFLICT' } }]);
});

test('a run takes twenty queries of people', async () => {
  const websetId = await startedRun();
  for (let i = 0; i < 20; i++) await service.graphql(ADD, { input: { websetId, query: `query ${i}` } });

  const { body } = await service.graphql(ADD, { input: { websetId, query: 'one more' } });

  expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
});
