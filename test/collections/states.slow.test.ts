import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { violationsOn } from '../support/axe.ts';
import { type Browser, settleFocus, sharedBrowser } from '../support/browser.ts';
import { openLab } from '../support/lab.ts';
import { cookiesOf, dropOn, writeFolder } from './drive.ts';

// Own pages in the app, from a dropped folder to rows, checked in each state. With SHOTS=<folder> it saves a screenshot of each state in
// four views.

const { SHOTS } = process.env;
const FILES = 12;
const DESKTOP = { width: 1440, height: 900 };
let lab: Awaited<ReturnType<typeof openLab>>;
let browser: Browser | null;
let folder: string;
beforeAll(async () => {
  [lab, browser] = await Promise.all([openLab({}, { SEARCH_PROVIDERS: 'index' }), sharedBrowser()]);
  folder = await mkdtemp(join(tmpdir(), 'collections-'));
  await writeFolder(join(folder, 'Field notes'), FILES);
  if (SHOTS) await mkdir(SHOTS, { recursive: true });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

/** Checks a state: no axe violations, and it fits the screen; saves screenshots if requested. */
async function look(page: Page, name: string): Promise<void> {
  expect({ name, found: await violationsOn(page) }).toEqual({ name, found: [] });
  const width = page.viewportSize()?.width;
  await expect.poll(async () => ({ name, width: await page.evaluate('document.documentElement.scrollWidth') })).toEqual({ name, width });
  if (!SHOTS) return;
  for (const [view, viewport] of Object.entries({ desktop: DESKTOP, phone: { width: 360, height: 740 } }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      if (name === 'chosen') await page.locator('.sources-foot').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${SHOTS}/${name}-${view}-${colorScheme}.png`, animations: 'disabled' });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect({ name, found: await violationsOn(page) }).toEqual({ name, found: [] });
    }
  await page.setViewportSize(DESKTOP);
}

async function openPage(who: string | null) {
  const { context, foreign, troubles } = await (browser as Browser).context({ viewport: DESKTOP });
  if (who) await context.addCookies(cookiesOf((await lab.as(who)).cookie, lab.url));
  const page = await context.newPage();
  return { page, context, foreign, troubles };
}

test('a dropped folder is sent, read, searched, and becomes rows with quotes; the collection is renamed and removed', async () => {
  const { page, context, foreign, troubles } = await openPage('ann');
  await page.goto(lab.url);
  await page.getByRole('link', { name: 'Your pages' }).click();
  await page.getByText('None yet. What you add above').waitFor();
  await look(page, 'empty');

  await dropOn(page, '.drop', join(folder, 'Field notes'));
  await page.getByText(`${FILES} files sent.`).waitFor();
  await page.getByText(`${FILES} pages`, { exact: true }).waitFor();
  await look(page, 'read');
  await page.getByRole('button', { name: 'Ask these pages: Field notes' }).click();
  await page.getByLabel('Your request').fill('open-source databases written in Rust');
  await page.getByText(`Field notes (${FILES} pages).`).waitFor();
  await page.locator('.sources summary').click();
  await look(page, 'chosen');
  await page.getByRole('button', { name: 'Find them' }).click();
  await page.waitForURL('**/w/*');
  await page.getByText('Finished', { exact: true }).waitFor();
  await page.getByRole('radio', { name: /^Match [1-9]/ }).click();
  await page
    .getByRole('rowheader', { name: /^Engine/ })
    .first()
    .click();
  await page.getByRole('complementary', { name: 'Proof' }).locator('mark').first().waitFor();
  await look(page, 'proof');

  await page.goto(`${lab.url}/collections`);
  const menu = async (item: string) => {
    await page.getByRole('button', { name: /^What to do with/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Rename');
  await page.getByLabel('Name of the collection').fill('Engines');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Engines', { exact: true }).waitFor();
  await menu('Remove');
  await look(page, 'remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('None yet. What you add above').waitFor();
  await settleFocus(page); // the focus is not lost with the removed element
  expect(foreign).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('an interrupted upload is reported and continues, what is left out has a reason, and addresses are listed', async () => {
  const { page, context } = await openPage('bob');
  let broken = true;
  await page.route('**/api/collections**', (route) => (broken ? route.abort() : route.continue()));
  await page.goto(`${lab.url}/collections`);
  await page.getByText('None yet. What you add above').waitFor();

  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Words of a file about databases.') },
      { name: 'empty.md', mimeType: 'text/markdown', buffer: Buffer.from('') },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') },
    ]);
  await page.getByText('Stopped after 0 of 2 files').waitFor();
  await page.getByText('1 file left out').click();
  await look(page, 'broken');
  broken = false;
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('2 files sent.').waitFor();
  await page.getByText('1 file could not be read').click();
  await look(page, 'failures');

  await page.getByRole('button', { name: 'List addresses' }).click();
  await page.getByRole('textbox', { name: /^Addresses/ }).fill('not an address');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('This is not an address: not an address').waitFor();
  await look(page, 'addresses');
  await page.getByRole('textbox', { name: /^Addresses/ }).fill(`${lab.web.url}/none\n`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Addresses', { exact: true }).first().waitFor();
  await context.close();
});

test('without an account the page asks to sign in, and shows what the operator indexed', async () => {
  const { id } = await insertCollection(lab.db, { kind: 'operator', ownerId: null, name: 'Handbook', source: 'handbook' });
  const { page, context } = await openPage(null);

  await page.goto(`${lab.url}/collections`);
  await page.getByText('Sign in to add pages of your own.').waitFor();
  await page.getByText('Handbook').waitFor();
  await look(page, 'signed-out');
  await page.route('**/graphql', (route) => route.abort());
  await page.reload();
  await page.getByText('The service cannot be reached').waitFor();
  await look(page, 'offline');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await lab.sql`delete from collection where id = ${id}`;
  await context.close();
});

test('files that are being read or sent show their progress', async () => {
  const { page, context } = await openPage('cid');
  const cid = await lab.sql`select id from auth_user where email = 'cid@example.org'`;
  const slow = await insertCollection(lab.db, { kind: 'uploaded', ownerId: cid[0]?.id, name: 'A long report', source: null });
  await lab.sql`insert into collection_file (collection_id, path, url, state) select ${slow.id}, 'f' || i, 'https://a.example/' || i, 'read' from generate_series(1, 120) i`;
  await lab.sql`insert into collection_file (collection_id, path, url, state, attempts) values (${slow.id}, 'last', 'https://a.example/last', 'read', 0)`;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/collections?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"waiting":0,"read":121', '"waiting":379,"read":121') });
  });
  await page.goto(`${lab.url}/collections`);
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([{ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('Words of one more file.') }]);

  await page.getByText('Sending: 0 of 1 file').waitFor();
  await page.getByText('Reading: 121 of 500').waitFor();
  await look(page, 'progress');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped after 0 of 1 file: you stopped it.').waitFor();
  held.resolve();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});
