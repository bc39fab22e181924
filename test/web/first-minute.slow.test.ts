import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { freePort } from '../support/port.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { runCommand } from '../support/run-command.ts';
import { PASSWORD } from '../support/test-service.ts';

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

test('the first minute: without network, key or data, from the start page to rows with proof, an export, an account, and an owned webset', async () => {
  await using folder = await openFolder();
  const port = await freePort();
  await using service = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, PORT: String(port) }, folder.path);
  await service.says(/ready at (http\S+)/);
  const url = `http://localhost:${port}`;
  const { context, foreign, troubles } = await (browser as Browser).context({ acceptDownloads: true });
  const page = await context.newPage();
  const seen: Record<string, string[]> = {};
  const look = async (place: string) => {
    seen[place] = await violationsOn(page);
  };

  await page.goto(url);
  await look('the start');
  await page.getByRole('button', { name: /^Open-source databases written in Rust/ }).click();
  await page.getByText(/^only .*Sample web.*: web search is off/).waitFor();
  await look('the plan');
  await page.getByRole('button', { name: 'Find them' }).click();

  await page.waitForURL('**/w/*');
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  await first.waitFor();
  await look('rows as they arrive');
  await page.getByText('Finished', { exact: true }).waitFor();
  await page.getByRole('rowheader', { name: /^TiKV/ }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.locator('mark').first().waitFor();
  const quotes = await proof.locator('mark').allInnerTexts();
  const links = await proof.getByRole('link', { name: /at these words/ }).evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  await look('a proof');

  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^CSV, for spreadsheets/ }).click();
  const [head = [], ...rows] = parseCsv(await readFile(await (await downloading).path(), 'utf8'));
  const matching = rows.filter((row) => row[head.indexOf('Overall')] === 'match').length;
  await page.getByRole('radio', { name: new RegExp(`^Match ${matching}\\b`) }).waitFor();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('E-mail').fill('ann@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await look('signing up');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.waitForURL('**/w/*');
  await page.getByRole('link', { name: 'Webset' }).click();
  await page.getByText('One webset made in this browser belongs to nobody yet.').waitFor();
  await look('a webset to claim');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByRole('heading', { name: 'Your websets' }).waitFor();
  await page.getByRole('link', { name: /^open-source databases/ }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('this link works only for you').waitFor();

  expect(head.join()).toMatch(
    /^URL,Title,Licence,Official website,First release year,Is a database,Written in Rust,Open-source licence,First released in 2015 or later,Overall,Licence: quote,/,
  );
  expect(matching).toBeGreaterThanOrEqual(5);
  expect(quotes.length).toBeGreaterThan(3);
  for (const link of links) expect(link).toMatch(/\/samples\/databases\/tikv\.html#:~:text=/);
  expect(seen).toEqual({
    'the start': [],
    'the plan': [],
    'rows as they arrive': [],
    'a proof': [],
    'signing up': [],
    'a webset to claim': [],
  });
  expect(foreign).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});
