import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { openLab } from '../support/lab.ts';
import { cookiesOf, dropOn, writeFolder } from './drive.ts';

/** Fewer in CI. */
const FILES = process.env.CI ? 80 : 500;

test(`a folder of ${FILES} files: from the drop to verified rows in the browser`, async (testContext) => {
  const browser = await sharedBrowser();
  if (!browser) return testContext.skip('there is no Chromium');
  await using lab = await openLab({}, { SEARCH_PROVIDERS: 'index' });
  const folder = await mkdtemp(join(tmpdir(), 'collections-'));
  await writeFolder(join(folder, 'Archive'), FILES);
  const { context } = await browser.context({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookiesOf((await lab.as('ann')).cookie, lab.url));
  const page = await context.newPage();
  await page.goto(`${lab.url}/collections`);
  await page.getByText('None yet. What you add above').waitFor({ timeout: 0 });

  await dropOn(page, '.drop', join(folder, 'Archive'));
  await page.getByText(`${FILES} files sent.`).waitFor({ timeout: 0 });
  await page.getByText(`${FILES} pages`, { exact: true }).waitFor({ timeout: 0 });
  await page.getByRole('button', { name: 'Ask these pages: Archive' }).click();
  await page.getByLabel('Your request').fill('open-source databases written in Rust');
  await page.getByText(/^100 matches|^20 matches/).waitFor({ timeout: 0 });
  await page.getByText(/matches, 300 pages/).click();
  await page.getByLabel(/^Matches wanted/).fill('100');
  await page.getByLabel(/^Pages at most/).fill('600');
  await page.getByRole('button', { name: 'Find them' }).click();
  await page.waitForURL('**/w/*');
  await page.getByRole('rowheader').first().waitFor({ timeout: 0 });
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: 0 });

  const session = await lab.session(new URL(page.url()).pathname.slice(3), await lab.as('ann'));
  const rows: { url: string; matchVerdict: string }[] = session.rows;
  const right = rows.filter(({ url }) => Number(/(\d+)\.\w+$/.exec(url)?.[1]) % 5 === 0);
  const isMatch = ({ matchVerdict }: { matchVerdict: string }) => matchVerdict === 'match';
  const rightMatches = right.filter(isMatch).length;
  console.log(`${FILES} files: ${rows.length} rows, ${right.length} of them right, ${rightMatches} found to be`);
  expect(rightMatches).toBeGreaterThan(right.length / 2);
  expect(rows.filter(isMatch)).toHaveLength(rightMatches);
  await rm(folder, { recursive: true });
});
