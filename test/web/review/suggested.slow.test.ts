import { expect, test } from 'vitest';
import { violationsOn } from '../../support/axe.ts';
import { begin, service } from '../begin.ts';
import { suggestValue } from '../learned.ts';
import { opened, PHONE } from './opened.ts';

// Suggested values and rows of one name, confirmed and merged in Chromium.

begin();

test('a suggested value is confirmed by one key or a button, then counts, and can be taken back', async () => {
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
  await page.keyboard.press('Control+Enter');
  await page.getByText('“MIT License” is confirmed.').waitFor();
  await page.getByRole('button', { name: 'Confirm “Apache 2.0” (Ctrl+Enter)' }).click();
  await page.getByText('“Apache 2.0” is confirmed.').waitFor();
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  expect(await valuesOf()).toEqual(['MIT License', 'Apache 2.0', null]);
  await page.locator('.toast', { hasText: 'Apache' }).getByRole('button', { name: 'Undo' }).click();

  await expect.poll(valuesOf).toEqual(['MIT License', null, null]);
  await close();
});

test('the proof shows a suggested value with its evidence; it can be confirmed, refused and taken back without losing the focus', async () => {
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
  await press('Confirm', 'Take it back');

  await page.getByRole('gridcell', { name: 'MIT License (set by a person)' }).waitFor();
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
  await page.goto(`${service.url}/w/${id}?tab=all&row=${rows[2]}`); // a link from before the merge
  await page.getByRole('button', { name: /^Split off/ }).click();
  await page.getByRole('heading', { name: '2 pages of this result' }).waitFor({ state: 'detached' });

  await expect.poll(isFocusKept).toBe(true);
  expect({ count, faults }).toEqual({ count: 1, faults: [] });
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await merged()).toBe(0);
  await close();
});
