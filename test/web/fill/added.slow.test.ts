import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { add, begin, focused, opened } from './opened.ts';

// Filling added columns in Chromium; the test acts as the worker.

begin();

test('an added column is filled at once, with an estimate before; nothing is searched', async () => {
  await using here = await opened();
  const { page } = here;

  await add(page, 'column', 'Licence');
  const dialog = page.getByRole('dialog', { name: 'Fill “Licence”' });
  await dialog.getByText('3 results, about 6 seconds. The rules judge, at no cost.').waitFor();
  await dialog.getByRole('button', { name: 'Fill', exact: true }).click();
  await here.work();
  await page.getByRole('gridcell', { name: 'MIT' }).first().waitFor();
  await page.getByText('every result that it was asked about is judged').waitFor();

  expect(await page.getByRole('gridcell', { name: 'Missing' }).count()).toBe(0);
  await page.getByRole('button', { name: /Details$/ }).click();
  await expect.poll(() => page.locator('.run-number').allInnerTexts()).toEqual([expect.stringMatching(/3\s+checked|checked\s+3/)]);
  const [, fill] = await here.runsOf();
  expect(fill).toMatchObject({ mode: 'fill', only: { columnIds: [expect.any(String)] } });
});

test('filling can be left for later; the bar offers to fill missing cells, and says when there are none', async () => {
  await using here = await opened();
  const { page } = here;

  await add(page, 'criterion', 'Is a database');
  await page.getByRole('dialog', { name: 'Judge by “Is a database”' }).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('gridcell', { name: 'Missing' }).first().waitFor();
  await page.getByRole('button', { name: 'Fill what is missing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^3 results, /).waitFor();
  await dialog.getByLabel('Criterion or column').selectOption({ label: 'Written in Rust' });
  await dialog.getByText('Nothing is missing.').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Fill', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Criterion or column').selectOption({ label: 'All of them' });
  await dialog.getByRole('button', { name: 'Fill', exact: true }).click();
  await here.work();
  await page.getByText('every result that it was asked about is judged').waitFor();

  expect(await page.getByRole('gridcell', { name: 'Missing' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Fill what is missing' }).count()).toBe(0);
});

test('a criterion is reworded and its rows are judged again by keyboard alone; the focus is never lost', async () => {
  await using here = await opened();
  const { page } = here;
  const places: string[] = [];
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      places.push(await focused(page));
    }
  };

  const focusIn = (place: Locator) => place.locator(':scope:focus, :focus').first().waitFor();

  await page.getByRole('grid').focus();
  await press('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter');
  await focusIn(page.getByRole('menu'));
  await press('End');
  await focusIn(page.getByRole('menuitem', { name: /^Edit/ }));
  await press('Enter');
  await focusIn(page.getByRole('dialog', { name: 'Edit the criterion' }).getByRole('textbox'));
  await page.keyboard.type(' indeed');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Judge by “Written in Rust indeed”' });
  await dialog.getByText(/^3 results, /).waitFor();
  await focusIn(dialog);
  await press('Enter');
  await here.work();
  await page.getByText('every result that it was asked about is judged').waitFor();
  places.push(await focused(page));
  await page.getByRole('grid').focus();
  await press('ArrowDown', 'Enter');
  await page.getByRole('button', { name: 'Judge this result again' }).focus();
  await press('Enter');
  await focusIn(page.getByRole('dialog', { name: /again$/ }));
  await press('Escape');

  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Judge this result again…');
  expect(places).not.toContain('BODY');
});
