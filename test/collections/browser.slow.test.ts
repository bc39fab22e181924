import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { sharedBrowser } from '../support/browser.ts';
import { openLab } from '../support/lab.ts';
import { cookiesOf, dropOn, writeFolder } from './drive.ts';

// the single states and the rows: states.slow.test.ts; 500 files: folder.slow.test.ts

test('a folder dropped in the app becomes a collection that a request can search, and can be removed', async (context) => {
  const browser = await sharedBrowser();
  if (!browser) return context.skip('there is no Chromium');
  await using lab = await openLab({}, { SEARCH_PROVIDERS: 'index' });
  const folder = await mkdtemp(join(tmpdir(), 'collections-'));
  await writeFolder(join(folder, 'Field notes'), 3);
  const { context: opened, foreign, troubles } = await browser.context({ viewport: { width: 360, height: 740 } });
  await opened.addCookies(cookiesOf((await lab.as('ann')).cookie, lab.url));
  const page = await opened.newPage();

  await page.goto(`${lab.url}/collections`);
  await page.getByText('None yet. What you add above').waitFor();
  await dropOn(page, '.drop', join(folder, 'Field notes'));
  await page.getByText('3 files sent.').waitFor();
  await page.getByText('3 pages', { exact: true }).waitFor();
  const found = await violationsOn(page);
  await page.getByRole('button', { name: 'Ask these pages: Field notes' }).click();
  await page.getByLabel('Your request').fill('databases');
  await page.getByText('Field notes (3 pages).').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /^What to do with/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('None yet. What you add above').waitFor();

  expect(found).toEqual([]);
  expect([foreign, troubles]).toEqual([[], []]);
  await opened.close();
  await rm(folder, { recursive: true });
});

test('files dropped on the start page become a collection that the request searches; without an account the app asks to sign in', async (context) => {
  const browser = await sharedBrowser();
  if (!browser) return context.skip('there is no Chromium');
  await using lab = await openLab({}, { SEARCH_PROVIDERS: 'index' });
  const folder = await mkdtemp(join(tmpdir(), 'collections-'));
  await writeFolder(join(folder, 'Field notes'), 3);
  await writeFolder(join(folder, 'Letters'), 1);
  const { context: opened, troubles } = await browser.context({ viewport: { width: 1280, height: 800 } });
  const page = await opened.newPage();

  await page.goto(lab.url);
  await dropOn(page, '.request-box', join(folder, 'Field notes'));
  await page.getByText('Sign in to add pages of your own.').waitFor();
  const link = page.getByRole('region', { name: 'Sign in to add' }).getByRole('link');
  expect([await link.getAttribute('href'), await violationsOn(page)]).toEqual(['/auth/login?next=%2F', []]);

  await opened.addCookies(cookiesOf((await lab.as('ann')).cookie, lab.url));
  await page.reload();
  await page.getByRole('link', { name: 'Sign in' }).waitFor({ state: 'detached' });
  await dropOn(page, '.request-box', join(folder, 'Field notes'));
  await page.getByText('3 files sent.').waitFor();
  await page.getByText('Your request will search Field notes (3 pages).').waitFor();
  await dropOn(page, '.home', join(folder, 'Letters'));
  await page.getByText('Your request will search Field notes (3 pages), Letters (1 page).').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel('Your request').fill('databases');
  await page.getByText('Field notes (3 pages), Letters (1 page).').waitFor();
  await page.getByRole('button', { name: 'Find them' }).click();
  await page.waitForURL('**/w/*');
  await page
    .getByRole('button', { name: 'Searches Field notes, Letters' })
    .or(page.getByText('Searches Field notes, Letters'))
    .first()
    .waitFor();

  expect(troubles).toEqual([]);
  await opened.close();
  await rm(folder, { recursive: true });
});
