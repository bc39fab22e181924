import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import type { Browser } from '../../support/browser.ts';
import { openLab } from '../../support/lab.ts';
import { htmlPage } from '../../support/web.ts';
import { begin, browser } from '../begin.ts';

// A list that is dropped in Chromium: its purpose, its columns, the rows with their values, and the outcome of each line.

begin();

const page = (name: string) => htmlPage(name, `${name} is a database written in Rust.`);
const PAGES = { '/tikv': page('TiKV'), '/sled': page('sled') };

async function drop(on: Page, name: string, text: string) {
  const dropped = await on.evaluateHandle(
    ([called, held]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([held ?? ''], called ?? '', { type: 'text/csv' }));
      return transfer;
    },
    [name, text],
  );
  for (const type of ['dragenter', 'dragover', 'drop']) await on.dispatchEvent('#main', type, { dataTransfer: dropped });
}

test('a CSV that is dropped on the start page becomes the rows of a webset, and the outcome of each line is shown', async () => {
  await using lab = await openLab(PAGES);
  const { context, troubles } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  const on = await context.newPage();
  const { url } = lab.web;
  const list = `Name,Website,Owner,Stars\nTiKV,${url}/tikv,"PingCAP, Inc.",15000\nsled,${url}/sled,,soon\nGone,${url}/gone,x,3\n`;

  await on.goto(lab.url);
  await drop(on, 'databases.csv', list);
  await on.getByRole('dialog', { name: 'databases.csv' }).waitFor();
  expect(await violationsOn(on)).toEqual([]);
  await on.getByRole('button', { name: 'Make its lines rows' }).click();
  await on.waitForURL('**/w/*');
  const roles = on.getByRole('dialog', { name: 'Rows from a list' }).getByRole('combobox');
  await roles.nth(3).waitFor();
  expect(await roles.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual(['name', 'address', 'keep', 'keep']);
  await roles.nth(3).selectOption('skip');
  expect(await violationsOn(on)).toEqual([]);
  await on.getByRole('button', { name: 'Import 3 lines' }).click();

  await on.getByText('2 of 3 lines became rows; 1 not readable').first().waitFor();
  await on.getByRole('rowheader', { name: /^TiKV/ }).waitFor();
  await on.getByRole('gridcell', { name: 'PingCAP, Inc.' }).waitFor();
  expect(await on.getByRole('columnheader', { name: 'Stars' }).count()).toBe(0);
  await on.getByRole('button', { name: 'Lines of the list' }).click();
  await on.getByRole('radio', { name: 'Not readable 1' }).click();
  await on.getByText(/^Not readable: .*404/).waitFor();
  expect(await violationsOn(on)).toEqual([]);
  await on.getByRole('radio', { name: 'Rows 2' }).click();
  await on.getByRole('button', { name: 'Row: TiKV' }).click();
  const proof = on.getByRole('complementary', { name: 'Proof' });
  await proof.getByText('It comes from the list that this result was imported from.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('a pasted list is refused with a message while it cannot be imported, and its columns can be corrected', async () => {
  await using lab = await openLab(PAGES);
  const sessionId = await lab.createSession('databases');
  const { context } = await (browser as Browser).context({ viewport: { width: 360, height: 740 } });
  const on = await context.newPage();

  await on.goto(`${lab.url}/w/${sessionId}`);
  await on.getByRole('button', { name: 'Add', exact: true }).click();
  await on.getByRole('menuitem', { name: 'Rows from a list' }).click();
  await on.getByLabel('Or paste it here').fill(`a,${lab.web.url}/tikv\nb,${lab.web.url}/sled`);
  await on.getByRole('button', { name: 'Next' }).click();
  const roles = on.getByRole('dialog').getByRole('combobox');
  await roles.nth(1).selectOption('skip');
  await roles.nth(0).selectOption('skip');
  await on.getByText('Choose the column of addresses, or that of names.').waitFor();
  expect(await on.getByRole('button', { name: 'Import 0 lines' }).isDisabled()).toBe(true);
  expect(await violationsOn(on)).toEqual([]);
  await roles.nth(1).selectOption('address');
  await on.getByRole('button', { name: 'Import 2 lines' }).click();

  await expect
    .poll(async () => (await lab.session(sessionId)).rows.map(({ title }: { title: string }) => title).sort())
    .toEqual(['TiKV', 'sled']);
  await context.close();
});
