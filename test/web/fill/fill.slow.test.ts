import { expect, test } from 'vitest';
import { add, begin, focused, opened, says } from './opened.ts';

// More of filling and judging again, as somebody does it in Chromium.

begin();

test('what is added can be left for later; the bar offers what is missing, and says so when nothing is', async () => {
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

test('one cell is judged again from its proof; meanwhile it is said how far it is, and it can be stopped', async () => {
  await using here = await opened();
  const { page } = here;
  const gate = Promise.withResolvers<void>();
  let pages = 0;

  await page.getByRole('rowheader', { name: 'Oxidb' }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.getByRole('button', { name: 'Judge again… Written in Rust' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge “Written in Rust” again' });
  await dialog.getByText('Only for “Oxidb”.').waitFor();
  await dialog.getByText(/^1 result, /).waitFor();
  await dialog.getByRole('button', { name: 'Judge again' }).click();
  await here.work(says('no_match'));
  await page.getByText('every result that it was asked about is judged').waitFor(); // while it is at work no other is offered
  await proof.getByText('Before: match').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Judge again' }).click();
  const working = here.work(says('match', async () => pages++ > 0 && gate.promise));
  await page.getByText('Judging again').waitFor();
  await page.getByText('1 of 3 results judged').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('somebody stopped it; what was found is kept').waitFor();
  gate.resolve();
  await working;

  await expect.poll(() => page.title()).toContain('Stopped'); // it follows what the page shows
  const [, one] = await here.runsOf();
  expect(one).toMatchObject({ only: { rowIds: [expect.any(String)], columnIds: [expect.any(String)] } });
});

test('a run that somebody else began is said in the dialog, and nothing is started beside it', async () => {
  await using here = await opened();
  const { page, service, id } = here;
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^3 results, /).waitFor();

  await service.rpc('startRun', { sessionId: id });
  await dialog.getByRole('button', { name: 'Judge again' }).click();

  await dialog.getByRole('alert').getByText('A run is already in progress').waitFor();
});

test('by keyboard alone a criterion is reworded and its rows are judged by it; the focus is never lost', async () => {
  await using here = await opened();
  const { page } = here;
  const places: string[] = [];
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      places.push(await focused(page));
    }
  };

  await page.getByRole('grid').focus();
  await press('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter', 'End', 'Enter');
  await page.getByRole('dialog', { name: 'Edit the criterion' }).waitFor();
  await page.keyboard.type(' indeed');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Judge by “Written in Rust indeed”' }).waitFor();
  await page.getByText(/^3 results, /).waitFor();
  places.push(await focused(page));
  await press('Enter');
  await here.work();
  await page.getByText('every result that it was asked about is judged').waitFor();
  places.push(await focused(page));
  await page.getByRole('grid').focus();
  await press('ArrowDown', 'Enter');
  await page.getByRole('button', { name: 'Judge this result again' }).focus();
  await press('Enter', 'Escape');
  places.push(await page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""'));

  expect(places).not.toContain('BODY');
  expect(places.at(-1)).toBe('Judge this result again…');
});
