import type { Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import { savePage } from '../../../src/db/queries/shared/page.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { scoreMissing } from '../../../src/runs/learning/score.ts';
import { workRun } from '../../../src/runs/work.ts';
import { assessorBy } from '../../support/agent/judges.ts';
import { openBench } from '../../support/bench.ts';
import { type Browser, settleFocus, sharedBrowser } from '../../support/browser.ts';
import { beginRun, fillRows, finishRun } from '../../support/fill.ts';
import { pageOf } from '../../support/page.ts';
import type { TestService } from '../../support/test-service.ts';

let browser: Browser | null;

/** The setup of each test file in this folder. */
export function begin(): void {
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach((context) => {
    if (!browser) context.skip('there is no Chromium');
  });
}

const never = new AbortController().signal;
const NAMES = ['Ferrodb', 'Oxidb', 'Rustbase'];
const CLAIM = 'is a database written in Rust.';

/** Gives the same verdict for every page and criterion, and MIT for every column; each page waits for `ready`. */
export const says = (verdict: Verdict = 'match', ready: () => Promise<unknown> = async () => {}): Reasoner => ({
  name: 'lexical',
  async judge({ page, criteria, columns }, signal) {
    await ready();
    signal.throwIfAborted();
    const quote = `${page.title} ${CLAIM}`;
    return {
      verdicts: new Map(criteria.map(({ id }) => [id, { verdict, reason: 'stated', quote, note: 'The page says so.' }])),
      values: new Map(columns.map(({ id }) => [id, { value: 'MIT', reason: 'stated', quote: 'Licence: MIT.', note: 'The page says so.' }])),
    };
  },
});

/** Three matching rows, each with its own page, as a finished run stores them. */
async function seedRows(service: TestService, id: string): Promise<void> {
  const [criterion] = await service.sql`select id from criterion where webset_id = ${id}`;
  const run = await beginRun(service.db, id);
  const rows = await fillRows(
    service.db,
    id,
    NAMES.map((title) => ({ title, matchVerdict: 'match', verdicts: { [criterion?.id]: 'match' } })),
  );
  for (const [i, name] of NAMES.entries()) {
    const page = pageOf(`h1> ${name}\n${name} ${CLAIM} Licence: MIT.`, { url: `https://example.org/${i}` });
    const { id: pageId } = await savePage(service.db, page);
    const quote = `${name} ${CLAIM}`;
    const start = page.text.indexOf(quote);
    await service.sql`update "row" set page_id = ${pageId}, run_id = ${run} where id = ${rows[i] ?? ''}`;
    await service.sql`update verdict set page_id = ${pageId}, quote = ${quote}, start = ${start}, "end" = ${start + quote.length}
      where row_id = ${rows[i] ?? ''}`;
  }
  await finishRun(service, id, run);
  // the estimate for filling follows from it: two seconds a page
  await service.sql`update run set found = 3, read = 3, judged = 3, started_at = ended_at - interval '6 seconds' where id = ${run}`;
}

/** A webset with three matching rows and a finished run, and a page that shows it. */
export async function opened() {
  await using open = new AsyncDisposableStack();
  const bench = open.use(await openBench({}, says()));
  const { service, deps, sessionId: id } = bench;
  await seedRows(service, id);
  await scoreMissing(deps, id, never);
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  open.defer(() => context.close());
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}`);
  await page.getByRole('rowheader', { name: 'Ferrodb' }).waitFor();
  /** Works on the waiting run, as a worker does. */
  const work = async (judge?: Reasoner) => {
    await page.getByText('Waiting for a worker', { exact: true }).waitFor();
    const [run] = await service.sql`select id from run where webset_id = ${id} and state = 'queued'`;
    await workRun({ ...deps, lanes: 1, ...(judge && { assessor: assessorBy(judge) }) }, run?.id, never);
  };
  const runsOf = () => service.sql`select mode, "only" from run where webset_id = ${id} order by created_at`;
  const close = open.move();
  return { service, page, work, runsOf, id, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

export const focused = async (page: Page) => {
  await settleFocus(page);
  return page.evaluate<string>('document.activeElement?.tagName ?? ""');
};
export const add = async (page: Page, what: 'column' | 'criterion', name: string) => {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: `Add a ${what}` }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
};
