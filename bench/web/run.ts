import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openClient } from '../../src/db/connection/client.ts';
import { openListener } from '../../src/db/connection/listener.ts';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { type Browser, openBrowser } from '../../test/support/browser.ts';
import { beginRun, type FilledRow, fillRows } from '../../test/support/fill.ts';
import { readArgs } from '../shared/arguments.ts';
import { median } from '../shared/figures.ts';
import { type BenchService, makeWebset, openBenchGateway } from '../shared/service.ts';
import { firstRow } from './first-row.ts';
import { measureLarge } from './large.ts';
import { weigh } from './sizes.ts';
import { longestScript } from './tasks.ts';

// How heavy, how prompt and how smooth the web app is, then the browser tests. With `--short` times are not held.

const LIMITS = { home: 130_000, webset: 220_000, firstRow: 100, mounted: 60, script: 8 };
const {
  short,
  large: onlyLarge,
  figures: noTests,
} = readArgs({ options: { short: { type: 'boolean' }, large: { type: 'boolean' }, figures: { type: 'boolean' } } }).values;
const ROWS = short ? 500 : 5000;
const TRIES = short ? 3 : 9;

let failed = false;
function report(what: string, found: number, limit: number, unit: string, more = ''): void {
  const ok = found <= limit || (short === true && unit === 'ms');
  failed ||= !ok;
  console.log(
    `${ok ? 'ok  ' : 'OVER'} ${what.padEnd(46)} ${found.toFixed(unit === 'ms' ? 1 : 0).padStart(9)} of ${limit} ${unit}${more && `  (${more})`}`,
  );
}
function hold(what: string, ok: boolean): void {
  failed ||= !ok;
  console.log(`${ok ? 'ok  ' : 'OVER'} ${what}`);
}

async function sizes(browser: Browser, service: BenchService, id: string): Promise<void> {
  const home = await weigh(browser, `${service.url}/`, (page) => page.getByRole('heading', { name: 'Try an example' }).waitFor());
  const webset = await weigh(browser, `${service.url}/w/${id}`, (page) => page.locator('[data-row]').first().waitFor());
  report('the start, gzip', home.bytes, LIMITS.home, 'bytes');
  report('a webset, gzip', webset.bytes, LIMITS.webset, 'bytes');
  const later = /auth|dialog|proof|review|settings/;
  hold(
    'accounts, dialogs, proofs, reviews and settings are loaded when needed',
    ![...home.files, ...webset.files].some((name) => later.test(name)),
  );
}

async function promptness(browser: Browser, service: BenchService): Promise<void> {
  await using client = openClient(service.databaseUrl, { max: 2, name: 'webset bench' });
  await using listener = await openListener(client.sql);
  const { context } = await browser.context();
  const page = await context.newPage();
  const times: number[] = [];
  for (let i = 0; i < TRIES; i++) times.push(await firstRow(page, service, client, listener));
  await context.close();
  const worst = `worst ${Math.max(...times).toFixed(1)}`;
  report('first row on the screen after its event, median', median(times), LIMITS.firstRow, 'ms', worst);
}

/** A webset of 5,000 rows, its run alive. */
async function manyRows(service: BenchService) {
  await using client = openClient(service.databaseUrl, { max: 2, name: 'webset bench' });
  const { id, criteria, columns } = await makeWebset(service);
  const rows = Array.from(
    { length: ROWS },
    (_, i): FilledRow => ({
      url: `https://example.org/databases/${i}`,
      title: `Database ${i}, an engine for ${['time series', 'graphs', 'documents', 'vectors'][i % 4]}`,
      matchVerdict: 'match',
      verdicts: Object.fromEntries(criteria.map((one) => [one, 'match' as const])),
      values: Object.fromEntries(columns.map((one, at) => [one, at === 1 ? null : `value ${i}`])),
    }),
  );
  for (let from = 0; from < ROWS; from += 500) await fillRows(client.db, id, rows.slice(from, from + 500));
  await beginRun(client.db, id);
  return { id, criteria, columns };
}

async function smoothness(browser: Browser, service: BenchService, { id, criteria }: Awaited<ReturnType<typeof manyRows>>): Promise<void> {
  await using client = openClient(service.databaseUrl, { max: 2, name: 'webset bench' });
  await using listener = await openListener(client.sql);
  const { context } = await browser.context({ viewport: { width: 1440, height: 1300 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}?tab=all`);
  await page.locator('[data-row]').first().waitFor();
  await page.getByText(/^Loading \d/).waitFor({ state: 'detached' });
  await page.waitForTimeout(1500);
  let mounted = 0;
  const count = async () => {
    mounted = Math.max(mounted, await page.locator('[data-row]').count());
  };
  const box = await page.getByRole('grid').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 500, (box?.y ?? 0) + 300);
  const scroll = async () => {
    for (let i = 0; i < 80; i++) {
      await page.mouse.wheel(0, i % 20 === 19 ? 20_000 : 240);
      await page.waitForTimeout(16);
      if (i % 10 === 0) await count();
    }
  };
  const arrive = async () => {
    for (let i = 0; i < 5; i++) {
      await fillRows(client.db, id, [
        { matchVerdict: 'match', verdicts: Object.fromEntries(criteria.map((one) => [one, 'match' as const])) },
      ]);
      const [run] = await client.db.execute<{ id: string }>(`select id from run where webset_id = '${id}'`);
      const progress = { found: i, read: i, judged: i, matched: i, budget: { pages: 100, seconds: 1000 } };
      await appendEvents(client.db, id, run?.id ?? '', [{ type: 'progress', data: progress }]);
      listener.notify(id);
      await page.waitForTimeout(700);
    }
  };
  const longest = await longestScript(page, async () => {
    await scroll();
    await arrive();
  });
  await count();
  await context.close();
  report(`rows mounted of ${ROWS}`, mounted, LIMITS.mounted, 'rows');
  report(`longest scroll handler, ${ROWS} rows`, longest.scroll, LIMITS.script, 'ms');
  report(`longest script, commits included, ${ROWS} rows`, longest.script, LIMITS.script, 'ms', 'scrolling, then rows arriving');
}

function browserTests(): Promise<number> {
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', 'test/web'], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

const browser = await openBrowser();
if (!browser) process.exit(1);
console.log(`Chromium ${browser.version}`);
{
  await using service = await openBenchGateway({ SAMPLES: 'on' });
  if (!onlyLarge) {
    const many = await manyRows(service);
    await sizes(browser, service, many.id);
    await promptness(browser, service);
    await smoothness(browser, service, many);
  }
  await measureLarge(browser, service, short ? 2000 : 100_000, report);
}
await browser[Symbol.asyncDispose]();
if (!short && !onlyLarge && !noTests) failed = (await browserTests()) !== 0 || failed;
process.exitCode = failed ? 1 : 0;
