import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import type { Browser } from '../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { begin, browser, service } from './begin.ts';

// The behaviour of the web app in Chromium.

begin();

const verdicts = ['match', 'partial', 'needs_review', 'no_match'] as const;

/** A webset whose run is over, with rows named Engine 0, Engine 1 and so on; and a page that shows all of them. */
async function opened(rows = 40) {
  const id = await service.createSession('engines');
  const criterion = (await service.rpc('addCriterion', { sessionId: id, label: 'Written in Rust' })).body.criterion.id;
  const column = (await service.rpc('addEnrichment', { sessionId: id, label: 'Year', format: 'number' })).body.enrichment.id;
  const run = await beginRun(service.db, id);
  await fillRows(
    service.db,
    id,
    Array.from({ length: rows }, (_, i) => {
      const verdict = verdicts[i % 4] ?? 'match';
      return { title: `Engine ${i}`, matchVerdict: verdict, verdicts: { [criterion]: verdict }, values: { [column]: String(2000 - i) } };
    }),
  );
  await service.sql`update row set run_id = ${run} where webset_id = ${id}`; // as the worker that judged them leaves it
  await finishRun(service, id, run);
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}?tab=all`);
  await page.getByRole('rowheader', { name: 'Engine 0' }).waitFor();
  return { id, page, criterion, close: () => context.close() };
}

const active = (page: Page) => page.locator('.cell-active').innerText();
const proof = (page: Page) => page.getByRole('complementary', { name: 'Proof' });
const firstRow = (page: Page) => page.getByRole('rowheader').first().innerText();
const exported = async (id: string) =>
  (await (await service.get(`/api/sessions/${id}/export?format=json`)).json()) as { results: { title: string; matchVerdict: string }[] };

test('Ctrl+C copies a cell, or those that Shift and the arrows select, for a spreadsheet, and never as a formula', async () => {
  const { id, page, close } = await opened(4);
  await service.sql`update row set title = '=1+1' where webset_id = ${id} and title = 'Engine 1'`;
  await page.reload();
  await page.getByRole('rowheader', { name: '=1+1' }).waitFor();
  await page.evaluate(() =>
    document.addEventListener('copy', (event) =>
      document.body.setAttribute('data-copied', event.clipboardData?.getData('text/plain') ?? ''),
    ),
  );
  const copied = async () => {
    await page.keyboard.press('ControlOrMeta+c');
    return page.locator('body').getAttribute('data-copied');
  };
  await page.getByRole('grid').focus();

  await page.keyboard.press('ArrowDown');
  expect(await copied()).toBe('Engine 0');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(`Shift+${key}`);
  expect(await copied()).toBe("Engine 0\tMatch\tMatch\t2000\n'=1+1\tPartial\tPartial\t1999");
  await page.getByText('8 cells copied.').waitFor();
  await expect.poll(() => page.locator('[role=row] [aria-selected=true]').count()).toBe(8);
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('[role=row] [aria-selected=true]').count()).toBe(0);
  expect(await copied()).toBe('Partial');
  await close();
});

test('the export menu offers each file with its proof or without, of all results or of the matches alone', async () => {
  const { id, page, close } = await opened(4);
  await page.getByRole('button', { name: 'Export' }).click();
  const links = () => page.getByRole('menuitem').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const table = `/api/websets/${id}/download`;
  const files = ({ proof = true } = {}) => [
    ...['csv', 'csv&bom=1', 'xlsx', 'parquet'].map((format) => {
      const [name = '', bom = ''] = format.split(/(?=&)/);
      return `${table}?format=${name}${proof ? '' : '&proof=0'}${bom}`;
    }),
    `/api/sessions/${id}/export?format=json${proof ? '&details=1' : ''}`,
  ];

  expect(await links()).toEqual(files());
  await page.getByRole('menuitemcheckbox', { name: 'Only matches (1)' }).click();
  expect(await links()).toEqual(files().map((file) => `${file}&verdict=match`));
  await page.getByRole('menuitemcheckbox', { name: /proof/i }).click();
  expect(await links()).toEqual(files({ proof: false }).map((file) => `${file}&verdict=match`));

  for (const file of await links()) expect((await service.get(file ?? '')).status).toBe(200);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^Excel/ }).click();
  expect((await downloading).suggestedFilename()).toBe('engines.xlsx');
  await close();
});

test('the grid works by keyboard: arrows move, Enter opens the proof, Escape returns, and a head opens its menu', async () => {
  const { page, close } = await opened(200);
  await page.getByRole('grid').focus();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await active(page)).toBe('Written in Rust: Match.');
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBe('Written in Rust: Partial.');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Proof' }).getByRole('heading', { name: 'Engine 1' }).waitFor();
  await page.getByRole('complementary').getByRole('button', { name: 'Next result' }).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);

  await page.keyboard.press('Control+End');
  await page.locator('.cell-active', { hasText: '1801' }).waitFor();
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await page.locator('.cell-active', { hasText: 'Engine 199' }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.locator('.cell-active', { hasText: 'Engine 0' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Sort 1 to 9' }).waitFor();
  await page.keyboard.press('Enter');

  await expect.poll(() => page.getByRole('columnheader', { name: 'Year' }).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('rowheader', { name: 'Engine 199' }).waitFor();
  await close();
});

test('tabs, sorting, the filter, hidden columns and their widths', async () => {
  const { page, close } = await opened();
  const menuOf = async (column: string, item: string) => {
    await page.getByRole('columnheader', { name: column }).getByRole('button').click();
    await page
      .getByRole('menuitemradio', { name: item })
      .or(page.getByRole('menuitem', { name: item }))
      .click();
    if (item.startsWith('Sort')) await page.getByRole('menu').waitFor({ state: 'detached' });
    else await page.keyboard.press('Escape');
  };

  await menuOf('Year', 'Sort 1 to 9');
  await expect.poll(() => firstRow(page)).toContain('Engine 39');
  await page.getByRole('radio', { name: /^Partial 10/ }).click();
  await expect.poll(() => firstRow(page)).toContain('Engine 37');
  await page.getByLabel('Filter by text').fill('engine 2');
  await page.getByText('3 of 10 results').waitFor();
  await page.getByLabel('Filter by text').fill('');
  await menuOf('Written in Rust', 'Hide');
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['Result', 'Verdict', 'Year']);
  expect(await page.getByRole('menu').count()).toBe(0); // a choice closes the menu
  const before = (await page.getByRole('columnheader', { name: 'Year' }).boundingBox())?.width ?? 0;
  await menuOf('Year', 'Wider');
  const after = (await page.getByRole('columnheader', { name: 'Year' }).boundingBox())?.width ?? 0;
  await page.reload();
  await page.getByRole('rowheader').first().waitFor();

  expect(after).toBeGreaterThan(before);
  await expect.poll(() => page.getByRole('columnheader', { name: 'Year' }).getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['Result', 'Verdict', 'Year']);
  expect((await page.getByRole('columnheader', { name: 'Year' }).boundingBox())?.width).toBe(after);
  await close();
});

test('a person’s verdict counts at once, is shown beside the automatic one, is exported, and can be taken back', async () => {
  const { id, page, close } = await opened(4);
  await page.getByRole('rowheader', { name: 'Engine 0' }).click();
  await page.getByRole('button', { name: 'Judge it yourself' }).click();
  await page.getByRole('radio', { name: 'No match' }).last().check();
  await page.getByLabel('Why').fill('It is a library.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody says: no match').waitFor();
  await page.getByRole('radio', { name: /^Match 0/ }).waitFor();

  const during = (await exported(id)).results[0];
  await expect.poll(() => page.getByText('The automatic verdict').innerText()).toContain('Match');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('radio', { name: /^Match 1/ }).waitFor();
  await page.getByText('History (2)').click();
  await page.getByText('Somebody took it back').waitFor();

  expect(during).toMatchObject({ title: 'Engine 0', matchVerdict: 'no_match' });
  expect((await exported(id)).results[0]).toMatchObject({ matchVerdict: 'match' });
  await close();
});

test('a result can be hidden, seen among the hidden ones, and shown again', async () => {
  const { id, page, close } = await opened(4);
  await page.getByRole('rowheader', { name: 'Engine 2' }).click();
  await page.getByRole('button', { name: 'Hide this result' }).click();
  await page.getByRole('radio', { name: 'All 3' }).waitFor();
  expect((await exported(id)).results.map(({ title }) => title)).toEqual(['Engine 0', 'Engine 1', 'Engine 3']);

  await page.getByRole('radio', { name: 'Hidden 1' }).click();
  await page.getByRole('rowheader', { name: 'Engine 2' }).click();
  await page.getByRole('button', { name: 'Show it again' }).click();
  await page.getByRole('radio', { name: 'All 4' }).click();
  await page.getByRole('rowheader', { name: 'Engine 2' }).waitFor();

  expect((await exported(id)).results).toHaveLength(4);
  await close();
});

test('deleting waits eight seconds for an undo, and is sent when the page is closed', async () => {
  const { id, page, close } = await opened(1);
  const late = await service.createSession('deleted later');
  const statusOf = async (one: string) => (await service.rpc('getSession', { sessionId: one })).status;
  await page.addInitScript('globalThis.websetPatience = {}'); // the app's defaults, with a stopped clock
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  const remove = async (one: string) => {
    await page.clock.resume();
    await page.goto(`${service.url}/w/${one}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    const item = page.getByRole('menuitem', { name: 'Delete' });
    await item.waitFor();
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    await item.click();
    await page.getByText('is deleted').waitFor();
  };

  await remove(id);
  await page.clock.runFor(7999);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.clock.runFor(8000);
  expect(await statusOf(id)).toBe(200);
  await remove(id);
  expect(await statusOf(id)).toBe(200);
  await page.goto('about:blank');
  await expect.poll(() => statusOf(id)).toBe(404);
  await remove(late);
  await page.clock.runFor(7999);
  expect(await statusOf(late)).toBe(200);
  await page.clock.runFor(1);

  await expect.poll(() => statusOf(late)).toBe(404);
  await close();
});

test('a criterion added by somebody else appears, its cells marked as missing, and a run that fills them can be stopped', async () => {
  const { id, page, close } = await opened(3);

  await service.rpc('addCriterion', { sessionId: id, label: 'Has a licence' });
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await page.getByRole('columnheader', { name: 'Has a licence' }).waitFor();

  await page.getByRole('gridcell', { name: 'Missing' }).first().waitFor();
  await page.getByRole('button', { name: 'Fill what is missing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fill', exact: true }).click();
  await page.getByText('Waiting for a worker', { exact: true }).waitFor();
  expect((await service.rpc('getSession', { sessionId: id })).body.session.runAlive).toBe(true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('somebody stopped it; what was found is kept').waitFor();
  await close();
});

test('rows still arrive after the connection was lost', async () => {
  const id = await service.createSession('engines');
  const run = await beginRun(service.db, id);
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}`);
  await page.getByText('They appear here as they are found.').waitFor();

  await context.setOffline(true);
  await page.evaluate('window.dispatchEvent(new Event("online"))');
  await page.getByText('What you see may be out of date').waitFor();
  await fillRows(service.db, id, [{ title: 'Found meanwhile', matchVerdict: 'match' }]);
  await context.setOffline(false);

  await page.getByRole('rowheader', { name: 'Found meanwhile' }).waitFor();
  await page.getByText('What you see may be out of date').waitFor({ state: 'detached' });
  await finishRun(service, id, run);
  await page.getByText('Finished', { exact: true }).waitFor();
  await context.close();
});

test('a request that is never answered is repeated, and meanwhile the page says that it may be out of date', async () => {
  const id = await service.createSession('engines');
  const run = await beginRun(service.db, id);
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.addInitScript(
    '{ const timeout = AbortSignal.timeout; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, globalThis.unanswered ? 500 : ms); }',
  );
  await page.goto(`${service.url}/w/${id}`);
  await page.getByText('They appear here as they are found.').waitFor();

  await page.route('**/graphql', () => undefined);
  await page.evaluate('unanswered = true; window.dispatchEvent(new Event("online"))');
  await page.getByText('What you see may be out of date').waitFor();
  await fillRows(service.db, id, [{ title: 'Found meanwhile', matchVerdict: 'match' }]); // before the first request that is answered again
  await page.unrouteAll();
  await page.evaluate('unanswered = false');

  await page.getByRole('rowheader', { name: 'Found meanwhile' }).waitFor();
  await finishRun(service, id, run);
  await context.close();
});

test('a subscription that is never answered is started again', async () => {
  const id = await service.createSession('engines');
  const run = await beginRun(service.db, id);
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.addInitScript('globalThis.websetPatience = {}');
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  let unanswered = 0;
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('subscription') || unanswered > 0) return route.continue();
    unanswered++;
  });
  await page.goto(`${service.url}/w/${id}`);
  await page.getByText('They appear here as they are found.').waitFor();
  await expect.poll(() => unanswered).toBe(1);

  const begun = page.waitForResponse((response) => response.headers()['content-type']?.startsWith('text/event-stream') ?? false);
  await page.clock.fastForward(61_000);
  await begun;

  await finishRun(service, id, run);
  await page.getByText('Finished', { exact: true }).waitFor();
  await context.close();
});

test('a page over the limit of streams of its address shows what there is and tries again', async () => {
  await using strict = await openTestService({ settings: { streamsPerIp: 1 } });
  const id = await strict.createSession('engines');
  await beginRun(strict.db, id);
  await fillRows(strict.db, id, [{ title: 'Engine 0' }]);
  const holding = new AbortController();
  await fetch(`${strict.url}/api/sessions/${id}/stream`, { signal: holding.signal });
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();

  await page.goto(`${strict.url}/w/${id}?tab=all`);

  await page.getByRole('rowheader', { name: 'Engine 0' }).waitFor();
  await page.getByText('Too many open pages receive live results.').waitFor();
  holding.abort();
  await page.getByText('Too many open pages receive live results.').waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: 'Engine 0' }).waitFor();
  await context.close();
});

test('an open proof is in the address: a reload shows it, Back closes it; after a verdict moves its row to another tab, the next row can be opened', async () => {
  const { page, close } = await opened(12);
  await page.getByRole('rowheader', { name: 'Engine 4' }).click();
  await proof(page).getByRole('heading', { name: 'Engine 4' }).waitFor();
  await page.getByRole('radio', { name: /^Match 3/ }).click();

  await page.reload();
  await proof(page).getByRole('heading', { name: 'Engine 4' }).waitFor();
  await page.getByRole('button', { name: 'Judge it yourself' }).click();
  await page.getByRole('radio', { name: 'No match' }).last().check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('radio', { name: /^Match 2/ }).waitFor();
  await page.getByRole('button', { name: 'Next result' }).click();
  await proof(page).getByRole('heading', { name: 'Engine 8' }).waitFor();
  await page.goBack();
  await proof(page).waitFor({ state: 'detached' });

  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('radio', { name: /^Match 2/, checked: true }).waitFor();
  await close();
});

test('on a phone results can be sorted and criteria edited, and Back closes a proof', async () => {
  const { page, close } = await opened(8);
  await page.setViewportSize({ width: 360, height: 740 });

  await page.getByRole('button', { name: /^Sort, filter/ }).click();
  await page.getByRole('menuitemradio', { name: /^Year/ }).click();
  await page.keyboard.press('Escape');
  const first = await page.locator('[data-row] .cell-name').first().innerText();
  await page.locator('[data-row]').first().click();
  await page.getByRole('dialog', { name: 'Proof' }).getByRole('heading', { name: 'Engine 7' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Sort, filter/ }).click();
  await page.getByRole('menuitem', { name: 'Edit “Written in Rust”' }).click();
  await page.getByRole('heading', { name: 'Edit the criterion' }).waitFor();

  expect(first).toBe('Engine 7');
  await close();
});

test('without a connection a page stays, says that it cannot open more, and works again afterwards', async () => {
  const { page, close } = await opened(1);
  const words = page.getByText('The service cannot be reached. Check your connection.');
  await page.route('**/assets/proof-panel*', (route) => route.abort());
  await page.route('**/assets/settings-page*', (route) => route.abort());
  await page.context().setOffline(true);

  await page.getByRole('rowheader', { name: 'Engine 0' }).click();
  await words.waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.unrouteAll();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Judging' }).waitFor();
  await page.goBack();
  await page.getByRole('rowheader', { name: 'Engine 0' }).click();

  await proof(page).getByRole('heading', { name: 'Engine 0' }).waitFor();
  await close();
});

test('a request in progress survives a reload; one that is sent at once starts with the plan of its whole text', async () => {
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.goto(service.url);
  const box = page.getByLabel('Your request');

  await box.fill('databases');
  await page.getByLabel('Criterion 1', { exact: true }).waitFor();
  await page.reload();
  await page.getByLabel('Criterion 1', { exact: true }).waitFor();
  await expect.poll(() => box.inputValue()).toBe('databases');
  await box.fill('databases written in Rust');
  await box.press('Enter');

  await page.getByRole('columnheader', { name: 'Written in Rust' }).waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Written in Rust' }).count()).toBe(1);
  await page.getByRole('link', { name: 'Webset' }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  await context.close();
});

test('a plan that arrives after its request was sent does not bring the text back', async () => {
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await page.goto(service.url);
  const held: Record<string, () => void> = {};
  let suggestions = 0;
  await page.route('**/graphql', (route) => {
    const sent = route.request().postData() ?? '';
    const name = sent.includes('createWebset') ? 'create' : sent.includes('suggestPlan') && ++suggestions === 2 ? 'suggest' : null;
    if (name === null) return route.continue();
    held[name] = () => void route.continue();
  });
  const box = page.getByLabel('Your request');

  await page.clock.pauseAt('2026-01-01T01:00:00Z'); // the pause in writing is not over before Enter
  await box.fill('databases written in Rust');
  await box.press('Enter');
  await expect.poll(() => Object.keys(held)).toEqual(['create']);
  await page.clock.resume();
  await expect.poll(() => Object.keys(held)).toEqual(['create', 'suggest']);
  held.create?.();
  await page.getByRole('columnheader', { name: 'Written in Rust' }).waitFor();
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('suggestPlan') ?? false);
  held.suggest?.();
  await (await answered).finished();
  await page.getByRole('link', { name: 'Webset' }).click();

  await expect.poll(() => box.inputValue()).toBe('');
  await context.close();
});

test('before a run the app shows what is searched, what judges and the limits; a preview reads ten pages', async () => {
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.goto(service.url);
  const box = page.getByLabel('Your request');
  const plan = page.getByRole('region', { name: 'What the run will do' });

  await box.fill('find me 12 databases written in Rust');
  await plan.getByText('nothing: no page is indexed, and web search is off.').waitFor();
  await plan.getByText('No language model is connected.').waitFor();
  await plan.getByText(/^12 matches, \d+ pages or \d+ minutes$/).click();
  await plan.getByLabel('Matches wanted').fill('7');
  await plan.getByText(/^7 matches, /).waitFor();
  await plan.getByLabel('Pages at most').fill('999999');
  await plan.locator('summary').last().click();
  await page.getByRole('button', { name: 'Find them' }).click();
  await expect.poll(() => plan.getByLabel('Pages at most').isVisible()).toBe(true); // the field with the error is visible
  await plan.getByLabel('Pages at most').fill('');
  await page.getByRole('button', { name: 'Preview 10 pages' }).click();

  await page.waitForURL('**/w/*');
  const [run] = await service.sql`select target, max_pages from run where webset_id = ${page.url().split('/').at(-1) ?? ''}`;
  expect(run).toEqual({ target: 7, max_pages: 10 });
  await context.close();
});

test('a request that changes after its plan was edited asks whether to plan again', async () => {
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  await page.goto(service.url);
  const box = page.getByLabel('Your request');
  const first = page.getByLabel('Criterion 1', { exact: true });
  const changed = page.getByText('The request has changed since you edited the plan.');

  await box.fill('databases written in Rust');
  await first.fill('Is a database system');
  expect(await changed.count()).toBe(0);
  await box.fill('databases written in Go');
  await changed.waitFor();
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await changed.waitFor({ state: 'detached' });
  await expect.poll(() => first.inputValue()).toBe('Is a database system');
  await box.fill('bakeries in Berlin');
  await page.getByRole('button', { name: 'Suggest a new plan' }).click();

  await expect.poll(() => first.inputValue()).toBe('Bakery');
  expect(await changed.count()).toBe(0);
  await context.close();
});

test('rows that arrive in quick succession are fetched together', async () => {
  const id = await service.createSession('engines');
  const run = await beginRun(service.db, id);
  const { context } = await (browser as Browser).context();
  const page = await context.newPage();
  let fetches = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('query Changes')) fetches++;
  });
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await page.goto(`${service.url}/w/${id}`);
  await page.getByText('They appear here as they are found.').waitFor();
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
  fetches = 0;
  let spent = 0; // by the page's clock, which the test advances
  const go = async (ms: number) => {
    spent += ms;
    await page.clock.runFor(ms);
  };

  for (let i = 0; i < 40; i++) {
    await fillRows(service.db, id, [{ title: `Engine ${i}`, matchVerdict: 'match' }]);
    const counts = { found: i + 1, read: i + 1, judged: i + 1, matched: i + 1, budget: { pages: 100, seconds: 1000 } };
    await appendEvents(service.db, id, run, [{ type: 'progress', data: counts }]);
    service.listener.notify(id);
    await go(50);
  }
  await until(async () => {
    await go(50);
    return page.getByRole('radio', { name: /^Match 40/ }).isVisible();
  });

  expect(fetches).toBeLessThan(4 + spent / 300);
  await context.close();
});

test('the dialog for another run knows the caller’s limits, and starts a run within them', async () => {
  const { id, page, close } = await opened(8);
  await service.sql`update run set max_pages = 900000, max_minutes = 10080, target = 90000 where webset_id = ${id}`;
  await page.reload();

  await page.getByRole('button', { name: 'Search for more' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search for more' });
  await dialog.getByText('allowed: 1,000').first().waitFor();
  const fields = await dialog
    .getByRole('spinbutton')
    .evaluateAll((inputs) => inputs.map((one) => [(one as HTMLInputElement).value, (one as HTMLInputElement).max]));
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Waiting for a worker', { exact: true }).waitFor();

  expect(fields).toEqual([
    ['1000', '1000'],
    ['1000', '1000'],
    ['60', '60'],
  ]);
  expect(await service.sql`select target, max_pages, max_minutes from run where webset_id = ${id} and state = 'queued'`).toEqual([
    { target: 1000, max_pages: 1000, max_minutes: 60 },
  ]);
  await service.rpc('cancelRun', { sessionId: id });
  await close();
});
