import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { beginRun, fillRows, narrate } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let browser: Browser | null;
beforeAll(async () => {
  [service, browser] = await Promise.all([openTestService(), sharedBrowser()]);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

test('a link is made, read by somebody else while the run goes on, and revoked: what it showed ends', async () => {
  const id = await service.createSession('engines');
  const criterion = (await service.rpc('addCriterion', { sessionId: id, label: 'Written in Rust' })).body.criterion.id;
  const run = await beginRun(service.db, id);
  const row = { title: 'Engine 0', matchVerdict: 'match' as const, verdicts: { [criterion]: 'match' as const } };
  const [rowId = ''] = await fillRows(service.db, id, [row]);
  const { context, troubles } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  const [mine, theirs] = [await context.newPage(), await context.newPage()];
  const received: string[] = [];
  theirs.on('response', async (response) => void received.push(await response.text().catch(() => '')));

  await mine.goto(`${service.url}/w/${id}`);
  await mine.getByRole('button', { name: 'Share' }).click();
  const editing = mine.getByLabel('Can edit: anyone with this link', { exact: true });
  // all of it is visible
  expect(await editing.evaluate((field: HTMLInputElement) => [field.scrollLeft, field.scrollWidth - field.clientWidth])).toEqual([0, 0]);
  await mine.getByRole('button', { name: 'Create a read-only link' }).click();
  const link = await mine.getByLabel('Read-only link 1', { exact: true }).inputValue();
  await theirs.goto(link);
  await theirs.getByRole('rowheader', { name: 'Engine 0' }).click();
  await theirs.getByText('Tikv is written in Rust.').first().waitFor();
  await narrate(service.db, id, run, 'Looking on'); // an event comes by
  service.listener.notify(id);
  await theirs.getByText('Looking on').waitFor();
  const controls = await theirs.getByRole('button').allInnerTexts();
  await mine.getByRole('button', { name: 'Revoke: Read-only link 1' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await mine.getByText('Revoked: it no longer opens anything.').waitFor();

  await theirs.getByRole('heading', { name: 'This link opens nothing' }).waitFor();
  expect(controls.join()).not.toMatch(/Add|Share|Cancel|Hide|Judge|Search(?!ing)/);
  for (const real of [id, criterion, run, rowId]) expect(received.join()).not.toContain(real);
  expect(troubles).toEqual([]);
  await context.close();
});

test('somebody with whom it is shared to edit changes it from the app', async () => {
  const [ann, bob] = [await service.as('ann'), await service.as('bob')];
  const id = await service.createSession('engines of Ann’s', ann);
  const criterion = (await service.rpc('addCriterion', { sessionId: id, label: 'Written in Rust' }, ann)).body.criterion.id;
  await fillRows(service.db, id, [{ title: 'Engine 0', matchVerdict: 'needs_review', verdicts: { [criterion]: 'needs_review' } }]);
  const document = 'mutation ($input: ShareWebsetInput!) { shareWebset(input: $input) { share { shareId } } }';
  await service.graphql(document, { input: { websetId: id, email: 'bob@example.org', access: 'edit' } }, ann);
  const { context, troubles } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(
    bob.cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return { name, value, url: service.url.replace('http:', 'https:'), secure: true, httpOnly: true };
    }),
  );
  const page = await context.newPage();

  await page.goto(service.url);
  await page.getByRole('link', { name: /engines of Ann’s/ }).click();
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('rowheader', { name: 'Engine 0' }).click();
  await page.getByRole('button', { name: 'Judge it yourself' }).click();
  await page.getByRole('radio', { name: 'No match', exact: true }).last().check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('bob says: no match').waitFor();

  const { session } = (await service.rpc('getSession', { sessionId: id }, ann)).body;
  expect(session.rows[0].matchVerdict).toBe('no_match');
  expect(troubles).toEqual([]);
  await context.close();
});
