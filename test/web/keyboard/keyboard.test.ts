import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeRun } from '../../../src/db/queries/runs/run.ts';
import type { Browser } from '../../support/browser.ts';
import { fillRows, finishRun } from '../../support/fill.ts';
import { begin, browser, service } from '../begin.ts';
import { keyboardOf } from './keys.ts';

// The shortest way through the app with the keyboard alone, from the request to the export. Ten tasks: tasks.slow.test.ts.

begin();

/** Stores what a worker's run leaves: two rows, and its end. */
async function workRun(id: string): Promise<void> {
  const [run] = await service.sql`select id from run where webset_id = ${id} and state = 'queued'`;
  const criteria = await service.sql`select id from criterion where webset_id = ${id}`;
  const verdicts = Object.fromEntries(criteria.map((criterion) => [criterion.id, 'match' as const]));
  await takeRun(service.db, run?.id);
  const titles = ['Ferrodb', 'Oxidb'];
  await fillRows(
    service.db,
    id,
    titles.map((title) => ({ title, matchVerdict: 'match', verdicts })),
  );
  await service.sql`update row set run_id = ${run?.id} where webset_id = ${id}`;
  await finishRun(service, id, run?.id);
}

const proof = (page: Page) => page.getByRole('complementary', { name: 'Proof' });

test('by keyboard alone: a request, a proof, a verdict of one’s own and the export; the focus is never lost', async () => {
  const { context, troubles } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  const page = await context.newPage();
  const { press, reach, arrive, settle } = keyboardOf(page);

  await page.goto(service.url);
  await page.getByLabel('Your request').focus();
  await page.keyboard.type('databases written in Rust');
  await page.getByLabel('Criterion 2', { exact: true }).waitFor();
  await press('Enter');
  await page.getByText('Waiting for a worker', { exact: true }).waitFor();
  await settle('a run waits');
  await workRun(page.url().split('/').at(-1) as string);
  await page.getByText('Finished', { exact: true }).waitFor();
  await settle('the run ended');

  await page.getByRole('rowheader', { name: 'Oxidb' }).waitFor();
  await reach('Results');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await proof(page).getByRole('heading', { name: 'Oxidb' }).waitFor();
  await proof(page).getByRole('button', { name: 'Judge it yourself' }).first().waitFor(); // the verdicts arrive after the head
  await reach('Judge it yourself');
  await press('Enter');
  await page.getByRole('radio', { name: 'Match', exact: true }).first().waitFor();
  await reach('Save');
  await press('Enter');
  await page.getByText('Somebody says: match').waitFor();
  await settle('the verdict stands');
  await press('Escape');
  await proof(page).waitFor({ state: 'detached' });
  await arrive('Results');

  await reach('Export', true);
  const downloading = page.waitForEvent('download');
  await press('Enter');
  await arrive('CSV');
  await press('Enter');
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);

  expect(troubles).toEqual([]);
  await context.close();
});
