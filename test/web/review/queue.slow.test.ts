import { expect, test } from 'vitest';
import { begin, service } from '../begin.ts';
import { learnAs } from '../learned.ts';
import { asked, counts, isFocusInside, opened, startReview } from './opened.ts';

// The review's keys and when it is offered, in Chromium.

begin();

test('undo withdraws an answer and asks again; a wrong kind is hidden, a skipped row is not asked again', async () => {
  const { id, page, close } = await opened();
  await startReview(page);
  await asked(page, 'Engine 0');

  await page.keyboard.press('w');
  await asked(page, 'Engine 2');
  await expect.poll(() => counts(id)).toMatchObject({ counts: { hidden: 1 } });
  await page.keyboard.press('u');
  await asked(page, 'Engine 0');
  await expect.poll(() => counts(id)).toMatchObject({ counts: { hidden: 0 } });
  await page.keyboard.press('p');
  await asked(page, 'Engine 2');
  await page.keyboard.press('s');
  await page.keyboard.press('u');
  await asked(page, 'Engine 0');

  await expect.poll(() => counts(id)).toMatchObject({ counts: { needsReview: 20 }, criteria: [{ learning: { answers: 0 } }] });
  await close();
});

test('the letters work only in the review, Escape returns to the table, and the focus stays visible', async () => {
  const { id, page, close } = await opened({ count: 6 });
  await startReview(page);
  await asked(page, 'Engine 0');
  await page.getByRole('button', { name: 'Tikv is written in Rust.' }).click();
  await page.keyboard.press('y');
  await asked(page, 'Engine 1');
  expect(await isFocusInside(page)).toBe(true);

  await page.getByLabel('Filter by text').focus();
  await page.keyboard.type('nyc');
  await page.getByLabel('Filter by text').fill('');
  await asked(page, 'Engine 1');
  await page.locator('.queue-body').focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Nothing left to ask' }).waitFor();
  expect(await isFocusInside(page)).toBe(true);
  await page.keyboard.press('Escape');

  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await expect.poll(async () => (await counts(id)).criteria[0].learning.answers).toBe(6);
  await close();
});

test('the review is not offered while little is left to review', async () => {
  const { id, page, rows, close } = await opened({ count: 20 });
  await learnAs(service, id, { found: 0 }, rows.slice(0, 17));
  await page.reload();
  await page.locator('[data-row]').first().waitFor();

  expect(await page.getByRole('button', { name: 'Answer a few' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await asked(page, 'Engine 0');
  await close();
});
