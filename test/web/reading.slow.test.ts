import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import type { Browser } from '../support/browser.ts';
import { begin, browser, service } from './begin.ts';

// How a criterion is understood, shown below its field, before a run and in a webset.

begin();

type Held = { label: string; answer(): void; fail(): void };

/** Holds the requests for readings of criteria until the test answers them. */
async function holdReadings(page: Page): Promise<Held[]> {
  const held: Held[] = [];
  await page.route('**/graphql', (route) => {
    const { query = '', variables } = route.request().postDataJSON() ?? {};
    if (!query.includes('readCriterion')) return route.continue();
    held.push({ label: variables.label, answer: () => void route.continue(), fail: () => void route.abort() });
  });
  return held;
}

const field = (page: Page, label = 'Criterion 2') => page.getByLabel(label, { exact: true });
/** The description of a criterion's field. */
async function readAs(page: Page, label?: string): Promise<string> {
  const id = await field(page, label).getAttribute('aria-describedby');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
}

test('a plan shows below each criterion how it is understood, and the line follows edits', async () => {
  const { context, foreign, troubles } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.goto(service.url);

  await page.getByLabel('Your request').fill('hotels in Germany that take dogs');
  await expect.poll(() => field(page, 'Criterion 3').count()).toBe(1);
  const planned = [await readAs(page, 'Criterion 1'), await readAs(page), await readAs(page, 'Criterion 3')];
  await field(page).fill('In Georgia or Austria');
  await expect.poll(() => readAs(page)).toBe('Read as: place: in Georgia or Austria (countries)');
  await page.reload();
  await expect.poll(() => readAs(page)).toBe('Read as: place: in Georgia or Austria (countries)');
  await page.getByRole('button', { name: 'Add a criterion' }).click();
  const added = await readAs(page, 'Criterion 4');
  await field(page, 'Criterion 4').fill('Under 150 euros a night');
  await expect.poll(() => readAs(page, 'Criterion 4')).toBe('Read as: price: less than 150 EUR per night');
  const found = await violationsOn(page);

  expect(planned).toEqual(['Read as: kind: hotel', 'Read as: place: in Germany (country)', 'Read as: words: takes dogs']);
  expect(added).toBe('');
  expect([found, foreign, troubles]).toEqual([[], [], []]);
  await context.close();
});

test('a late answer for an older text is dropped, and a failed one leaves an empty line', async () => {
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.goto(service.url);
  await page.getByLabel('Your request').fill('hotels in Germany that take dogs');
  await expect.poll(() => field(page, 'Criterion 3').count()).toBe(1);
  const held = await holdReadings(page);
  const labels = () => held.map(({ label }) => label);
  const topOf = async (label: string) => (await field(page, label).boundingBox())?.y;
  const before = await topOf('Criterion 3');

  await field(page).fill('In France');
  await expect.poll(labels).toEqual(['In France']);
  await field(page).fill('In Spain');
  await expect.poll(labels).toEqual(['In France', 'In Spain']);
  held[1]?.answer();
  await expect.poll(() => readAs(page)).toBe('Read as: place: in Spain (country)');
  const late = page.waitForResponse((response) => response.request().postData()?.includes('In France') ?? false);
  held[0]?.answer();
  await (await late).finished();
  await field(page, 'Criterion 3').fill('Takes cats');
  await expect.poll(labels).toEqual(['In France', 'In Spain', 'Takes cats']); // the earlier answer is applied
  const afterLate = await readAs(page);
  held[2]?.fail();
  await expect.poll(() => readAs(page, 'Criterion 3')).toBe('');
  const after = await topOf('Criterion 3');

  expect(afterLate).toBe('Read as: place: in Spain (country)');
  expect(after).toBe(before);
  await context.close();
});

test('a criterion that is added or edited in a webset is read with the webset’s request; a column is not', async () => {
  const { context, troubles } = await (browser as Browser).context();
  const page = await context.newPage();
  const sessionId = await service.createSession('hotels in Germany that take dogs');
  await service.rpc('addCriterion', { sessionId, label: 'Hotel' });
  await page.goto(`${service.url}/w/${sessionId}`);
  const add = async (what: string) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  await page.getByRole('columnheader', { name: 'Hotel' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: /Edit/ }).click();
  await expect.poll(() => readAs(page, 'Name')).toBe('Read as: kind: hotel');
  await field(page, 'Name').fill('Hostel');
  await expect.poll(() => readAs(page, 'Name')).toBe('Read as: words: hostel');
  const found = await violationsOn(page);
  await page.keyboard.press('Escape');
  await add('Add a criterion');
  await field(page, 'Name').fill('At least 20 rooms');
  await expect.poll(() => readAs(page, 'Name')).toBe('Read as: number of rooms: at least 20');
  await page.keyboard.press('Escape');
  await add('Add a column');
  const ofColumn = await field(page, 'Name').getAttribute('aria-describedby');

  expect(ofColumn).toBeNull();
  expect([found, troubles]).toEqual([[], []]);
  await context.close();
});
