import { beforeAll, beforeEach, expect, test } from 'vitest';
import { workRun } from '../../../src/runs/work.ts';
import { openBench } from '../../support/bench.ts';
import { type Browser, sharedBrowser } from '../../support/browser.ts';
import { htmlPage } from '../../support/web.ts';
import { keyboardOf } from './keys.ts';

// Ten tasks by keyboard alone, from the request to the export; after each key a visible element has the focus.

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const never = new AbortController().signal;
const PAGES = Object.fromEntries(
  ['Ferrodb', 'Oxidb', 'Rustbase'].map((name) => [`/${name}`, htmlPage(name, `${name} is a database written in Rust. Licence: MIT.`)]),
);

test('ten tasks by keyboard alone: nothing is out of reach, and the focus is never lost', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps } = bench;
  const { context } = await (browser as Browser).context({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const { press, reach, arrive, settle } = keyboardOf(page);
  const work = async () => {
    await page.getByText('Waiting for a worker', { exact: true }).waitFor();
    await settle('start of a run');
    const [run] = await service.sql`select id from run where state = 'queued'`;
    await workRun(deps, run?.id, never);
    await page.getByText('Finished', { exact: true }).waitFor();
    await settle('end of a run');
  };

  // a request
  await page.goto(service.url);
  await page.getByLabel('Your request').focus();
  await page.keyboard.type('databases written in Rust');
  await page.getByLabel('Criterion 2', { exact: true }).waitFor();
  await press('Enter');
  await page.waitForURL('**/w/*');
  await work();
  // a proof
  await page.getByRole('rowheader', { name: 'Ferrodb' }).waitFor();
  await reach('Results');
  await press('ArrowDown', 'Enter');
  await page.getByRole('complementary', { name: 'Proof' }).locator('mark').first().waitFor();
  // a verdict of one's own
  await reach('Judge it yourself');
  await press('Enter');
  await page.getByRole('radio', { name: 'Match', exact: true }).first().waitFor();
  await reach('Save');
  await press('Enter');
  await page.getByText('Somebody says: match').waitFor();
  await settle('a verdict');
  await reach('Close', true);
  await press('Enter');
  // a column, filled
  await reach('Add', true);
  await press('Enter');
  await arrive('Add a criterion');
  await press('ArrowDown', 'Enter');
  await page.getByRole('dialog', { name: 'Add a column' }).waitFor();
  await page.keyboard.type('Licence');
  await press('Enter');
  await page.getByText(/^3 results, /).waitFor();
  await settle('the fill dialog');
  await press('Enter');
  await work();
  await page.getByRole('gridcell', { name: 'MIT' }).first().waitFor();
  // a criterion, left for later, then filled from the bar
  await reach('Add', true);
  await press('Enter');
  await arrive('Add a criterion');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Add a criterion' }).waitFor();
  await page.keyboard.type('Is a library');
  await press('Enter');
  await page.getByText(/^3 results, /).waitFor();
  await settle('the fill dialog');
  await press('Escape');
  await reach('Fill what is missing');
  await press('Enter');
  await page.getByText(/^3 results, /).waitFor();
  await reach('Fill');
  await press('Enter');
  await work();
  // the criterion that excludes most rows, made optional
  await page.getByText('keeps most results from matching').waitFor();
  await reach(/Details$/);
  await press('Enter');
  await reach('Make optional: “Is a library”');
  await press('Enter');
  await page.getByRole('button', { name: 'Make required: “Is a library”' }).waitFor();
  await settle('an optional criterion');
  // sorted, in another tab
  await reach('Results');
  await press('ArrowDown', 'ArrowUp', 'ArrowUp', 'Enter');
  await arrive('Sort A to Z');
  await press('ArrowDown', 'Enter');
  await expect.poll(() => page.getByRole('columnheader', { name: 'Result' }).getAttribute('aria-sort')).toBe('descending');
  await reach(/^(Match|Needs review|No match|All)/, true);
  await press('End');
  await page.getByRole('radio', { name: /^All/, checked: true }).waitFor();
  // one result judged again, and stopped
  await reach('Results');
  await press('ArrowDown', 'Enter');
  await page.getByRole('button', { name: 'Judge this result again' }).waitFor();
  await reach('Judge this result again');
  await press('Enter');
  await page.getByText(/^1 result, /).waitFor();
  await press('Enter');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await settle('a run');
  // the event of its end arrives before the answer to the press
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('cancelRun')) return route.continue();
    const response = await route.fetch();
    await page.getByText('somebody stopped it').waitFor();
    await settle('the news of a stop');
    await route.fulfill({ response });
  });
  await reach('Stop', true);
  await press('Enter');
  await page.getByText('somebody stopped it').waitFor();
  await settle('a stop');
  await page.unrouteAll({ behavior: 'wait' });
  // hidden, and taken back
  await page.getByRole('button', { name: 'Hide this result' }).waitFor();
  await reach('Hide this result');
  await press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await settle('hidden');
  await reach('Undo');
  await press('Enter');
  await page.getByRole('radio', { name: /^All 3/ }).waitFor();
  await settle('undone');
  // an export
  await reach('Export', true);
  const downloading = page.waitForEvent('download');
  await press('Enter');
  await arrive('CSV');
  await press('Enter');
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);

  await context.close();
});
