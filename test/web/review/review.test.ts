import { expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { begin, service } from '../begin.ts';
import { learnAs, suggestValue } from '../learned.ts';
import { asked, counts, isFocusInside, opened, PHONE, startReview } from './opened.ts';

// Reviewing in the web app, in Chromium: what a worker makes of the answers is written as it would leave it.

begin();

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

  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await expect.poll(async () => (await counts(id)).criteria[0].learning.answers).toBe(6);
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
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
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
    await expect.poll(() => proof.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
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

test.each([
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', PHONE],
])('the proof suggests rows of the same name, merges one, shows what each page says, and splits it off again, %s', async (_, viewport) => {
  const { id, page, rows, close } = await opened({ count: 3, viewport });
  await service.sql`update "row" set title = 'Engine 0', updated_at = now() where id = ${rows[2] as string}`;
  const merged = async () =>
    (await service.graphql('query($id:UUID!){webset(id:$id){counts{merged}}}', { id })).body.data.webset.counts.merged;
  await page.goto(`${service.url}/w/${id}?tab=all&row=${rows[2]}`);
  const isFocusKept = () => page.evaluate<boolean>('document.activeElement.closest(".proof") !== null');

  await page.getByRole('button', { name: 'Merge with “Engine 0”' }).click();
  await page.getByRole('heading', { name: '2 pages of this result' }).waitFor();
  await page.getByText('Merged by somebody').first().waitFor();
  await page.locator('[data-row]').nth(2).waitFor({ state: 'detached' });
  const [count, faults] = [await merged(), await violationsOn(page)];
  await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBe(rows[0]);
  await expect.poll(isFocusKept).toBe(true);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  await page.goto(`${service.url}/w/${id}?tab=all&row=${rows[2]}`); // a link of before the merge
  await page.getByRole('button', { name: /^Split off/ }).click();
  await page.getByRole('heading', { name: '2 pages of this result' }).waitFor({ state: 'detached' });

  await expect.poll(isFocusKept).toBe(true);
  expect({ count, faults }).toEqual({ count: 1, faults: [] });
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await merged()).toBe(0);
  await close();
});
