import { expect, test } from 'vitest';
import { begin, opened, says } from './opened.ts';

// Judging again in Chromium; the test acts as the worker.

begin();

test('the visible results are judged again by one criterion; the earlier answer is in the proof, and rows stay visible', async () => {
  await using here = await opened();
  const { page } = here;

  await page.getByLabel('Filter by text').fill('db');
  await page.getByText('2 of 3 results').waitFor();
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge “Written in Rust” again' });
  await dialog.getByRole('radio', { name: 'Only the 2 shown' }).check();
  await dialog.getByText(/^2 results, /).waitFor();
  await dialog.getByRole('button', { name: 'Judge again' }).click();
  await here.work(says('partial'));
  await page.getByText('2 results are no longer under “Match”').waitFor();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toHaveLength(2);
  await page.getByRole('radio', { name: /^Match 1/ }).waitFor();
  await page.getByRole('rowheader', { name: 'Ferrodb' }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.getByText(/^Before: match, on .+, by the rules\./).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the tab again' }).click();
  await page.getByText('Nothing matches “db”').waitFor();

  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('tab-match');
  const [, again] = await here.runsOf();
  expect(again).toMatchObject({ mode: 'rejudge', only: { rowIds: [expect.any(String), expect.any(String)] } });
});

test('one cell is judged again from its proof; the progress is shown meanwhile, and it can be stopped', async () => {
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
  await page.getByText('every result that it was asked about is judged').waitFor(); // during a run no other one is offered
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

  await expect.poll(() => page.title()).toContain('Stopped'); // the title follows the page
  const [, one] = await here.runsOf();
  expect(one).toMatchObject({ only: { rowIds: [expect.any(String)], columnIds: [expect.any(String)] } });
});

test('the dialog reports a run that somebody else began, and starts none beside it', async () => {
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
