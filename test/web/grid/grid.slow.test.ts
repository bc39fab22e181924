import { expect, test } from 'vitest';
import { begin, service } from '../begin.ts';
import { cellOf, focused, heads, menuOf, names, opened, verdictsOf } from './opened.ts';

// The grid of results in Chromium: its cells, and how it is sorted, filtered and arranged.

begin();

test('verdicts are narrow icons with their text, and show the quote on hover and focus', async () => {
  await using open = await opened();
  const { page, rust, rows } = open;
  const cell = cellOf(page, rows[0], rust);

  expect((await cell.boundingBox())?.width).toBeLessThan(40);
  await expect.poll(() => cell.innerText()).toBe('Written in Rust: Match.');
  await cell.hover();
  await page.getByRole('tooltip').getByText('Tikv is written in Rust.').waitFor();
  await page.getByRole('tooltip').hover(); // it can be read in peace
  await page.keyboard.press('Escape');
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await page.mouse.move(5, 5);
  await page.getByRole('grid').focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.getByRole('tooltip').getByText('Tikv is written in Rust.').waitFor();
  await expect.poll(() => cell.getAttribute('aria-describedby')).toBe(await page.getByRole('tooltip').getAttribute('id'));
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Wider' }).click();

  await expect.poll(() => cell.innerText()).toBe('Match');
  expect(open.troubles).toEqual([]);
});

test('only values that are web addresses are links', async () => {
  await using open = await opened();
  const { page, site, year, rows } = open;
  const link = cellOf(page, rows[0], site).getByRole('link');

  await expect.poll(() => link.getAttribute('href')).toBe('https://engine-0.example.org/');
  await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await cellOf(page, rows[1], site).innerText()).toBe('javascript:alert(1)');
  await expect.poll(() => page.locator('[role=row] a').count()).toBe(7);
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await link.click();
  expect(await page.getByRole('complementary', { name: 'Proof' }).count()).toBe(0);
  await cellOf(page, rows[0], year).click();
  await page.getByRole('complementary', { name: 'Proof' }).waitFor();
});

test('a filter is in the address: Back undoes it, a reload and a link show it', async () => {
  await using open = await opened();
  const { page, year } = open;

  await menuOf(page, 'Written in Rust', 'Filter…');
  await page.getByRole('checkbox', { name: 'Match', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Partial' }).check();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('4 of 8 results').waitFor();
  await expect.poll(() => names(page)).toEqual(['Engine 0', 'Engine 1', 'Engine 4', 'Engine 5']);
  await expect.poll(() => focused(page)).toBe(true);
  await menuOf(page, 'Year', 'Filter…');
  await page.getByLabel('At least').fill('soon');
  await page.keyboard.press('Enter');
  await page.getByText('A number is needed').waitFor();
  await page.getByLabel('At least').fill('1997');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 8 results').waitFor();
  await menuOf(page, 'Year', 'Sort 9 to 1');
  await page.reload();
  await page.getByText('1 of 8 results').waitFor();
  await expect
    .poll(() => page.getByRole('group', { name: 'Filters' }).innerText())
    .toMatch(/Written in Rust: Match, Partial\s+Year: at least 1997/);
  await expect.poll(() => page.getByRole('columnheader', { name: 'Year (filtered)' }).getAttribute('aria-sort')).toBe('descending');
  await page.goBack(); // the sort
  await page.goBack(); // the year
  await page.getByText('4 of 8 results').waitFor();
  await page.goForward();
  await page.getByText('1 of 8 results').waitFor();
  await page.getByRole('button', { name: 'Remove: Year: at least 1997' }).click();
  await page.getByText('4 of 8 results').waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  await page.goto(`${service.url}/w/${open.id}?tab=all&f=${year}.empty.&f=gone.is.match&f=nonsense`);
  await page.getByText('2 parts of this address are unknown here').waitFor();
  await page.getByText('4 of 8 results').waitFor();
  await expect.poll(() => names(page)).toEqual(['Engine 1', 'Engine 3', 'Engine 5', 'Engine 7']);
  await page.goto(`${service.url}/w/${open.id}?tab=match&f=overall.is.partial`); // each row has one of them
  await page.getByRole('heading', { name: 'No result meets the filters' }).waitFor();
  await page.getByRole('gridcell').getByRole('button', { name: 'Clear all filters' }).click();
  await expect.poll(() => names(page)).toEqual(['Engine 0', 'Engine 4']);
  await expect.poll(() => focused(page)).toBe(true);
  expect(open.troubles).toEqual([]);
});

test('a page of a sorted list that cannot be fetched is reported, and fetched again on request', async () => {
  await using open = await opened(150);
  const { page } = open;
  let refusals = 0;
  await page.route('**/graphql', (route) => {
    const { query = '', variables = {} } = route.request().postDataJSON() ?? {};
    if (!query.includes('query ArrangedPage') || !variables.after) return route.fallback();
    refusals++;
    return route.fulfill({
      json: { errors: [{ message: 'Too many requests', extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 9 } }] },
    });
  });
  await menuOf(page, 'Result', 'Sort A to Z');
  await page.getByRole('rowheader', { name: 'Engine 100' }).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  const note = page.getByRole('status').filter({ hasText: 'Further results could not be fetched.' });

  await note.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => refusals).toBe(2);
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await note.waitFor();
  await page.unroute('**/graphql');
  await note.getByRole('button', { name: 'Try again' }).click();

  await expect
    .poll(async () => {
      await page.keyboard.press('Control+End');
      return page.getByRole('rowheader', { name: 'Engine 99' }).count();
    })
    .toBe(1);
  expect(await note.count()).toBe(0);
  expect(open.troubles).toEqual([]);
});

test('several rows are selected by checkbox and keyboard, judged, hidden, exported and merged, and the focus is never lost', async () => {
  await using open = await opened();
  const { id, page, rust, rows } = open;
  const bar = page.getByRole('group', { name: 'Selected results' });
  const check = (i: number) => page.getByRole('checkbox', { name: `Select Engine ${i}`, exact: true });

  await check(1).click();
  await check(3).click({ modifiers: ['Shift'] });
  await bar.getByText('3 selected').waitFor();
  await expect.poll(() => page.locator('.row[aria-selected=true]').count()).toBe(3);
  await page.keyboard.press('ArrowDown'); // from where the mouse was, in the grid
  await page.keyboard.press('x');
  await bar.getByText('4 selected').waitFor();
  await page.keyboard.press('x');
  await bar.getByRole('button', { name: 'Set a verdict…' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Partial' }).check();
  await page.keyboard.press('Enter');
  await page.getByText('Your verdict is saved for 3 results.').waitFor();
  expect(await verdictsOf(id, rust)).toEqual([1, 2, 3].map((i) => [`Engine ${i}`, 'partial']));
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => verdictsOf(id, rust)).toEqual([1, 2, 3].map((i) => [`Engine ${i}`, null]));

  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  for (const key of ['x', 'ArrowDown', 'X']) await page.keyboard.press(key);
  await bar.getByText('2 selected').waitFor();
  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export as CSV' }).click();
  const stream = await (await downloading).createReadStream();
  const all = (await (await service.get(`/api/sessions/${id}/export`)).text()).split('\r\n');
  expect((await stream.toArray()).join('')).toBe(`${all.slice(0, 3).join('\r\n')}\r\n`);
  await page.getByRole('grid').focus();
  await page.keyboard.press('h');
  await page.getByText('2 results are hidden.').waitFor();
  await expect.poll(() => names(page)).not.toContain('Engine 0');
  await expect.poll(() => page.locator('.cell-active').innerText()).toContain('Engine 2');
  await expect.poll(() => focused(page)).toBe(true);
  await page.keyboard.press('Control+a');
  await bar.getByText('6 selected').waitFor();
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await bar.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(true);
  await page.getByRole('radio', { name: 'Hidden 2' }).click();
  await page.getByRole('rowheader', { name: 'Engine 1' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all results' }).check();
  await bar.getByRole('button', { name: 'Show again' }).click();
  await page.getByText('2 results are shown again.').waitFor();
  await page.getByRole('radio', { name: 'All 8' }).click();
  await check(6).click();
  await check(7).click();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mergeRows')
      ? route.fulfill({ json: { errors: [{ message: 'A row has 100 pages at most', extensions: { code: 'CONFLICT' } }] } })
      : route.fallback(),
  );
  await bar.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('A row has 100 pages at most').waitFor();
  await bar.getByText('2 selected').waitFor(); // to be tried again
  await page.unroute('**/graphql');
  await bar.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('radio', { name: 'All 7' }).waitFor();
  expect((await service.sql`select merged_into from row where id = ${rows[7] ?? ''}`)[0]?.merged_into).toBe(rows[6]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('radio', { name: 'All 8' }).waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  expect(open.troubles).toEqual([]);
});

test('? shows the keys of the grid, its heads and the review, which work only where these have the focus', async () => {
  await using open = await opened();
  const { page, site } = open;

  await page.getByLabel('Filter by text').focus();
  await page.keyboard.type('x?');
  await expect.poll(() => page.getByLabel('Filter by text').inputValue()).toBe('x?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('group', { name: 'Selected results' }).count()).toBe(0);
  await page.getByLabel('Filter by text').fill('');
  await page.getByRole('grid').focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect
    .poll(() => dialog.getByRole('heading', { level: 3 }).allInnerTexts())
    .toEqual(['On a result', 'On a value', 'On the head of a column', 'In the review']);
  await expect
    .poll(() => dialog.locator('kbd').allInnerTexts())
    .toEqual(expect.arrayContaining(['Home', 'End', 'Page Up', 'Page Down', 'Shift+X']));
  const [first, , , last] = await Promise.all((await dialog.getByRole('heading', { level: 3 }).all()).map((head) => head.boundingBox()));
  expect(last?.x).toBeGreaterThan((first?.x ?? 0) + 100); // in two columns
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  for (const key of ['ArrowDown', 'ArrowUp', 'End', 'Shift+ArrowLeft', 'p', '+']) await page.keyboard.press(key);
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(['Result', 'Year', 'Verdict']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Control+Enter');
  expect(new URL(page.url()).searchParams.get('cols')).toContain(`${site}..`);
  await (await opening).close();
  await page
    .getByRole('button', { name: 'Review' })
    .or(page.getByRole('button', { name: 'Answer a few' }))
    .first()
    .click();
  await page.getByRole('group', { name: 'Question' }).focus();
  await page.keyboard.press('?');
  await dialog.waitFor();
  expect(open.troubles).toEqual([]);
});

test('a title is corrected, restored, and exported', async () => {
  await using open = await opened(2);
  const { id, page } = open;
  const exported = async () => (await (await service.get(`/api/sessions/${id}/export?format=json`)).json()).results[0].title;

  await page.getByRole('grid').focus();
  for (const key of ['ArrowDown', 't']) await page.keyboard.press(key);
  await page.getByRole('grid').getByLabel('Title').fill('Engine Zero');
  await page.keyboard.press('Enter');
  await page.getByRole('rowheader', { name: /^Engine Zero .* \(title corrected by a person\)$/ }).waitFor();
  await expect.poll(() => page.locator('.cell-named .icon-person').count()).toBe(1);
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  expect(await exported()).toBe('Engine Zero');
  await page.getByRole('checkbox', { name: 'Select Engine Zero' }).click();
  await page.getByRole('button', { name: 'Correct the title…' }).click();
  await page.getByText('Found as “Engine 0”').waitFor();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('rowheader', { name: 'Engine 0' }).waitFor();
  expect(await page.locator('.cell-named .icon-person').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('rowheader', { name: 'Engine Zero' }).waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  expect(open.troubles).toEqual([]);
});

test('on a phone a title is corrected from the proof, and results are selected, merged and hidden', async () => {
  await using open = await opened(40);
  const { page, rows } = open;
  await page.setViewportSize({ width: 360, height: 740 });
  const card = (i: number) => page.locator(`li[data-row="${rows[i]}"]`);
  const bar = page.getByRole('group', { name: 'Selected results' });

  await card(0).getByRole('button').click();
  await page.getByRole('dialog', { name: 'Proof' }).getByRole('button', { name: 'Correct the title' }).click();
  await page.getByRole('dialog', { name: 'Correct the title' }).getByLabel('Title').fill('Engine Zero');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Engine Zero (title corrected by a person)' }).waitFor();
  await page.getByRole('dialog', { name: 'Proof' }).getByRole('button', { name: 'Close' }).click();
  await card(0).getByRole('button', { name: 'Engine Zero (title corrected by a person)' }).waitFor();
  await card(1).getByRole('checkbox', { name: 'Select Engine 1' }).check();
  await page.evaluate('scrollTo(0, 900)');
  await card(8).getByRole('checkbox').check();
  await bar.getByText('2 selected').waitFor();
  expect((await bar.boundingBox())?.y).toBe(0); // in sight, wherever in the list
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await bar.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('2 results were merged into one.').waitFor();
  await card(8).waitFor({ state: 'detached' });
  await card(9).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Hide' }).click();
  await card(9).waitFor({ state: 'detached' });

  expect(await service.sql`select position from row where webset_id = ${open.id} and hidden`).toHaveLength(1);
  expect(open.troubles).toEqual([]);
});

test('all rows of a long sorted list are selected, including those not fetched yet; a selection made meanwhile stays', async () => {
  await using open = await opened(120);
  const { page } = open;
  const box = page.getByRole('checkbox', { name: 'Select all results' });
  const selected = page.getByRole('group', { name: 'Selected results' });
  const held = Promise.withResolvers<void>();
  await menuOf(page, 'Result', 'Sort A to Z');
  await page.getByRole('rowheader', { name: 'Engine 100' }).waitFor();
  await page.route('**/graphql', async (route) => {
    await held.promise;
    await route.continue();
  });

  await box.click();
  await page.getByRole('checkbox', { name: 'Select Engine 0', exact: true }).click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
  held.resolve();
  await answered;
  await page.unroute('**/graphql');
  await selected.getByText('1 selected').waitFor();
  expect(await box.isChecked()).toBe(false);
  await box.click();
  await selected.getByText('120 selected').waitFor();
  expect(await box.isChecked()).toBe(true);
  await box.click();
  await selected.waitFor({ state: 'detached' });
});
