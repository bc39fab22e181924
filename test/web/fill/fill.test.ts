import { expect, test } from 'vitest';
import { add, begin, opened, says } from './opened.ts';

// Filling and judging again, as somebody does it in Chromium; the test is the worker.

begin();

test('a column that was added is filled at once, with what it takes said before; nothing is searched', async () => {
  await using here = await opened();
  const { page } = here;

  await add(page, 'column', 'Licence');
  const dialog = page.getByRole('dialog', { name: 'Fill “Licence”' });
  await dialog.getByText(/^3 results, about \d+ seconds?\. The rules judge, at no cost\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Fill', exact: true }).click();
  await here.work();
  await page.getByRole('gridcell', { name: 'MIT' }).first().waitFor();
  await page.getByText('every result that it was asked about is judged').waitFor();

  expect(await page.getByRole('gridcell', { name: 'Missing' }).count()).toBe(0);
  await expect.poll(() => page.locator('.run-number').allInnerTexts()).toEqual([expect.stringMatching(/3\s+checked|checked\s+3/)]);
  const [, fill] = await here.runsOf();
  expect(fill).toMatchObject({ mode: 'fill', only: { columnIds: [expect.any(String)] } });
});

test('the results shown are judged again by one criterion; what was said before stands in the proof, and rows stay in sight', async () => {
  await using here = await opened();
  const { page } = here;

  await page.getByLabel('Filter by text').fill('db');
  await page.getByText('2 of 3 results').waitFor();
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge “Written in Rust” again' });
  await dialog.getByRole('radio', { name: 'Only the 2 shown' }).check();
  await dialog.getByText(/^2 results, /).waitFor();
  await dialog.getByRole('button', { name: 'Judge again' }).click();
  await here.work(says('partial'));
  await page.getByText('2 results are no longer under “Match”').waitFor();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toHaveLength(2);
  await page.getByRole('radio', { name: /^Match 1/ }).waitFor();
  await page.getByRole('rowheader', { name: 'Ferrodb' }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.getByText(/^Before: match, on .+, by the rules\./).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the tab again' }).click();
  await page.getByText('Nothing matches “db”').waitFor();

  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('tab-match');
  const [, again] = await here.runsOf();
  expect(again).toMatchObject({ mode: 'rejudge', only: { rowIds: [expect.any(String), expect.any(String)] } });
});
