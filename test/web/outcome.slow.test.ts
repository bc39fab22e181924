import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';

// The outcome of a run in the app: why there are not more matches, and what to do next.

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** A webset with a finished run: bakeries in Berlin, `vegan` of which are known to be vegan and `unsure` need review. */
async function bakeries({
  vegan,
  unsure,
  viewport = DESKTOP.viewport,
}: {
  vegan: number;
  unsure: number;
  viewport?: { width: number; height: number };
}) {
  await using open = new AsyncDisposableStack();
  const service = open.use(await openTestService());
  const id = await service.createSession('vegan bakeries in Berlin');
  const [a = '', b = ''] = await Promise.all(
    ['In Berlin', 'Vegan'].map(async (label) => (await service.rpc('addCriterion', { sessionId: id, label })).body.criterion.id as string),
  );
  const run = await beginRun(service.db, id);
  await fillRows(
    service.db,
    id,
    Array.from({ length: 12 }, (_, i) => {
      const verdict = i < vegan ? ('match' as const) : i < vegan + unsure ? ('needs_review' as const) : ('no_match' as const);
      return { title: `Bakery ${i}`, matchVerdict: verdict, verdicts: { [a]: 'match' as const, [b]: verdict } };
    }),
  );
  await service.sql`update row set run_id = ${run} where webset_id = ${id}`;
  await service.sql`update run set queries = ${['vegan bakery Berlin']} where id = ${run}`;
  await finishRun(service, id, run);
  const { context } = await (browser as Browser).context({ viewport });
  open.defer(() => context.close());
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}`);
  const close = open.move();
  return { page, service, id, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('a webset with named collections lists them as searched', async () => {
  await using here = await bakeries({ vegan: 0, unsure: 2 });
  const { page, service, id } = here;
  const made = await insertCollection(service.db, { kind: 'operator', ownerId: null, name: 'My bakeries', source: 'bakeries' });
  await service.sql`update webset set collection_ids = ${[made.id]}, search_web = false where id = ${id}`;

  await page.reload();

  await details(page);
  await page.getByText('Searched for “vegan bakery Berlin” in My bakeries.').waitFor();
});

const details = (page: Page) => page.getByRole('button', { name: /Details$/ }).click();
const focused = 'document.activeElement?.textContent';

test('without matches the app shows which criterion failed, what was searched, and what may help', async () => {
  await using here = await bakeries({ vegan: 0, unsure: 2 });
  const { page } = here;

  await page.getByText('None of the 12 results matches. “Vegan” keeps most results from matching: 0 of 12 meet it.').waitFor();
  await page.getByRole('radio', { name: /^All 12/, checked: true }).waitFor();
  // the most likely first: a row that needs review
  await expect.poll(() => page.getByRole('rowheader').first().innerText()).toContain('Bakery 0');
  const top = async () => (await page.locator('[data-row]').first().boundingBox())?.y ?? 900;
  await expect.poll(top).toBeLessThanOrEqual(300);
  expect(
    await page.evaluate(`document.querySelector('.webset-head').offsetHeight + document.querySelector('.run').offsetHeight`),
  ).toBeLessThanOrEqual(120);
  await details(page);
  await page.getByText('Make optional (12 would match)').waitFor();
  await page.getByText('Searched for “vegan bakery Berlin” in nothing: no page is indexed, and web search is off.').waitFor();
  const steps = page.getByRole('list', { name: 'What may help' });
  await expect
    .poll(() => steps.getByRole('listitem').allInnerTexts())
    .toEqual(['Review the 2 left open', 'Reword “Vegan”', 'Turn on web search', 'Connect a model']);
  await steps.getByRole('button', { name: 'Reword “Vegan”' }).press('Enter');
  await page.getByRole('dialog', { name: 'Edit the criterion' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(focused)).toBe('Reword “Vegan”');
  await page.getByRole('button', { name: 'Make optional: “Vegan”' }).press('Enter');
  await page.getByRole('radio', { name: /^Match 12/ }).waitFor();
  await page.getByRole('button', { name: 'Make required: “Vegan”' }).press('Enter');
  await page.getByRole('radio', { name: /^Match 0/ }).waitFor();
  await steps.getByRole('button', { name: 'Review the 2 left open' }).press('Enter');
  await page.getByRole('complementary', { name: 'Review' }).waitFor();
  await steps.waitFor({ state: 'detached' }); // an open panel takes its space
  await details(page);
  await steps.getByRole('link', { name: 'Turn on web search' }).press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
});

test('a person’s verdict counts in all figures at once', async () => {
  await using here = await bakeries({ vegan: 3, unsure: 1 });
  const { page } = here;
  await page.getByText('“Vegan” keeps most results from matching: 3 of 12 meet it.').waitFor();

  await page.getByRole('radio', { name: /^Needs review 1/ }).click();
  await page.getByRole('rowheader', { name: 'Bakery 3' }).click();
  await page.getByRole('button', { name: 'Judge it yourself' }).last().click();
  await page.getByRole('radio', { name: 'Match', exact: true }).last().check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('4 of 12 meet it.').waitFor();

  await page.getByText('4 of 20 matches wanted').waitFor();
  await page.getByRole('radio', { name: /^Match 4/ }).waitFor();
  await page.getByRole('radio', { name: /^Needs review 0/ }).waitFor();
});

test('on a phone the area above the results takes a third of the screen at most', async () => {
  await using here = await bakeries({ vegan: 4, unsure: 6, viewport: { width: 360, height: 740 } });
  const { page } = here;
  await page.getByRole('button', { name: 'Answer a few' }).waitFor();

  const box = await page.getByRole('radiogroup', { name: 'Results by verdict' }).boundingBox();

  expect(box?.y).toBeLessThanOrEqual(Math.ceil(740 / 3));
  await details(page);
  await page.getByText('the searches found nothing more to read').waitFor();
});
