import { beforeAll, beforeEach, expect, test } from 'vitest';
import { workRun } from '../../src/runs/work.ts';
import { openBench } from '../support/bench.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { htmlPage } from '../support/web.ts';
import { says } from './fill/opened.ts';

// The choices after a preview, in Chromium.

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const never = new AbortController().signal;
const DESKTOP = { viewport: { width: 1280, height: 800 } };

test('after a preview the pass rates can be opened, and the full run continues with its rows', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 14 }, (_, i) => [`/db${i}`, htmlPage(`Ferrodb${i}`, `Ferrodb${i} is a database written in Rust.`)]),
  );
  await using bench = await openBench(pages, says());
  const { service, deps, sessionId: id } = bench;
  await workRun(deps, await bench.queueRun({ maxPages: 10 }), never);
  const rowsOf = async () =>
    (await service.sql`select id from row where webset_id = ${id} order by position`).map((row) => row.id as string);
  const previewed = await rowsOf();
  const { context } = await (browser as Browser).context(DESKTOP);
  const page = await context.newPage();

  await page.goto(`${service.url}/w/${id}`);
  await page.getByRole('button', { name: /Details$/ }).click();
  await page.getByRole('button', { name: 'Reword “Written in Rust”' }).first().waitFor();
  await page.getByRole('button', { name: 'Run in full' }).click();
  await page.getByText('Waiting for a worker', { exact: true }).waitFor();
  const [run] = await service.sql`select id, max_pages, target from run where webset_id = ${id} and state = 'queued'`;
  await workRun(deps, run?.id, never);
  await page.getByRole('radio', { name: /^Match 14/ }).waitFor();

  expect(previewed).toHaveLength(10);
  expect((await rowsOf()).slice(0, 10)).toEqual(previewed);
  expect(run).toMatchObject({ target: 20 });
  expect(run?.max_pages).toBeGreaterThan(10);
  expect(await page.getByRole('button', { name: 'Run in full' }).count()).toBe(0);
  await context.close();
});
