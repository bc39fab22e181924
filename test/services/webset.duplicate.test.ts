import { expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';

const FIELDS = `uuid title originalQuery category notes status criteria { uuid label description derived } enrichments { uuid label description format }
  rows { totalCount } runs { uuid }`;
const DUPLICATE = `mutation ($id: UUID!) { duplicateWebset(input: { websetId: $id }) { webset { ${FIELDS} } } }`;
type Result = Record<string, unknown>[];
const result = (things: Result) => things.map(({ uuid, ...thing }) => thing);

test('a duplicate has the request, its criteria and columns in order, and no rows; it is the caller’s own', async () => {
  await using service = await openTestService();
  const ann = await service.as('ann');
  const { body } = await service.rpc('createSession', { originalQuery: 'databases', category: 'companies', notes: 'embedded ones' });
  const sessionId = body.session.id;
  await service.rpc('renameSession', { sessionId, title: 'Databases' });
  for (const label of ['z', 'a', 'm']) await service.rpc('addCriterion', { sessionId, label, description: `is ${label}` });
  for (const label of ['y', 'b']) await service.rpc('addEnrichment', { sessionId, label, format: 'date' });
  await fillRows(service.db, sessionId, [{}, {}]);
  const original = (await service.graphql(`query ($id: UUID!) { webset(id: $id) { ${FIELDS} } }`, { id: sessionId })).body.data.webset;

  const { webset } = (await service.graphql(DUPLICATE, { id: sessionId }, ann)).body.data.duplicateWebset;

  expect(webset).toMatchObject({
    title: 'Databases',
    originalQuery: 'databases',
    category: 'companies',
    notes: 'embedded ones',
    status: 'draft',
  });
  expect(result(webset.criteria)).toEqual(result(original.criteria));
  expect(result(webset.enrichments)).toEqual(result(original.enrichments));
  expect(webset.criteria.map(({ label }: { label: string }) => label)).toEqual(['z', 'a', 'm']);
  expect(webset).toMatchObject({ rows: { totalCount: 0 }, runs: [] });
  expect(webset.uuid).not.toBe(sessionId);
  expect((await service.rpc('getSession', { sessionId: webset.uuid })).status).toBe(403);
  expect((await service.rpc('startRun', { sessionId: webset.uuid }, ann)).status).toBe(200);
});

test('a duplicate counts as a session made; one that is refused does not', async () => {
  await using service = await openTestService({ limits: { createPerHour: 2, runPerHour: 0 } });
  const sessionId = await service.createSession();
  const theirs = await service.createSession('q', await service.as('ann'));
  const codes = async (id: string) => (await service.graphql(DUPLICATE, { id })).body.errors?.[0].extensions.code ?? 'made';

  const answers = [await codes(theirs), await codes(sessionId), await codes(sessionId)];

  expect(answers).toEqual(['FORBIDDEN', 'made', 'TOO_MANY_REQUESTS']);
});
