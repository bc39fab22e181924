import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { insertRun } from '../../src/db/queries/runs/run.ts';
import { TEXT_VERSION } from '../../src/domain/page/page.ts';
import { workRun } from '../../src/runs/work.ts';
import { openBench } from '../support/bench.ts';
import { type Browser, sharedBrowser } from '../support/browser.ts';
import { htmlPage } from '../support/web.ts';
import { says } from './fill/opened.ts';

// Evidence on a page of an older text version, in Chromium. With SHOTS=<folder> it saves a screenshot of each state.

const SHOTS = process.env.SHOTS;
const never = new AbortController().signal;
const QUOTE = 'Ferrodb is a database written in Rust.';
/** Text that the older version had at the page's head: all later offsets differ. */
const OLD_HEAD = 'Skip to the content of this page';

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

/** A webset whose row has evidence on a page of an older text version. */
async function opened() {
  await using open = new AsyncDisposableStack();
  const bench = open.use(await openBench({ '/ferrodb': htmlPage('Ferrodb', 'It was first released in 2016.', QUOTE) }, says()));
  const { service, deps, sessionId: id } = bench;
  await workRun(deps, await bench.queueRun(), never);
  await service.sql`update page set text_version = ${TEXT_VERSION - 1}, dates = null, text = ${`${OLD_HEAD}\n`} || text,
    sha256 = 'older', blocks = '[{"tag":"p"}]'::jsonb || blocks`;
  await service.sql`update verdict set "start" = "start" + ${OLD_HEAD.length + 1}, "end" = "end" + ${OLD_HEAD.length + 1}`;
  const { context, foreign, troubles } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  open.defer(() => context.close());
  const close = open.move();
  return { bench, service, deps, id, foreign, troubles, page: await context.newPage(), [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** Opens the proof of a webset's row, and returns its passage, the marked text, and the note about the page. */
async function proofOf(page: Page, address: string, shot: string) {
  await page.goto(address);
  await page.locator('[data-row] .cell-name').first().click();
  const passage = page.getByRole('complementary', { name: 'Proof' }).locator('.passage').first();
  await passage.waitFor();
  if (SHOTS) {
    await mkdir(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${shot}.png` });
  }
  return {
    text: await passage.locator('blockquote').innerText(),
    marked: await passage.locator('mark').allInnerTexts(),
    source: await passage.locator('figcaption .soft').innerText(),
    readAt: await passage.locator('time').getAttribute('datetime'),
    link: await passage.getByRole('link', { name: 'Open the page at these words' }).getAttribute('href'),
  };
}

test('the proof of a row marks the quote in the text of the older version, also after a run read the page again', async () => {
  await using here = await opened();
  const { bench, service, deps, id, page } = here;
  const address = `${service.url}/w/${id}?tab=all`;

  const before = await proofOf(page, address, 'older');
  const other = await service.createSession();
  await service.rpc('addCriterion', { sessionId: other, label: 'Written in Rust' });
  const run = await insertRun(service.db, other, { target: 20, maxPages: 300, maxMinutes: 30 });
  await workRun(deps, run?.id ?? '', never);
  const after = await proofOf(page, address, 'older-after-run');
  const today = await proofOf(page, `${service.url}/w/${other}?tab=all`, 'today');

  expect(await service.sql`select text_version, text from page order by text_version`).toEqual([
    { text_version: TEXT_VERSION - 1, text: `${OLD_HEAD}\nFerrodb\nIt was first released in 2016.\n${QUOTE}` },
    { text_version: TEXT_VERSION, text: `Ferrodb\nIt was first released in 2016.\n${QUOTE}` },
  ]);
  expect(before).toMatchObject({ marked: [QUOTE], text: expect.stringContaining('It was first released in 2016.') });
  expect(before.source).toMatch(/^“Ferrodb”, read on .+\d{4}/);
  expect(before.link).toBe(`${bench.web.url}/ferrodb#:~:text=${encodeURIComponent(QUOTE)}`);
  expect(after).toEqual(before);
  expect(today).toMatchObject({ marked: [QUOTE], link: before.link });
  expect(Date.parse(today.readAt ?? '')).toBeGreaterThan(Date.parse(before.readAt ?? ''));
  expect([here.foreign, here.troubles]).toEqual([[], []]);
});
