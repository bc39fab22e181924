import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cookiesOf } from '../collections/drive.ts';
import { sensible } from '../runs/model/databases.ts';
import { openModelServer } from '../support/agent/model-server.ts';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { openTestService, type TestServiceOptions } from '../support/test-service.ts';
import { htmlPage, openWeb } from '../support/web.ts';

// The operator sets the service up in the app; others see who may.

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

async function openSettings(env: Record<string, string>, who: string | null, options: TestServiceOptions = {}) {
  await using open = new AsyncDisposableStack();
  const service = open.use(await openTestService({ env: { SAMPLES: 'off', ...env }, ...options }));
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 900 } });
  open.defer(() => context.close());
  if (who) await context.addCookies(cookiesOf((await service.as(who)).cookie, service.url));
  const page = await context.newPage();
  const close = open.move();
  return { service, page, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('the operator turns web search on from the start page and tries it; the start page then shows it', async () => {
  await using web = await openWeb({ '/a': htmlPage('A', 'A page.') });
  await using here = await openSettings({}, 'operator');
  const { page, service } = here;
  await page.goto(service.url);
  await page.getByRole('textbox').first().fill('databases written in Rust');
  await page.getByRole('link', { name: 'Turn on web search' }).first().click();
  await page.getByRole('button', { name: 'Set up SearXNG' }).click();
  const dialog = page.getByRole('dialog', { name: 'SearXNG' });
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByText('cannot be reached').waitFor();
  await dialog.getByLabel('Address').fill(web.url);
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByText('1 hit').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('button', { name: 'Change SearXNG' }).waitFor();
  await expect.poll(() => page.locator('.features li', { hasText: 'searxng' }).innerText()).toMatch(/^on/);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Webset' }).first().click();
  await page.getByRole('textbox').first().fill('databases written in Rust');
  await page.getByText('the web by searxng').waitFor();
  expect(await page.getByRole('link', { name: 'Turn on web search' }).count()).toBe(0);
});

test('a model is set, its key is stored and never shown, and the model is removed', async () => {
  await using server = await openModelServer(sensible);
  await using here = await openSettings({}, 'operator');
  const { page, service } = here;
  await page.goto(`${service.url}/settings#model`);
  await page.getByRole('button', { name: 'Set up Language model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Language model' });
  await dialog.getByLabel('Provider').selectOption('openai-compatible');
  await dialog.getByLabel('Model').fill('fake');
  await dialog.getByLabel('Address').fill(server.url);
  await dialog.getByLabel(/^Key/).fill('sk-never-shown');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByText('judges a simple page').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();

  await page.getByText('openai-compatible fake').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Change Language model');
  await page.reload();
  await page.getByRole('button', { name: 'Change Language model' }).click();
  expect(await dialog.getByLabel(/^Key/).inputValue()).toBe('');
  expect(await dialog.getByLabel(/^Key/).getAttribute('placeholder')).toBe('Kept; type to replace it');
  expect(await page.content()).not.toContain('sk-never-shown');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('“Key”: is needed again, since “Address” says where it is sent').waitFor();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();

  await page.getByRole('button', { name: 'Set up Language model' }).waitFor();
});

test('others see who may change settings, and the environment overrides the app', async () => {
  await using mine = await openSettings({ BRAVE_API_KEY: 'of-the-environment' }, 'operator');
  await mine.page.goto(`${mine.service.url}/settings`);
  await mine.page.getByRole('button', { name: 'Set up Exa' }).waitFor();
  expect(await mine.page.getByRole('button', { name: /Brave/ }).count()).toBe(0);
  expect(await mine.page.locator('.features li', { hasText: 'brave' }).innerText()).toContain('BRAVE_API_KEY');

  await mine.page.context().clearCookies();
  await mine.page.reload();
  await mine.page.getByText('The operator’s account sets keys').waitFor();
  expect(await mine.page.getByRole('button', { name: /^Set up/ }).count()).toBe(0);

  await using nobody = await openSettings({}, null);
  await nobody.page.goto(`${nobody.service.url}/settings`);
  await nobody.page.getByRole('link', { name: 'Make the first account' }).waitFor();
});
