import type { Page } from 'playwright-core';
import type { Client } from '../../src/db/connection/client.ts';
import type { Listener } from '../../src/db/connection/listener.ts';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { beginRun, fillRows } from '../../test/support/fill.ts';
import { type BenchService, makeWebset } from '../shared/service.ts';

/**
 * Milliseconds from the moment of a row's event, as the database wrote it, to the frame in which the row is on the screen. The row and its
 * event are one transaction, as a worker's.
 */
export async function firstRow(page: Page, service: BenchService, { db }: Client, listener: Listener): Promise<number> {
  const { id, criteria } = await makeWebset(service);
  const runId = await beginRun(db, id);
  await page.goto(`${service.url}/w/${id}`);
  await page.getByText('They appear here as they are found.').waitFor();
  await page.waitForTimeout(500); // the subscription is open
  const shown = page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[data-row]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
  })`);
  const result = Date.now();
  await db.transaction(async (tx) => {
    await fillRows(tx as never, id, [
      { matchVerdict: 'match', verdicts: Object.fromEntries(criteria.map((one) => [one, 'match' as const])) },
    ]);
    await appendEvents(tx, id, runId, [
      { type: 'progress', data: { found: 1, read: 1, judged: 1, matched: 1, budget: { pages: 299, seconds: 1790 } } },
    ]);
  });
  listener.notify(id);
  const [event] = await db.execute<{ at: string }>(`select at from event where webset_id = '${id}' order by index desc limit 1`);
  const at = event ? new Date(event.at).getTime() : result;
  return (await shown) - at;
}
