import { beforeAll, beforeEach, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { freePort } from '../support/port.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { runCommand } from '../support/run-command.ts';

// each step has its own tests: review, fill and outcome in this folder, main/commands/ask (a preview), runs/learning (ten answers)

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

test('a request of one’s own: a preview, the full run from its rows, ten answers, an optional criterion and a column that is filled', async () => {
  await using folder = await openFolder();
  const port = await freePort();
  await using service = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, PORT: String(port) }, folder.path);
  await service.says(/ready at (http\S+)/);
  const { context, foreign, troubles } = await (browser as Browser).context();
  const page = await context.newPage();
  const seen: Record<string, string[]> = {};
  const look = async (place: string) => {
    seen[place] = await violationsOn(page);
  };
  await page.goto(`http://localhost:${port}`);

  await page.getByLabel('Your request').fill('graph databases written in Rust');
  await page.getByLabel('Criterion 2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Preview 10 pages' }).click();
  await page.getByRole('button', { name: 'Run in full' }).waitFor();
  await page.getByRole('radio', { name: /^All [1-9]/ }).waitFor();
  await look('a preview');
  await page.getByRole('button', { name: 'Run in full' }).click();
  await page.getByText('Finished', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run in full' }).waitFor({ state: 'detached' });
  await look('the full run');
  await page
    .getByRole('button', { name: /^(Answer a few|Answer about ten|Review)$/ })
    .first()
    .click();
  const review = page.getByRole('complementary', { name: 'Review' });
  for (let i = 0; i < 10; i++) {
    await review.getByRole('button', { name: /^No\b/ }).waitFor();
    await page.keyboard.press('n');
  }
  await review.getByText(/: [1-9]\d* answers?, \d+ results? meets? it/).waitFor();
  await look('ten answers');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Details$/ }).click();
  const optional = page.getByRole('button', { name: 'Make optional: “Written in Rust”' });
  await optional.click();
  await page.getByRole('button', { name: 'Make required: “Written in Rust”' }).waitFor();
  await look('an optional criterion');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add a column' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Licence');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const fill = page.getByRole('dialog', { name: 'Fill “Licence”' });
  await fill.getByText(/^\d+ results, about .+ The rules judge, at no cost\.$/).waitFor();
  await look('a column to fill');
  await fill.getByRole('button', { name: 'Fill', exact: true }).click();
  await page.getByText('every result that it was asked about is judged').waitFor();
  await page.getByRole('radio', { name: /^All/ }).click();
  await page
    .getByRole('gridcell', { name: /Apache|MIT|MPL|Mozilla/ })
    .first()
    .waitFor();
  await look('a filled column');

  expect(Object.entries(seen).filter(([, violations]) => violations.length > 0)).toEqual([]);
  expect(foreign).toEqual([]);
  expect(troubles, service.said()).toEqual([]);
  await context.close();
});
