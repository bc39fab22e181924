import { expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { begin, service } from '../begin.ts';
import { cellOf, heads, opened } from './opened.ts';

// Editing in the grid in Chromium: values and titles in place, removed columns with undo, and the keys of the whole page.

begin();

const valuesOf = async (id: string, label: string) =>
  (await (await service.get(`/api/sessions/${id}/export?format=json`)).json()).results.map(
    (row: { enrichments: Record<string, string | null> }) => row.enrichments[label],
  );

test('a value is corrected, replaced by typing, emptied and restored in place; text that its format refuses stays in the editor', async () => {
  await using open = await opened(3);
  const { id, page, year, rows } = open;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const years = () => valuesOf(id, 'Year');

  await page.getByRole('grid').focus();
  await press('ArrowDown', 'End');
  await page.keyboard.type('soon');
  await press('Enter');
  await page.getByRole('alert').getByText('A number is a plain decimal').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('grid').getByLabel('Year of Engine 0').fill('1984');
  await press('Enter');
  await cellOf(page, rows[0], year).getByText('1984').waitFor();
  await expect.poll(years).toEqual(['1984', null, '1998']);
  await press('Enter'); // of the cell below
  await page.keyboard.type('1985');
  await press('Tab');
  await expect.poll(years).toEqual(['1984', '1985', '1998']);
  await press('ArrowDown', 'End', 'Enter', 'Escape', 'Delete');
  await expect.poll(years).toEqual(['1984', '1985', null]);
  await page.getByText('Saved: the page gives none.').waitFor(); // its own message, not the one of the earlier save
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(years).toEqual(['1984', '1985', '1998']);
  await page.getByRole('grid').focus();
  await page.keyboard.type('2');
  await press('Escape');

  expect(await years()).toEqual(['1984', '1985', '1998']);
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  expect(open.troubles.filter((trouble) => !/BAD_REQUEST|400/.test(String(trouble)))).toEqual([]);
});

test('with the mouse a value is corrected by the pencil in its cell, and saved when the focus moves elsewhere', async () => {
  await using open = await opened(2);
  const { id, page, site, rows } = open;

  await cellOf(page, rows[0], site).hover();
  await cellOf(page, rows[0], site).getByRole('button', { name: 'Correct it' }).click();
  await page.getByRole('grid').getByLabel('Website of Engine 0').fill('https://engine.example/');
  await page.getByLabel('Filter by text').click();

  await expect.poll(async () => (await valuesOf(id, 'Website'))[0]).toBe('https://engine.example/');
  expect(await page.getByRole('complementary', { name: 'Proof' }).count()).toBe(0);
});

test('a removed criterion returns after an undo, and is deleted once a run is requested', async () => {
  await using open = await opened(2);
  const { id, page } = open;
  const remove = async () => {
    await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
    await page.getByRole('menuitem', { name: /^Edit/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('“Written in Rust” is removed, with all that was found for it.').waitFor();
  };
  const criteria = async () => (await service.rpc('getSession', { sessionId: id })).body.session.criteria.length;

  await remove();
  await expect.poll(() => heads(page)).not.toContain('Written in Rust');
  expect(await criteria()).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => heads(page)).toContain('Written in Rust');
  await remove();
  await page.getByRole('button', { name: 'Start the run' }).click();

  await expect.poll(criteria).toBe(1);
  expect(open.troubles).toEqual([]);
});

test('/ focuses the filter and Ctrl+K opens the commands, anywhere outside of text fields', async () => {
  await using open = await opened(2);
  const { page } = open;
  const commands = page.getByRole('dialog', { name: 'Commands' });

  await page.getByRole('button', { name: 'Export' }).focus();
  await page.keyboard.press('/');
  await expect.poll(() => page.getByLabel('Filter by text').evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('a/b');
  await expect.poll(() => page.getByLabel('Filter by text').inputValue()).toBe('a/b');
  await page.getByLabel('Filter by text').fill('');
  await page.keyboard.press('Control+k');
  await commands.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.type('show no match');
  await expect.poll(() => commands.getByRole('option').count()).toBe(0);
  await commands.getByText('No command has these words.').waitFor();
  await commands.getByLabel('Find a command by its words').fill('part show');
  await page.keyboard.press('Enter');
  await commands.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: /^Partial 1/, checked: true }).waitFor();
  await page.keyboard.press('Control+k');
  await commands.getByLabel('Find a command by its words').fill('add a col');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add a column' }).waitFor();
  expect(open.troubles).toEqual([]);
});
