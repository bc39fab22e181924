import { expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { begin, service } from '../begin.ts';
import { asked, counts, opened, PHONE, startReview } from './opened.ts';

// More of reviewing in the web app, in Chromium.

begin();

test('each criterion of a row is asked in turn, and the row asked for is marked in the table', async () => {
  const { id, page, close } = await opened({ labels: ['Written in Rust', 'Has a licence'] });
  await startReview(page);
  await asked(page, 'Engine 0');
  await page.getByText('Criterion 1 of 2').waitFor();

  await page.keyboard.press('y');
  await page.getByText('Has a licence?').waitFor();
  const marked = await page.locator('.row[aria-current=true]').innerText();
  await page.keyboard.press('c');
  await asked(page, 'Engine 2');

  expect(marked).toContain('Engine 0');
  await expect.poll(() => counts(id)).toMatchObject({ criteria: [{ learning: { answers: 1 } }, { learning: { answers: 1 } }] });
  await close();
});

test('confirming from the top asks about the most likely row first, and the page says that no yes was given yet', async () => {
  const { page, close } = await opened();
  await startReview(page);
  await asked(page, 'Engine 0');
  await page.keyboard.press('n');
  await page.getByText('No yes so far').waitFor();

  await page.getByRole('button', { name: 'Confirm from the top' }).click();
  await asked(page, 'Engine 1');
  await page.keyboard.press('y');
  await asked(page, 'Engine 2');

  await page.getByText('No yes so far').waitFor({ state: 'detached' });
  await close();
});

test('a refused answer is asked again, with the reason', async () => {
  const { id, page, close } = await opened();
  await startReview(page);
  await asked(page, 'Engine 0');
  await page.context().setOffline(true);

  await page.keyboard.press('y');
  await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
  await asked(page, 'Engine 0');
  await page.context().setOffline(false);
  await page.keyboard.press('y');
  await asked(page, 'Engine 2');

  await expect.poll(async () => (await counts(id)).criteria[0].learning.answers).toBe(1);
  await close();
});

test('on a phone the answers are large buttons that need no keyboard', async () => {
  const { id, page, close } = await opened({ viewport: PHONE });
  await startReview(page);
  await asked(page, 'Engine 0');
  const heights = await Promise.all(
    ['Yes', 'Partly', 'No', 'Not sure', 'Wrong kind', 'Skip', 'Undo'].map(
      async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.height ?? 0,
    ),
  );

  await page.getByRole('button', { name: 'It was first released in 2016.' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await asked(page, 'Engine 2');

  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
  expect(await violationsOn(page)).toEqual([]);
  await expect.poll(async () => (await counts(id)).criteria[0].learning.answers).toBe(1);
  await close();
});

test('rows to review are sorted by likelihood', async () => {
  const { page, rows, close } = await opened({ count: 5 });
  await service.sql`update "row" set likelihood = 2, updated_at = now() where id = ${rows[3] as string}`;
  await page.reload();

  await page.getByRole('rowheader').first().waitFor();
  const names = await page.locator('.cell-name').allInnerTexts();

  expect(names).toEqual(['Engine 3', 'Engine 0', 'Engine 1', 'Engine 2', 'Engine 4']);
  await close();
});
