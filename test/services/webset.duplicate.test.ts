import { expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { openHouse } from '../support/house.ts';

const FIELDS = `uuid title originalQuery category notes status criteria { uuid label description derived } enrichments { uuid label description format }
  rows { totalCount } runs { uuid }`;
const DUPLICATE = `mutation ($id: UUID!) { duplicateWebset(input: { websetId: $id }) { webset { ${FIELDS} } } }`;
type Told = Record<string, unknown>[];
const told = (things: Told) => things.map(({ uuid, ...thing }) => thing);

test('a duplicate has the request, its criteria and columns in order, and no rows; it is the caller’s own', async () => {
  await using house = await openHouse();
  const ann = await house.as('ann');
  const { body } = await house.rpc('createSession', { originalQuery: 'databases', category: 'companies', notes: 'embedded ones' });
  const sessionId = body.session.id;
  await house.rpc('renameSession', { sessionId, title: 'Databases' });
  for (const label of ['z', 'a', 'm']) await house.rpc('addCriterion', { sessionId, label, description: `is ${label}` });
  for (const label of ['y', 'b']) await house.rpc('addEnrichment', { sessionId, label, format: 'date' });
  await fillRows(house.db, sessionId, [{}, {}]);
  const original = (await house.graphql(`query ($id: UUID!) { webset(id: $id) { ${FIELDS} } }`, { id: sessionId })).body.data.webset;

  const { webset } = (await house.graphql(DUPLICATE, { id: sessionId }, ann)).body.data.duplicateWebset;

  expect(webset).toMatchObject({
    title: 'Databases',
    originalQuery: 'databases',
    category: 'companies',
    notes: 'embedded ones',
    status: 'draft',
  });
  expect(told(webset.criteria)).toEqual(told(original.criteria));
  expect(told(webset.enrichments)).toEqual(told(original.enrichments));
  expect(webset.criteria.map(({ label }: { label: string }) => label)).toEqual(['z', 'a', 'm']);
  expect(webset).toMatchObject({ rows: { totalCount: 0 }, runs: [] });
  expect(webset.uuid).not.toBe(sessionId);
  expect((await house.rpc('getSession', { sessionId: webset.uuid })).status).toBe(403);
  expect((await house.rpc('startRun', { sessionId: webset.uuid }, ann)).status).toBe(200);
});

test('a duplicate counts as a session made; one that is refused does not', async () => {
  await using house = await openHouse({ limits: { createPerHour: 2, runPerHour: 0 } });
  const sessionId = await house.createSession();
  const theirs = await house.createSession('q', await house.as('ann'));
  const codes = async (id: string) => (await house.graphql(DUPLICATE, { id })).body.errors?.[0].extensions.code ?? 'made';

  const answers = [await codes(theirs), await codes(sessionId), await codes(sessionId)];

  expect(answers).toEqual(['FORBIDDEN', 'made', 'TOO_MANY_REQUESTS']);
});
