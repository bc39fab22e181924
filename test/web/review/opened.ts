import type { Page } from 'playwright-core';
import type { Browser } from '../../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../../support/fill.ts';
import { browser, service } from '../begin.ts';
import { scoreRows } from '../learned.ts';

export const PHONE = { width: 360, height: 740 };

/** A webset with `count` rows to review, Engine 0 the most likely, and a page that shows it. */
export async function opened({ count = 20, labels = ['Written in Rust'], viewport = { width: 1280, height: 800 } } = {}) {
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

export const startReview = (page: Page) => page.getByRole('button', { name: 'Answer a few' }).click();
export const asked = (page: Page, name: string) => page.locator('.queue').getByRole('heading', { name, exact: true }).waitFor();
export const counts = async (id: string) =>
  (await service.graphql('query($id:UUID!){webset(id:$id){counts{needsReview hidden}criteria{learning{answers}}}}', { id })).body.data
    .webset;
export const isFocusInside = (page: Page) => page.evaluate('document.activeElement.closest(".queue") !== null');
