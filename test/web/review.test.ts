import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { learnAs, scoreRows, suggestValue } from './learned.ts';

// Reviewing in the web app, in Chromium: what a worker makes of the answers is written as it would leave it.

let service: TestService;
let browser: Browser | null;
beforeAll(async () => {
  [service, browser] = await Promise.all([openTestService(), sharedBrowser()]);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const PHONE = { width: 360, height: 740 };

/** A webset whose run left `count` rows to review, Engine 0 the likeliest; and a page that shows it. */
async function opened({ count = 20, labels = ['Written in Rust'], viewport = { width: 1280, height: 800 } } = {}) {
  const id = await service.createSession('engines');
  const criteria: string[] = [];
  for (const label of labels) criteria.push((await service.rpc('addCriterion', { sessionId: id, label })).body.criterion.id);
  const column = (await service.rpc('addEnrichment', { sessionId: id, label: 'Licence', format: 'text' })).body.enrichment.id as string;
  const run = await beginRun(service.db, id);
  const verdicts = Object.fromEntries(criteria.map((one) => [one, 'needs_review' as const]));
  const filled = Array.from({ length: count }, (_, i) => ({
    title: `Engine ${i}`,
    matchVerdict: 'needs_review' as const,
    verdicts,
    values: { [column]: null },
  }));
  const rows = await fillRows(service.db, id, filled);
  await scoreRows(service, { criteria, rows });
  await service.sql`update row set run_id = ${run} where webset_id = ${id}`;
  await finishRun(service, id, run);
  const { context } = await (browser as Browser).context({ viewport });
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}?tab=needs_review`);
  await page.locator('[data-row]').first().waitFor();
  return { id, page, rows, column, close: () => context.close() };
}

const startReview = (page: Page) => page.getByRole('button', { name: 'Answer a few' }).click();
const asked = (page: Page, name: string) => page.locator('.queue').getByRole('heading', { name, exact: true }).waitFor();
const counts = async (id: string) =>
  (await service.graphql('query($id:UUID!){webset(id:$id){counts{needsReview hidden}criteria{learning{answers}}}}', { id })).body.data
    .webset;
const isFocusInside = (page: Page) => page.evaluate('document.activeElement.closest(".queue") !== null');

test('rows are answered with the keyboard, and the table and the estimate follow what is learned', async () => {
  const { id, page, rows, close } = await opened();
  await startReview(page);
  await asked(page, 'Engine 0');

  await page.keyboard.press('1');
  await page.keyboard.press('y');
  await asked(page, 'Engine 2');
  await page.keyboard.press('n');
  await page.getByText('2 answers: 0 of 20 decided').waitFor();
  await page.getByText('Learning from your answers').waitFor();
  await learnAs(service, id, { decided: 14, precision: 0.941, low: 0.88, high: 0.97 }, rows.slice(4, 9));

  await page.getByText('2 answers: 14 of 20 decided, about 94 % right (88 to 97)').waitFor();
  await page.getByText('Learning from your answers').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: /^Match 6/ }).waitFor();
  const { verdicts } = (
    await service.graphql('query($id:UUID!){webset(id:$id){rows(first:1){nodes{verdicts{effective evidence{quote}}}}}}', { id })
  ).body.data.webset.rows.nodes[0];
  expect(verdicts).toEqual([{ effective: 'match', evidence: { quote: 'Tikv is written in Rust.' } }]);
  await close();
});

test('undo takes an answer back and asks again; a wrong kind is hidden, a skipped row is left alone', async () => {
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

test('each criterion of a row is asked in turn, and the row asked for is marked in the table', async () => {
  const { id, page, close } = await opened({ labels: ['Written in Rust', 'Has a licence'] });
  await startReview(page);
  await asked(page, 'Engine 0');
  await page.getByText('Criterion 1 of 2').waitFor();

  await page.keyboard.press('y');
  await page.getByText('Has a licence?').waitFor();
  const marked = await page.locator('.row[aria-selected=true]').innerText();
  await page.keyboard.press('c');
  await asked(page, 'Engine 2');

  expect(marked).toContain('Engine 0');
  await expect.poll(() => counts(id)).toMatchObject({ criteria: [{ learning: { answers: 1 } }, { learning: { answers: 1 } }] });
  await close();
});

test('confirming from the top asks the likeliest row first, and the page says that no yes was given yet', async () => {
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

test('the letters work in the review alone, Escape goes back to the table, and the focus stays where it can be seen', async () => {
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

  expect(await page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await expect.poll(async () => (await counts(id)).criteria[0].learning.answers).toBe(6);
  await close();
});

test('an answer that is refused is asked again, with why', async () => {
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
    ['Yes', 'Partly', 'No', 'Cannot tell', 'Wrong kind', 'Skip', 'Undo'].map(
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

test('rows to review come the likeliest first', async () => {
  const { page, rows, close } = await opened({ count: 5 });
  await service.sql`update "row" set likelihood = 2, updated_at = now() where id = ${rows[3] as string}`;
  await page.reload();

  await page.getByRole('rowheader').first().waitFor();
  const names = await page.locator('.cell-name').allInnerTexts();

  expect(names).toEqual(['Engine 3', 'Engine 0', 'Engine 1', 'Engine 2', 'Engine 4']);
  await close();
});

test('a suggested value is confirmed with one key or a button, counts then, and can be taken back', async () => {
  const { id, page, rows, column, close } = await opened({ count: 3 });
  const valuesOf = async () =>
    (await (await service.get(`/api/sessions/${id}/export?format=json`)).json()).results.map(
      (row: { enrichments: { Licence: unknown } }) => row.enrichments.Licence,
    );
  await suggestValue(service, rows[0] as string, column, 'MIT License');
  await suggestValue(service, rows[1] as string, column, 'Apache 2.0');
  await page.reload();
  await page.getByText('MIT License').waitFor();
  expect(await valuesOf()).toEqual([null, null, null]);

  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('y');
  await page.getByText('“MIT License” is confirmed.').waitFor();
  await page.getByRole('button', { name: 'Confirm “Apache 2.0” (Y)' }).click();
  await page.getByText('“Apache 2.0” is confirmed.').waitFor();
  expect(await page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  expect(await valuesOf()).toEqual(['MIT License', 'Apache 2.0', null]);
  await page.locator('.toast', { hasText: 'Apache' }).getByRole('button', { name: 'Undo' }).click();

  await expect.poll(valuesOf).toEqual(['MIT License', null, null]);
  await close();
});

test('in the proof a suggested value stands with its own words, and can be confirmed, refused and taken back with the focus kept', async () => {
  const { page, rows, column, close } = await opened({ count: 3 });
  await suggestValue(service, rows[0] as string, column, 'MIT License');
  await page.reload();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  const press = async (name: string, then: string) => {
    await proof.getByRole('button', { name, exact: true }).click();
    await proof.getByText(then).waitFor();
    expect(await proof.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
  };
  await page.getByRole('gridcell', { name: 'MIT License' }).click();
  await proof.locator('mark', { hasText: 'It was first released in 2016.' }).waitFor();

  await press('The page gives none', 'Somebody says: the page gives none');
  await press('Take it back', 'It counts once a person confirms it.');
  await press('Confirm', 'Somebody confirmed it');

  await page.getByRole('gridcell', { name: 'MIT License (set by a person)' }).waitFor();
  await close();
});

test('the review is not offered while little is left to review', async () => {
  const { id, page, rows, close } = await opened({ count: 20 });
  await learnAs(service, id, { decided: 0, precision: null, low: null, high: null }, rows.slice(0, 17));
  await page.reload();
  await page.locator('[data-row]').first().waitFor();

  expect(await page.getByRole('button', { name: 'Answer a few' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await asked(page, 'Engine 0');
  await close();
});
