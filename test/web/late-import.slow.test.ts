import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// A part of the app that could not be loaded is loaded at the next request, in the same page.

let service: TestService;
let browser: Browser | null;
let path: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([openTestService(), sharedBrowser()]);
  const id = await service.createSession('engines');
  await service.rpc('addCriterion', { sessionId: id, label: 'Written in Rust' });
  const run = await beginRun(service.db, id);
  await fillRows(service.db, id, [{ title: 'Engine 0', matchVerdict: 'needs_review' }]);
  await finishRun(service, id, run);
  path = `/w/${id}?tab=all`;
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

interface Part {
  name: string;
  /** Opens the part. */
  ask(page: Page): Promise<unknown>;
  /** What is visible once it is loaded. */
  seen(page: Page): Promise<unknown>;
}

const menu = (page: Page, button: string, item: string) =>
  page
    .getByRole('button', { name: button })
    .click()
    .then(() => page.getByRole('menuitem', { name: item }).click());

const DIALOGS: Part[] = [
  {
    name: 'proof',
    ask: (page) => page.getByRole('rowheader', { name: 'Engine 0' }).click(),
    seen: (page) => page.getByRole('complementary', { name: 'Proof' }).getByRole('heading', { name: 'Engine 0' }).waitFor(),
  },
  { name: 'rename', ask: (page) => menu(page, 'More actions', 'Rename'), seen: (page) => page.getByLabel('Title').waitFor() },
  {
    name: 'share',
    ask: (page) => page.getByRole('button', { name: 'Share' }).click(),
    seen: (page) => page.getByText('Can edit: anyone with this link').waitFor(),
  },
  { name: 'column', ask: (page) => menu(page, 'Add', 'Add a column'), seen: (page) => page.getByLabel('Format').waitFor() },
  {
    name: 'run',
    ask: (page) => page.getByRole('button', { name: 'Search for more' }).click(),
    seen: (page) => page.getByLabel('Pages at most').waitFor(),
  },
];

const PAGES: Part[] = [
  {
    name: 'settings',
    ask: (page) => page.getByRole('link', { name: 'Settings' }).click(),
    seen: (page) => page.getByRole('heading', { name: 'Judging' }).waitFor(),
  },
  {
    name: 'sign-in',
    ask: (page) => page.getByRole('link', { name: 'Sign in' }).click(),
    seen: (page) => page.getByLabel('Password').waitFor(),
  },
];

/** The page of the webset, a filter typed into it. */
async function opened() {
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(service.url + path);
  await page.getByRole('rowheader', { name: 'Engine 0' }).waitFor();
  await page.getByLabel('Filter by text').evaluate((box: HTMLInputElement) => box.focus());
  return { page, close: () => context.close() };
}

const unreachable = (page: Page) => page.getByText('The service cannot be reached. Check your connection.').last();
const typed = (page: Page) => page.getByLabel('Filter by text').inputValue();

test.each(DIALOGS)('$name: opened after its files failed to load, without losing typed text', async ({ ask, seen }) => {
  const { page, close } = await opened();
  await page.route('**/assets/*', (route) => route.abort());
  await page.context().setOffline(true);
  await page.getByLabel('Filter by text').fill('Engine');

  await ask(page);
  await unreachable(page).waitFor();
  await page.unrouteAll();
  await page.context().setOffline(false);
  await ask(page);

  await seen(page);
  expect(await typed(page)).toBe('Engine');
  await close();
});

test.each(PAGES)('$name: a page shown after its files failed to load, by the button and when the connection returns', async (part) => {
  for (const way of ['button', 'connection']) {
    const { page, close } = await opened();
    await page.route('**/assets/*', (route) => route.abort());
    if (way === 'button')
      await page.route(`${service.url}/`, (route) => route.abort()); // how the app checks whether the service is available
    else await page.context().setOffline(true);

    await part.ask(page);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.unrouteAll();
    if (way === 'button') await page.getByRole('button', { name: 'Try again' }).click();
    else await page.context().setOffline(false);

    await part.seen(page);
    await close();
  }
});

test('a file that several parts share may fail to load', async () => {
  const { page, close } = await opened();
  const [proof] = DIALOGS as [Part];
  let missing = 0;
  await page.route('**/assets/sheet-*', (route) => {
    missing++;
    return route.abort();
  });
  await page.route(`${service.url}/`, (route) => route.abort());

  await proof.ask(page);
  await unreachable(page).waitFor();
  expect(missing).toBeGreaterThan(0);
  await page.unrouteAll();
  await proof.ask(page);
  await proof.seen(page);
  await page.getByRole('button', { name: /^(Review|Answer a few)$/ }).click();

  await page.getByRole('complementary', { name: 'Review' }).waitFor();
  await close();
});

test('a momentary failure is not visible', async () => {
  const { page, close } = await opened();
  const [settings] = PAGES as [Part];
  let requests = 0;
  await page.route('**/assets/settings-page-*', (route) => (requests++ === 0 ? route.abort() : route.continue()));

  await settings.ask(page);

  await settings.seen(page);
  expect(requests).toBeGreaterThan(1);
  await close();
});
