import type { Page } from 'playwright-core';
import type { Browser } from '../../support/browser.ts';
import { fillRows } from '../../support/fill.ts';
import { browser, service } from '../begin.ts';

export const verdicts = ['match', 'partial', 'needs_review', 'no_match'] as const;

/** A webset with rows named Engine 0, Engine 1 and so on, and a page that shows all of them. */
export async function opened(count = 8, query = '') {
  const id = await service.createSession('engines');
  const made = async (operation: string, body: object) => (await service.rpc(operation, { sessionId: id, ...body })).body;
  const rust = (await made('addCriterion', { label: 'Written in Rust' })).criterion.id as string;
  const licence = (await made('addCriterion', { label: 'Open-source licence' })).criterion.id as string;
  const site = (await made('addEnrichment', { label: 'Website', format: 'url' })).enrichment.id as string;
  const year = (await made('addEnrichment', { label: 'Year', format: 'number' })).enrichment.id as string;
  const rows = await fillRows(
    service.db,
    id,
    Array.from({ length: count }, (_, i) => {
      const verdict = verdicts[i % 4] ?? 'match';
      return {
        title: `Engine ${i}`,
        matchVerdict: verdict,
        verdicts: { [rust]: verdict, [licence]: 'match' as const },
        values: { [site]: i === 1 ? 'javascript:alert(1)' : `https://engine-${i}.example.org/`, [year]: i % 2 ? null : String(2000 - i) },
      };
    }),
  );
  const { context, troubles } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}?tab=all${query}`);
  await page.getByRole('rowheader').first().waitFor();
  return { id, page, rust, licence, site, year, rows, troubles, [Symbol.asyncDispose]: () => context.close() };
}

export const cellOf = (page: Page, row: string | undefined, column: string) => page.locator(`[id="cell-${row}-${column}"]`);

export const names = (page: Page) => page.getByRole('rowheader').locator('.cell-name').allInnerTexts();
export const menuOf = async (page: Page, column: string, item: string) => {
  await page.getByRole('columnheader', { name: column }).getByRole('button').click();
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('menuitemradio', { name: item }))
    .click();
};
export const focused = (page: Page) => page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null);

export const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.querySelector('.head-label, .unseen')?.textContent));

export const verdictsOf = async (id: string, criterion: string) =>
  (
    await service.sql`select r.title, v.verdict from row r join lateral (select verdict from review where row_id = r.id and criterion_id = ${criterion}
    order by position desc limit 1) v on true where r.webset_id = ${id} order by r.position`
  ).map(({ title, verdict }) => [title, verdict]);
