import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import { workRun } from '../../src/runs/work.ts';
import { rulesReasoner } from '../support/agent/rules-reasoner.ts';
import { openBench } from '../support/bench.ts';
import { type Browser, settleFocus, sharedBrowser } from '../support/browser.ts';
import { htmlPage } from '../support/web.ts';

// Filling and judging again, as somebody does it in Chromium; the test is the worker.

let browser: Browser | null;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach((context) => {
  if (!browser) context.skip('there is no Chromium');
});

const never = new AbortController().signal;
const NAMES = ['Ferrodb', 'Oxidb', 'Rustbase'];
const PAGES = Object.fromEntries(NAMES.map((name) => [`/${name}`, htmlPage(name, `${name} is a database written in Rust. Licence: MIT.`)]));

/** The rules, with another verdict; each page waits for `ready`. */
const says = (verdict: Verdict, ready: () => Promise<unknown> = async () => {}): Reasoner => ({
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
async function opened() {
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

const focused = async (page: Page) => {
  await settleFocus(page);
  return page.evaluate<string>('document.activeElement?.tagName ?? ""');
};
const add = async (page: Page, what: 'column' | 'criterion', name: string) => {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: `Add a ${what}` }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
};

test('a column that was added is filled at once, with what it takes said before; nothing is searched', async () => {
  await using here = await opened();
  const { page } = here;

  await add(page, 'column', 'Licence');
  const dialog = page.getByRole('dialog', { name: 'Fill “Licence”' });
  await dialog.getByText(/^3 results, about \d+ seconds?\. The rules judge, at no cost\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Fill', exact: true }).click();
  await here.work();
  await page.getByRole('gridcell', { name: 'MIT' }).first().waitFor();
  await page.getByText('every result that it was asked about is judged').waitFor();

  expect(await page.getByRole('gridcell', { name: 'Missing' }).count()).toBe(0);
  expect(await page.locator('.run-number').allInnerTexts()).toEqual([expect.stringMatching(/3\s+checked|checked\s+3/)]);
  const [, fill] = await here.runsOf();
  expect(fill).toMatchObject({ mode: 'fill', only: { columnIds: [expect.any(String)] } });
});

test('what is added can be left for later; the bar offers what is missing, and says so when nothing is', async () => {
  await using here = await opened();
  const { page } = here;

  await add(page, 'criterion', 'Is a database');
  await page.getByRole('dialog', { name: 'Judge by “Is a database”' }).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('gridcell', { name: 'Missing' }).first().waitFor();
  await page.getByRole('button', { name: 'Fill what is missing' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^3 results, /).waitFor();
  await dialog.getByLabel('Criterion or column').selectOption({ label: 'Written in Rust' });
  await dialog.getByText('Nothing is missing.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Fill', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Criterion or column').selectOption({ label: 'All of them' });
  await dialog.getByRole('button', { name: 'Fill', exact: true }).click();
  await here.work();
  await page.getByText('every result that it was asked about is judged').waitFor();

  expect(await page.getByRole('gridcell', { name: 'Missing' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Fill what is missing' }).count()).toBe(0);
});

test('the results shown are judged again by one criterion; what was said before stands in the proof, and rows stay in sight', async () => {
  await using here = await opened();
  const { page } = here;

  await page.getByLabel('Filter by text').fill('db');
  await page.getByText('2 of 3 results').waitFor();
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge “Written in Rust” again' });
  await dialog.getByRole('radio', { name: 'Only the 2 shown' }).check();
  await dialog.getByText(/^2 results, /).waitFor();
  await dialog.getByRole('button', { name: 'Judge again' }).click();
  await here.work(says('partial'));
  await page.getByText('2 results are no longer under “Match”').waitFor();
  expect(await page.getByRole('rowheader').allInnerTexts()).toHaveLength(2);
  await page.getByRole('radio', { name: /^Match 1/ }).waitFor();
  await page.getByRole('rowheader', { name: 'Ferrodb' }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.getByText(/^Before: match, on .+, by the rules\./).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the tab again' }).click();
  await page.getByText('Nothing matches “db”').waitFor();

  expect(await page.evaluate('document.activeElement?.id')).toBe('tab-match');
  const [, again] = await here.runsOf();
  expect(again).toMatchObject({ mode: 'rejudge', only: { rowIds: [expect.any(String), expect.any(String)] } });
});

test('one cell is judged again from its proof; meanwhile it is said how far it is, and it can be stopped', async () => {
  await using here = await opened();
  const { page } = here;
  const gate = Promise.withResolvers<void>();
  let pages = 0;

  await page.getByRole('rowheader', { name: 'Oxidb' }).click();
  const proof = page.getByRole('complementary', { name: 'Proof' });
  await proof.getByRole('button', { name: 'Judge again… Written in Rust' }).click();
  const dialog = page.getByRole('dialog', { name: 'Judge “Written in Rust” again' });
  await dialog.getByText('Only for “Oxidb”.').waitFor();
  await dialog.getByText(/^1 result, /).waitFor();
  await dialog.getByRole('button', { name: 'Judge again' }).click();
  await here.work(says('no_match'));
  await proof.getByText('Before: match').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Judge again' }).click();
  const working = here.work(says('match', async () => pages++ > 0 && gate.promise));
  await page.getByText('Judging again').waitFor();
  await page.getByText('1 of 3 results judged').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('somebody stopped it; what was found is kept').waitFor();
  gate.resolve();
  await working;

  expect(await page.title()).toContain('Stopped');
  const [, one] = await here.runsOf();
  expect(one).toMatchObject({ only: { rowIds: [expect.any(String)], columnIds: [expect.any(String)] } });
});

test('a run that somebody else began is said in the dialog, and nothing is started beside it', async () => {
  await using here = await opened();
  const { page, service, id } = here;
  await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^3 results, /).waitFor();

  await service.rpc('startRun', { sessionId: id });
  await dialog.getByRole('button', { name: 'Judge again' }).click();

  await dialog.getByRole('alert').getByText('A run is already in progress').waitFor();
});

test('by keyboard alone a criterion is reworded and its rows are judged by it; the focus is never lost', async () => {
  await using here = await opened();
  const { page } = here;
  const places: string[] = [];
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      places.push(await focused(page));
    }
  };

  await page.getByRole('grid').focus();
  await press('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter', 'End', 'Enter');
  await page.getByRole('dialog', { name: 'Edit the criterion' }).waitFor();
  await page.keyboard.type(' indeed');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Judge by “Written in Rust indeed”' }).waitFor();
  await page.getByText(/^3 results, /).waitFor();
  places.push(await focused(page));
  await press('Enter');
  await here.work();
  await page.getByText('every result that it was asked about is judged').waitFor();
  places.push(await focused(page));
  await page.getByRole('grid').focus();
  await press('ArrowDown', 'Enter');
  await page.getByRole('button', { name: 'Judge this result again' }).focus();
  await press('Enter', 'Escape');
  places.push(await page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""'));

  expect(places).not.toContain('BODY');
  expect(places.at(-1)).toBe('Judge this result again…');
});
