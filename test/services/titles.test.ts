import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// Titles that people correct: they count wherever a row is shown, and have a history.

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ROW = 'row { uuid title foundTitle titleReviews { title reviewer } }';
async function review(rowId: string | undefined, title: string | null, headers = {}) {
  const document = `mutation ($input: ReviewTitleInput!) { reviewTitle(input: $input) { ${ROW} } }`;
  const { body } = await service.graphql(document, { input: { rowId, title } }, headers);
  return body.data?.reviewTitle.row ?? body.errors[0].extensions.code;
}

test('a corrected title counts in lists, searches, sorts and exports, and is taken back with its history', async () => {
  const ann = await service.as('ann');
  const id = await service.createSession('q', ann);
  const [first, second] = await fillRows(service.db, id, [{ title: 'Home' }, { title: 'Middle' }]);

  expect(await review(first, 'Zebra', ann)).toEqual({
    uuid: first,
    title: 'Zebra',
    foundTitle: 'Home',
    titleReviews: [{ title: 'Zebra', reviewer: 'ann' }],
  });
  expect((await review(first, 'Zebra', ann)).titleReviews).toHaveLength(1);
  const rows = async (args: string) =>
    (
      await service.graphql(`query ($id: UUID!) { webset(id: $id) { rows(${args}) { nodes { title } } } }`, { id }, ann)
    ).body.data.webset.rows.nodes.map(({ title }: { title: string }) => title);
  expect(await rows('first: 9')).toEqual(['Zebra', 'Middle']);
  expect(await rows('sort: { field: title }')).toEqual(['Middle', 'Zebra']);
  expect(await rows('filter: { title: "zeb" }')).toEqual(['Zebra']);
  expect(await rows('filter: { text: "home" }')).toEqual([]);
  expect((await (await service.get(`/api/sessions/${id}/export`, ann)).text()).split('\r\n')[1]).toContain(',Zebra,');

  expect(await review(first, null, ann)).toMatchObject({ title: 'Home', titleReviews: [{ title: null }, { title: 'Zebra' }] });
  expect((await review(first, null, ann)).titleReviews).toHaveLength(2);
  expect(await rows('filter: { text: "home" }')).toEqual(['Home']);
  expect([await review(second, '', ann), await review(second, 'a'.repeat(301), ann), await review(second, 'x')]).toEqual([
    'BAD_REQUEST',
    'BAD_REQUEST',
    'FORBIDDEN',
  ]);
});

test('a title equal to the one found by now counts, adds nothing when it is said again, and is taken back all the same', async () => {
  const id = await service.createSession();
  const [rowId = ''] = await fillRows(service.db, id, [{ title: 'Home' }]);
  const titles = async (title: string | null) =>
    (await review(rowId, title)).titleReviews.map((one: { title: string | null }) => one.title);

  expect(await titles('Home')).toEqual([]);
  expect(await titles('Acme')).toEqual(['Acme']);
  await service.sql`update "row" set title = 'Acme' where id = ${rowId}`; // as a page that was merged calls it

  expect(await titles('Acme')).toEqual(['Acme']);
  expect(await titles(null)).toEqual([null, 'Acme']);
  await service.sql`update "row" set title = 'Home' where id = ${rowId}`;
  expect((await review(rowId, null)).title).toBe('Home');
});
