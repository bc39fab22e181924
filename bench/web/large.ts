import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import type { Browser } from '../../test/support/browser.ts';
import { fillRows } from '../../test/support/fill.ts';
import { type BenchService, makeWebset } from '../shared/service.ts';
import { openTab, until } from './tab.ts';

const LIMITS = { first: 2000, memory: 400 };

type Report = (what: string, found: number, limit: number, unit: string, more?: string) => void;

/** A webset of `rows` rows with three criteria and three columns: the first is filled as a worker does it, the others are copies. */
async function seed(service: BenchService, rows: number) {
  await using client = openClient(service.databaseUrl, { max: 2, name: 'webset bench' });
  const { id, criteria, columns } = await makeWebset(service);
  const [first] = await fillRows(client.db, id, [
    {
      title: 'Database 0',
      matchVerdict: 'match',
      verdicts: Object.fromEntries(criteria.map((one) => [one, 'match' as const])),
      values: Object.fromEntries(columns.map((one) => [one, 'a value'])),
    },
  ]);
  await client.sql`insert into row (webset_id, page_id, key, url, title, status, match_verdict, updated_at)
    select ${id}, page_id, gen_random_uuid()::text, 'https://www.example.org/databases/engine-' || n, 'Database ' || n || ', an engine for time series',
      'completed', (array['match', 'partial', 'needs_review', 'no_match']::verdict_value[])[1 + n % 4],
      now() - make_interval(secs => ${rows} - n)
    from row, generate_series(1, ${rows - 1}) n where id = ${first ?? ''} order by n`;
  await client.sql`insert into verdict (row_id, criterion_id, verdict, reason, quote, page_id, start, "end", judge)
    select r.id, v.criterion_id, (array['match', 'partial', 'needs_review', 'no_match']::verdict_value[])[1 + (hashtext(r.id::text || v.criterion_id::text) & 3)],
      v.reason, v.quote, v.page_id, v.start, v."end", v.judge
    from row r, verdict v where r.webset_id = ${id} and r.id <> ${first ?? ''} and v.row_id = ${first ?? ''}`;
  await client.sql`insert into value (row_id, enrichment_id, value, reason, quote, page_id, start, "end", judge)
    select r.id, v.enrichment_id, case when hashtext(r.id::text) & 7 = 0 then null else 'Value ' || (hashtext(r.id::text || v.enrichment_id::text) & 65535) end,
      v.reason, v.quote, v.page_id, v.start, v."end", v.judge
    from row r, value v where r.webset_id = ${id} and r.id <> ${first ?? ''} and v.row_id = ${first ?? ''}`;
  await client.sql`analyze`;
  return { id, criteria, columns };
}

async function measureTime(browser: Browser, url: string, what: string, report: Report): Promise<void> {
  const { context } = await browser.context({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(url);
  await page.locator('[data-row]').first().waitFor();
  report(`${what}: first rows`, performance.now() - begun, LIMITS.first, 'ms');
  await context.close();
}

async function measureMemory(browser: Browser, url: string, what: string, report: Report): Promise<void> {
  const tab = await openTab(browser, url);
  const begun = performance.now();
  await tab.value(`new PerformanceObserver(() => { window.answered = performance.now(); }).observe({ type: 'resource', buffered: true })`);
  await until(tab, `!!document.querySelector('[data-row]') && performance.now() - window.answered > 3000`); // all rows are fetched
  const loaded = (performance.now() - begun) / 1000 - 3;
  await tab.value(`document.querySelector('[role=grid]').focus()`);
  await tab.value(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true, cancelable: true }))`,
  );
  await sleep(2000);
  const { resident, objects } = await tab.memory();
  report(
    `${what}: memory of the page`,
    resident,
    LIMITS.memory,
    'MB',
    `${objects.toFixed(0)} MB of it objects; loaded after ${loaded.toFixed(0)} s`,
  );
  await tab.close();
}

/** A webset of `rows` rows in the browser: when its first rows are shown, and the memory of its page once all of them were fetched. */
export async function measureLarge(browser: Browser, service: BenchService, rows: number, report: Report): Promise<void> {
  const { id, columns } = await seed(service, rows);
  const url = `${service.url}/w/${id}?tab=all`;
  for (const [what, address] of [
    [`${rows} rows`, url],
    [`${rows} rows, sorted`, `${url}&sort=${columns[0]}`],
  ] as const) {
    await measureTime(browser, address, what, report);
    await measureMemory(browser, address, what, report);
  }
}
