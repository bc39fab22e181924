import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, finishRun, narrate } from '../support/fill.ts';
import { openTestService, PASSWORD, type TestService } from '../support/test-service.ts';

// The app in Chromium: every page is served from our own disk, and nothing is requested from other hosts.

let service: TestService;
let browser: Browser | null;
beforeAll(async () => {
  [service, browser] = await Promise.all([openTestService(), sharedBrowser()]);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const open = async () => {
  const opened = await (browser as Browser).context();
  return { ...opened, page: await opened.context.newPage() };
};

/** Presses play in GraphiQL and returns the result once it matches. */
async function play(page: Page, wanted: RegExp): Promise<string> {
  await page.getByRole('button', { name: /^Execute query/ }).click();
  const result = page.locator('.result-window, .graphiql-response').first();
  await result.filter({ hasText: wanted }).waitFor();
  return (await result.innerText()).replaceAll('\u00a0', ' ');
}

const openGraphiQL = async (page: Page, query?: string) => {
  await page.goto(`${service.url}/graphql${query === undefined ? '' : `?query=${encodeURIComponent(query)}`}`);
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
};
const createdIn = (result: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(result)?.[0] as string;

describe('GraphiQL', () => {
  test('runs the query it starts with, and a subscription, from our own disk', async () => {
    const { context, page, foreign, troubles } = await open();
    await openGraphiQL(page);
    const websetId = createdIn(await play(page, /"uuid"/));
    const runId = await beginRun(service.db, websetId);
    await narrate(service.db, websetId, runId, 'one', 'two');
    await openGraphiQL(page, `subscription { runEvents(websetId: "${websetId}") { index type } }`);

    const during = await play(page, /"narration"/);
    await finishRun(service, websetId, runId);
    await page.getByText('run.completed').waitFor();

    expect(during).toContain('runEvents');
    expect(foreign).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  });
});

test('Swagger UI shows the operations and tries one, from our own disk', async () => {
  const { context, page, foreign, troubles } = await open();
  await page.goto(`${service.url}/docs`);
  await page.locator('.opblock-summary', { hasText: '/search/createSession' }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.locator('.body-param__text').fill('{"originalQuery":"from the docs"}');
  await page.getByRole('button', { name: 'Execute' }).click();

  await page.locator('.live-responses-table', { hasText: '"from the docs"' }).waitFor();

  expect(foreign).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('a person signs up, makes a webset, signs out, is refused, signs in, and deletes the account', async () => {
  const { context, page, foreign, troubles } = await open();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  };
  const email = 'person@example.org';

  await page.goto(`${service.url}/auth/account`);
  await page.waitForURL('**/auth/login?next=/auth/account');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await fill({ 'E-mail': email, Password: 'short' });
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText('8 to 128 characters').waitFor();
  await fill({ Password: PASSWORD });
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.waitForURL('**/auth/account');
  await page.getByText(email).waitFor();

  await openGraphiQL(page);
  const websetId = createdIn(await play(page, /"uuid"/));
  await page.goto(`${service.url}/auth/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${service.url}/`);
  await openGraphiQL(page, `{ webset(id: "${websetId}") { title } }`);
  await play(page, /FORBIDDEN/);

  await page.goto(`${service.url}/auth/login?next=${encodeURIComponent('/graphql?query={websets{nodes{uuid}}}')}`);
  await fill({ 'E-mail': email, Password: 'not the password' });
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('No account has this e-mail address and password.').waitFor();
  await fill({ Password: PASSWORD });
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/graphql?**');
  expect(await play(page, /"nodes"/)).toContain(websetId);

  await page.goto(`${service.url}/auth/account`);
  await fill({ 'Current password': PASSWORD, 'New password': 'another password' });
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('Your password is changed').waitFor();
  await page.getByText('Delete your account').click();
  await page.getByLabel('Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL(`${service.url}/`);

  expect((await service.rpc('getSession', { sessionId: websetId })).status).toBe(404);
  expect(foreign).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('if the browser would drop the cookie, the pages say what to do instead', async () => {
  const { context, page } = await open();
  await page.goto(`http://webset.example:${new URL(service.url).port}/auth/login`);

  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Use https or localhost');
  await expect.poll(() => page.getByRole('main').getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true);
  await context.close();
});
