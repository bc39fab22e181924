import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { openLab } from '../support/lab.ts';

// The first minute with the test service and three sample pages. With processes, all samples and an account: first-minute.slow.test.ts

const NAMES = ['tikv', 'sled', 'sqlite'];
const PAGES = Object.fromEntries(
  NAMES.map((name) => [
    `/databases/${name}.html`,
    readFileSync(new URL(`../../samples/site/databases/${name}.html`, import.meta.url), 'utf8'),
  ]),
);

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

test('the first minute: a request in one’s own words becomes a plan, the plan becomes rows with proof, and the rows can be exported', async () => {
  await using lab = await openLab(PAGES, {}, { judge: 'real' });
  const { context, foreign, troubles } = await (browser as Browser).context({ acceptDownloads: true });
  const page = await context.newPage();

  await page.goto(lab.url);
  await page.getByLabel('Your request').fill('open-source databases written in Rust, first released in 2015 or later');
  await page.getByLabel('Criterion 3', { exact: true }).waitFor();
  await page.getByText('Read as: programming language: Rust', { exact: true }).waitFor();
  await page.getByText('the web by searxng').waitFor();
  await page.getByRole('button', { name: 'Find them' }).click();
  await page.waitForURL('**/w/*');
  await page.getByText('Finished', { exact: true }).waitFor();
  await page.getByRole('rowheader', { name: /^TiKV/ }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.locator('mark').first().waitFor();
  const quotes = await proof.locator('mark').allInnerTexts();
  const links = await proof.getByRole('link', { name: /at these words/ }).evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const found = await violationsOn(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^CSV, for spreadsheets/ }).click();
  const [head = [], ...rows] = parseCsv(await readFile(await (await downloading).path(), 'utf8'));
  const matches = rows.filter((row) => row[head.indexOf('Overall')] === 'match');
  await page.getByRole('radio', { name: new RegExp(`^Match ${matches.length}\\b`) }).waitFor();

  expect(quotes.join(' ')).toContain('Rust');
  for (const link of links) expect(link).toMatch(/\/databases\/tikv\.html#:~:text=/);
  expect(head.join()).toMatch(/^URL,Title,.*,Overall,.*: quote,.*: page,.*: decided by/);
  for (const row of matches) expect(row.join()).toMatch(/Rust.*,rules/);
  expect(rows.slice(0, matches.length)).toEqual(matches);
  expect(rows).toHaveLength(NAMES.length);
  expect(NAMES.filter((name) => matches.some(([url]) => String(url).includes(`/${name}.html`)))).toEqual(['tikv', 'sled']);
  expect(found).toEqual([]);
  expect([foreign, troubles]).toEqual([[], []]);
  await context.close();
});
