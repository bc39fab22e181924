import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import type { TestService } from '../support/test-service.ts';
import { cookiesOf } from './drive.ts';
import { openSources } from './sources.ts';

// Changing in the app what a webset searches.

type Sources = Awaited<ReturnType<typeof openSources>>;
let browser: Browser | null;
let service: TestService;
let ann: { cookie: string };
let bob: { cookie: string };
let make: Sources['make'];
let named: Sources['named'];
beforeAll(async () => {
  const [sources, shared] = await Promise.all([openSources(), sharedBrowser()]);
  ({ service, ann, bob, make, named } = sources);
  browser = shared;
});
afterAll(() => service[Symbol.asyncDispose]());

/** A webset of Ann's whose run has ended, on her page. */
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

beforeEach(({ skip }) => {
  if (!browser) skip('there is no Chromium');
});

/** The sources of a webset of Ann's that names none: the web, her collections and the operator's. */
const USUAL = /^Searches the web, Ann1 \(\d+ pages?\), 2 more collections/;

test('the page shows what is searched and changes it, also back to the usual sources', async () => {
  await using open = await opened({ width: 1280, height: 800 });
  const { id, page } = open;
  const dialog = page.getByRole('dialog', { name: 'What to search' });

  await page.getByRole('button', { name: USUAL }).click();
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
  await page.getByRole('button', { name: USUAL }).waitFor();
  expect(await named(id)).toEqual([null, true]);
  expect(open.troubles).toEqual([]);
});

test('on a phone it is in the run’s details, and Search for more changes it before the run', async () => {
  await using open = await opened({ width: 360, height: 740 });
  const { id, page } = open;

  await page.getByRole('button', { name: /Details$/ }).click();
  await page.getByRole('button', { name: USUAL }).waitFor();
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

test('an upload page whose first answer was lost continues with the same collection', async () => {
  await using open = await opened({ width: 1280, height: 800 });
  const { page } = open;
  let isLost = true;
  await page.route('**/api/collections**', async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch(); // the request reaches the service, its answer is lost
    await route.abort();
  });

  await page.goto(`${service.url}/collections`);
  await page.getByLabel('Choose files').setInputFiles([{ name: 'Lost.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
  await page.getByText('Stopped after 0 of 1 file').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('1 file sent.').waitFor();

  expect(await service.sql`select from collection where name = 'Lost'`).toHaveLength(1);
});

test('the start page claims what this browser uploaded together with its requests', async () => {
  const [id, collection] = [await service.createSession('left'), await await make('Left', 'uploaded', null)];
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
