import type { Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { workRun } from '../../../src/runs/work.ts';
import { rulesReasoner } from '../../support/agent/rules-reasoner.ts';
import { openBench } from '../../support/bench.ts';
import { type Browser, settleFocus, sharedBrowser } from '../../support/browser.ts';
import { htmlPage } from '../../support/web.ts';

let browser: Browser | null;

/** What every file of tests here begins with. */
export function begin(): void {
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach((context) => {
    if (!browser) context.skip('there is no Chromium');
  });
}

export const never = new AbortController().signal;
export const NAMES = ['Ferrodb', 'Oxidb', 'Rustbase'];
export const PAGES = Object.fromEntries(
  NAMES.map((name) => [`/${name}`, htmlPage(name, `${name} is a database written in Rust. Licence: MIT.`)]),
);

/** The rules, with another verdict; each page waits for `ready`. */
export const says = (verdict: Verdict, ready: () => Promise<unknown> = async () => {}): Reasoner => ({
  name: 'lexical',
  async judge(input, signal) {
    await ready();
    signal.throwIfAborted();
    const judged = await rulesReasoner().judge(input, signal);
    for (const [id, finding] of judged.verdicts) judged.verdicts.set(id, { ...finding, verdict });
    return judged;
  },
});

/** A webset of three rows that match, its run over, and a page that shows all of them. */
export async function opened() {
  await using open = new AsyncDisposableStack();
  const bench = open.use(await openBench(PAGES));
  const { service, deps, sessionId: id } = bench;
  await workRun(deps, await bench.queueRun(), never);
  const { context } = await (browser as Browser).context({ viewport: { width: 1280, height: 800 } });
  open.defer(() => context.close());
  const page = await context.newPage();
  await page.goto(`${service.url}/w/${id}`);
  await page.getByRole('rowheader', { name: 'Ferrodb' }).waitFor();
  /** Does what a worker would with the run that waits. */
  const work = async (reasoner: Reasoner = deps.reasoner) => {
    await page.getByText('Waiting for a worker', { exact: true }).waitFor();
    const [run] = await service.sql`select id from run where webset_id = ${id} and state = 'queued'`;
    await workRun({ ...deps, lanes: 1, reasoner }, run?.id, never);
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
