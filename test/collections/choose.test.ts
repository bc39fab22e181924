import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { indexPage } from '../../src/db/queries/collections/entry.ts';
import { savePage } from '../../src/db/queries/shared/page.ts';
import type { CollectionKind } from '../../src/domain/page/collection.ts';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { pageOf } from '../support/page.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { cookiesOf } from './drive.ts';

// What a webset searches, said anew: by whom, what of, and in the app. Who may at all stands in the access matrix.

let service: TestService;
let browser: Browser | null;
let ann: { cookie: string };
let bob: { cookie: string };
const ids: Record<string, string> = {};
const make = async (name: string, kind: CollectionKind, ownerId: string | null) => {
  const { id } = await insertCollection(service.db, { kind, ownerId, name, source: kind === 'uploaded' ? null : name });
  const page = await savePage(service.db, pageOf(`h1> ${name}\nwords`, { url: `https://${name.toLowerCase()}.example/` }), id);
  await indexPage(service.db, page, { collectionId: id });
  ids[name] = id;
};
beforeAll(async () => {
  const facts = {
    searchProviders: [{ name: 'searxng', enabled: true, setting: null, note: null }],
    models: [],
    anonymous: true,
    signUp: true,
    samples: false,
    graphiql: true,
  };
  [service, browser] = await Promise.all([openTestService({ facts, uploads: { anonymous: true } }), sharedBrowser()]);
  [ann, bob] = [await service.as('ann'), await service.as('bob')];
  const owner = async (name: string) => (await service.sql`select id from auth_user where email = ${`${name}@example.org`}`)[0]?.id;
  await make('Ann1', 'uploaded', await owner('ann'));
  await make('Ann2', 'uploaded', await owner('ann'));
  await make('Bobs', 'uploaded', await owner('bob'));
  await make('Nobodys', 'uploaded', null);
  await make('Operators', 'operator', null);
});
afterAll(() => service[Symbol.asyncDispose]());

const named = async (websetId: string) => {
  const [found] = await service.sql`select collection_ids, search_web from webset where id = ${websetId}`;
  const names: string[] | null =
    found?.collection_ids?.map((id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id) ?? null;
  return [names, found?.search_web];
};
const ask = async (document: string, variables: object, headers: object = {}) => {
  const { body } = await service.graphql(document, { ...variables }, { ...headers });
  return body.errors ? body.errors[0].extensions.code : body.data;
};
const set = async (websetId: string, change: object, headers: object = {}) => {
  const answer = await ask(
    'mutation ($input: SetWebsetSourcesInput!) { setWebsetSources(input: $input) { webset { searchWeb collections { name } } } }',
    { input: { websetId, ...change } },
    headers,
  );
  return typeof answer === 'string' ? answer : 'ok';
};
const keysOf = async (websetId: string, headers: object = {}): Promise<Record<string, string>> => {
  const { webset } = await ask('query ($id: UUID!) { webset(id: $id) { collections { key name } } }', { id: websetId }, headers);
  return Object.fromEntries(webset.collections.map(({ key, name }: { key: string; name: string }) => [name, key]));
};

test('collections are added by their ids and kept by their keys, and what is refused changes nothing', async () => {
  const id = await service.createSession('q', ann);

  expect(await set(id, { searchWeb: false }, ann)).toBe('ok');
  expect(await named(id)).toEqual([null, false]); // it names none as before
  expect(await set(id, { collectionIds: [ids.Ann1, ids.Operators, ids.Ann1] }, ann)).toBe('ok');
  expect(await named(id)).toEqual([['Ann1', 'Operators'], false]);
  const keys = await keysOf(id, ann);
  expect(await ask('query ($id: UUID!, $of: UUID!) { collection(id: $of) { keyIn(websetId: $id) } }', { id, of: ids.Ann1 }, ann)).toEqual({
    collection: { keyIn: keys.Ann1 },
  });
  expect(await set(id, { keep: [keys.Operators], collectionIds: [ids.Nobodys, ids.Ann2] }, ann)).toBe('ok');
  expect(await named(id)).toEqual([['Operators', 'Nobodys', 'Ann2'], false]);

  const refusals = [
    await set(id, { keep: [] }, ann),
    await set(id, { keep: [keys.Ann1] }, ann), // no longer one of its own
    await set(id, { collectionIds: [ids.Bobs] }, ann),
    await set(id, { collectionIds: [randomUUID()] }, ann),
    await set(id, { searchWeb: true }, bob),
    await set(id, { usual: true }),
  ];
  expect(refusals).toEqual(['BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN', 'FORBIDDEN']);
  expect(await named(id)).toEqual([['Operators', 'Nobodys', 'Ann2'], false]);
  expect(await set(id, { keep: [], searchWeb: true }, ann)).toBe('ok');
  expect(await named(id)).toEqual([[], true]);
  expect(await set(id, { usual: true, searchWeb: false }, ann)).toBe('ok');
  expect(await named(id)).toEqual([null, false]);
  await beginRun(service.db, id);
  expect(await set(id, { searchWeb: true }, ann)).toBe('CONFLICT');
});

test('a webset of nobody searches no collection of an account, whoever adds it', async () => {
  const id = await service.createSession();

  expect(await set(id, { collectionIds: [ids.Ann1] }, ann)).toBe('FORBIDDEN');
  expect(await set(id, { collectionIds: [ids.Nobodys], searchWeb: true })).toBe('ok');
  expect(await named(id)).toEqual([['Nobodys'], true]);
});

test('through a share to edit collections are left out and none added; through one that reads there is no such thing', async () => {
  const id = await service.createSession('q', ann);
  await set(id, { collectionIds: [ids.Ann1, ids.Nobodys] }, ann);
  const share = async (access: string) => {
    const document = 'mutation ($input: ShareWebsetInput!) { shareWebset(input: $input) { share { shareId } } }';
    return (await ask(document, { input: { websetId: id, email: 'bob@example.org', access } }, ann)).shareWebset.share.shareId;
  };
  const shareId = await share('edit');
  const by = { ...bob, 'webset-share': shareId };
  const keys = await keysOf(shareId, by);
  expect(Object.values(keys)).not.toContain((await keysOf(id, ann)).Ann1);

  expect(await set(shareId, { collectionIds: [ids.Bobs] }, by)).toBe('NOT_FOUND');
  expect(await set(shareId, { collectionIds: [ids.Nobodys] }, by)).toBe('NOT_FOUND');
  expect(await set(shareId, { usual: true }, by)).toBe('FORBIDDEN');
  const rename = 'mutation ($input: RenameWebsetInput!) { renameWebset(input: $input) { webset { title } } }'; // shows any id's alias
  const alias = (await ask(rename, { input: { websetId: shareId, title: ids.Nobodys } }, by)).renameWebset.webset.title;
  expect(alias).not.toBe(ids.Nobodys);
  expect(await set(shareId, { collectionIds: [alias] }, by)).toBe('FORBIDDEN');
  expect(await set(shareId, { keep: [keys.Ann1], searchWeb: true }, by)).toBe('ok');
  expect(await named(id)).toEqual([['Ann1'], true]);
  await share('read');
  expect(await set(shareId, { searchWeb: false }, by)).toBe('NOT_FOUND');
  expect(await named(id)).toEqual([['Ann1'], true]);
});

/** A webset of Ann's whose run is over, on a page of hers. */
async function opened(size: { width: number; height: number }) {
  const id = await service.createSession('engines', ann);
  const run = await beginRun(service.db, id);
  await fillRows(service.db, id, [{ title: 'Engine 0', matchVerdict: 'match' }]);
  await finishRun(service, id, run);
  const { context, troubles } = await (browser as Browser).context({ viewport: size });
  await context.addCookies(cookiesOf(ann.cookie, service.url));
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}?tab=all`);
  await page.locator('[data-row]').first().waitFor();
  return { id, page, troubles, [Symbol.asyncDispose]: () => context.close() };
}

beforeEach(({ task, skip }) => {
  if (task.name.startsWith('the page') && !browser) skip('there is no Chromium');
});

test('the page says what is searched and changes it, as usual too', async () => {
  await using open = await opened({ width: 1280, height: 800 });
  const { id, page } = open;
  const dialog = page.getByRole('dialog', { name: 'What to search' });

  await page.getByRole('button', { name: 'Searches the web and all collections' }).click();
  await dialog.getByRole('checkbox', { name: 'Ann1' }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'Bobs' }).count()).toBe(0);
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(4);
  for (const name of ['The web', 'Ann2', 'Operators']) await dialog.getByRole('checkbox', { name }).uncheck();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Searches Ann1' }).waitFor();
  expect(await named(id)).toEqual([['Ann1'], false]);
  await page.reload();
  await page.getByRole('button', { name: 'Searches Ann1' }).click();
  await dialog.getByRole('checkbox', { name: 'Ann1' }).uncheck();
  await dialog.getByText('Choose at least one thing to search.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
  await dialog.getByRole('button', { name: 'Use the default' }).click();
  await page.getByRole('button', { name: 'Searches the web and all collections' }).waitFor();
  expect(await named(id)).toEqual([null, true]);
  expect(open.troubles).toEqual([]);
});

test('the page of a phone has it in the run’s details, and Search for more changes it before the run', async () => {
  await using open = await opened({ width: 360, height: 740 });
  const { id, page } = open;

  await page.locator('.run-more > summary').click();
  await page.getByRole('button', { name: 'Searches the web and all collections' }).waitFor();
  await page.getByRole('button', { name: 'Search for more…' }).click();
  await page.getByText('Choose what to search').click();
  await page.getByRole('checkbox', { name: 'Ann2' }).waitFor();
  for (const name of ['The web', 'Ann1', 'Operators']) await page.getByRole('checkbox', { name }).uncheck();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.getByText('Searches Ann2').waitFor();

  expect(await named(id)).toEqual([['Ann2'], false]);
  expect(await service.sql`select from run where webset_id = ${id}`).toHaveLength(2);
  expect(open.troubles).toEqual([]);
});

test('the page of an upload whose first answer was lost goes on with the same collection', async () => {
  await using open = await opened({ width: 1280, height: 800 });
  const { page } = open;
  let isLost = true;
  await page.route('**/api/collections**', async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch(); // it comes to the service, its answer does not come back
    await route.abort();
  });

  await page.goto(`${service.url}/collections`);
  await page.getByLabel('Choose files').setInputFiles([{ name: 'Lost.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
  await page.getByText('Stopped after 0 of 1 file').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('1 file sent.').waitFor();

  expect(await service.sql`select from collection where name = 'Lost'`).toHaveLength(1);
});

test('the page of the start claims what this browser uploaded together with what it asked', async () => {
  const [id, collection] = [await service.createSession('left'), await make('Left', 'uploaded', null).then(() => ids.Left ?? '')];
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(cookiesOf(bob.cookie, service.url));
  const kept = { made: [{ id: Buffer.from(`Webset:${id}`).toString('base64url'), uuid: id }], collections: [collection] };
  for (const [name, list] of Object.entries(kept))
    await context.addInitScript(`localStorage['webset.${name}'] ??= ${JSON.stringify(JSON.stringify(list))}`);
  const page = await context.newPage();
  await page.goto(service.url);

  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByText('It is yours now.').waitFor();

  const owners = await service.sql`select u.email from collection c join auth_user u on u.id = c.owner_id where c.id = ${collection}
    union all select u.email from webset w join auth_user u on u.id = w.owner_id where w.id = ${id}`;
  expect(owners.map(({ email }) => email)).toEqual(['bob@example.org', 'bob@example.org']);
  expect(await page.evaluate(`localStorage['webset.collections']`)).toBe('[]');
  await context.close();
});
