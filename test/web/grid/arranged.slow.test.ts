import { expect, test } from 'vitest';
import { begin, service } from '../begin.ts';
import { cellOf, focused, heads, menuOf, names, opened } from './opened.ts';

// Sorted lists and arranged columns of the grid, in Chromium.

begin();

test('a changed row of a sorted list keeps its place until it is sorted again', async () => {
  await using open = await opened();
  const { page, year, rows } = open;
  await menuOf(page, 'Year', 'Sort 1 to 9');
  await expect.poll(() => names(page)).toEqual([6, 4, 2, 0, 1, 3, 5, 7].map((i) => `Engine ${i}`));

  await service.graphql('mutation($input:ReviewValueInput!){reviewValue(input:$input){row{uuid}}}', {
    input: { rowId: rows[7], enrichmentId: year, value: '1' },
  });
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await page.getByText('1 result came or changed since').waitFor();
  expect(await cellOf(page, rows[7], year).innerText()).toContain('1');
  expect((await names(page)).at(-1)).toBe('Engine 7');
  await page.getByRole('button', { name: 'Sort and filter again' }).click();

  await expect.poll(async () => (await names(page))[0]).toBe('Engine 7');
  await expect.poll(() => focused(page)).toBe(true);
});

test('a merged or hidden row leaves a sorted list, and returns to its place after an undo', async () => {
  await using open = await opened();
  const { page, rows } = open;
  const shown = () => page.getByRole('rowheader').evaluateAll((all) => all.map(({ id }) => id.replace(/^cell-|-title$/g, '')));
  const check = (i: number) => page.getByRole('checkbox', { name: `Select Engine ${i}`, exact: true });
  const sorted = rows.toReversed();
  const without = (...gone: number[]) => sorted.filter((id) => !gone.some((i) => rows[i] === id));
  await menuOf(page, 'Result', 'Sort Z to A');
  await expect.poll(shown).toEqual(sorted);

  for (const i of [2, 6, 5]) await check(i).click();
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(shown).toEqual(without(5, 6));
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('7');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(shown).toEqual(sorted);
  for (const i of [4, 3]) await check(i).click();
  await page.getByRole('group', { name: 'Selected results' }).getByRole('button', { name: 'Hide' }).click();
  await expect.poll(shown).toEqual(without(3, 4));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(shown).toEqual(sorted);
  await service.graphql('mutation($input:MergeRowsInput!){mergeRows(input:$input){row{uuid}}}', { input: { rowIds: [rows[0], rows[7]] } });
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');

  await expect.poll(shown).toEqual(without(7)); // what somebody else merged
  await expect.poll(() => focused(page)).toBe(true);
});

test('a long sorted list is fetched page by page as it is scrolled', async () => {
  await using open = await opened(250);
  const { page } = open;
  await menuOf(page, 'Result', 'Sort A to Z');
  await page.getByRole('rowheader', { name: 'Engine 100' }).waitFor();
  await page.getByRole('grid').focus();
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('251');
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+End');
      return page.getByRole('rowheader', { name: 'Engine 99' }).count();
    })
    .toBe(1);
});

test('columns are moved, sized and pinned by menu and by mouse; the address stores this, and so does a view', async () => {
  await using open = await opened();
  const { page } = open;
  const made = ['Result', 'Verdict', 'Written in Rust', 'Open-source licence', 'Website', 'Year'];
  await expect.poll(() => heads(page)).toEqual(made);

  await menuOf(page, 'Year', 'Move to the left');
  await expect.poll(() => heads(page)).toEqual(['Result', 'Verdict', 'Written in Rust', 'Open-source licence', 'Year', 'Website']);
  await menuOf(page, 'Website', 'Pin');
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(['Result', 'Website', 'Verdict']);
  await page.setViewportSize({ width: 700, height: 800 });
  await page.setViewportSize({ width: 900, height: 800 });
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(400, 0));
  const website = await page.getByRole('columnheader', { name: 'Website' }).boundingBox();
  expect(website?.x).toBe(((await page.getByRole('grid').boundingBox())?.x as number) + 280);
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0));
  await page.setViewportSize({ width: 1280, height: 800 });
  const [year, verdict] = [page.getByRole('columnheader', { name: 'Year' }), page.getByRole('columnheader', { name: 'Verdict' })];
  const [from, to] = [await year.boundingBox(), await verdict.boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 30, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => heads(page)).toEqual(['Result', 'Website', 'Year', 'Verdict', 'Written in Rust', 'Open-source licence']);
  expect(await page.getByRole('menu').count()).toBe(0); // dragging a column does not press its head
  await menuOf(page, 'Year', 'Sort 9 to 1');
  await menuOf(page, 'Open-source licence', 'Hide');
  const link = page.url();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  await page.getByLabel('Name').fill('By year');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'By year' }).waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  await page.getByRole('button', { name: 'By year' }).click();
  await page.getByRole('menuitemradio', { name: 'Without a view' }).click();
  await page.getByRole('button', { name: 'Views' }).waitFor();
  await expect.poll(() => heads(page)).toEqual(made);
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()]).toEqual(['tab']);
  await page.goto(link);
  await page.getByRole('rowheader').first().waitFor();
  await expect.poll(() => heads(page)).toEqual(['Result', 'Website', 'Year', 'Verdict', 'Written in Rust']);
  const [view] = await service.sql`select id from webset_view where webset_id = ${open.id}`;
  await page.goto(`${service.url}/w/${open.id}?view=${view?.id}`);
  await page.getByRole('button', { name: 'By year' }).waitFor();
  await expect.poll(() => heads(page)).toEqual(['Result', 'Website', 'Year', 'Verdict', 'Written in Rust']);
  await expect.poll(() => names(page)).toEqual([0, 2, 4, 6, 1, 3, 5, 7].map((i) => `Engine ${i}`));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).getAttribute('href'))
    .toContain(`&view=${view?.id}`);
  await page.keyboard.press('Escape');
  await menuOf(page, 'Year', 'Wider');
  await page.getByRole('button', { name: 'By year *' }).click();
  await page.getByRole('menuitem', { name: 'Save the changes to “By year”' }).click();
  await page.getByText('The view is saved.').waitFor();
  await page.getByRole('button', { name: 'By year', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete “By year”' }).click();
  await page.getByRole('button', { name: 'Views' }).waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await service.sql`select name from webset_view where webset_id = ${open.id}`).map(({ name }) => name))
    .toEqual(['By year']);
  expect(open.troubles).toEqual([]);
});
