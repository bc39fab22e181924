import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertCollection } from '../../../src/db/queries/collections/collection.ts';
import { indexPage } from '../../../src/db/queries/collections/entry.ts';
import { endRun, insertRun, takeRun } from '../../../src/db/queries/runs/run.ts';
import { addAnswers } from '../../../src/db/queries/runs/search.ts';
import { settleSpend } from '../../../src/db/queries/runs/spend.ts';
import { savePage } from '../../../src/db/queries/shared/page.ts';
import { dropOn } from '../../collections/drive.ts';
import { violationsOn } from '../../support/axe.ts';
import { type Browser, sharedBrowser } from '../../support/browser.ts';
import { beginRun, type FilledRow, fillRows, finishRun, narrate } from '../../support/fill.ts';
import { pageOf } from '../../support/page.ts';
import { openTestService, type TestService } from '../../support/test-service.ts';
import { learnAs, scoreRows, suggestValue } from '../learned.ts';

// Screens in their states: each shows its text, passes axe-core, fits the window, and sends nothing to other origins. With SHOTS=<folder>
// each is saved as a screenshot.

const ROOT_FILE = fileURLToPath(new URL('../../../README.md', import.meta.url));
const SHOTS = process.env.SHOTS;
const VIEWS = [
  { name: 'desktop-light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

const FACTS = {
  searchProviders: [
    { name: 'index', enabled: true, setting: null, note: 'The pages that were indexed on this service.' },
    { name: 'searxng', enabled: false, setting: 'SEARXNG_URL', note: 'A SearXNG instance of yours.' },
    { name: 'brave', enabled: false, setting: 'BRAVE_API_KEY', note: null },
  ],
  models: [
    { name: 'openai gpt-house', enabled: true, setting: 'LLM_PROVIDER', note: 'Judges pages, under the same guard as the rules.' },
    { name: 'rules', enabled: true, setting: null, note: 'The second opinion, and the judge when no model answers.' },
  ],
  anonymous: true,
  signUp: true,
  samples: true,
  graphiql: true,
  findLocal: async () => [
    { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b', 'llama3.2:3b'], usable: true },
    { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: [], usable: false },
    { name: 'SearXNG', baseUrl: 'http://127.0.0.1:8080', models: [], usable: false },
  ],
};

let service: TestService;
let closed: TestService;
let strict: TestService;
let browser: Browser | null;
let made: Awaited<ReturnType<typeof fixtures>> & { nowhereToSearch: string };

const nodeId = (uuid: string) => Buffer.from(`Webset:${uuid}`).toString('base64url');

/** Websets in every state, as a worker stores them. */
async function fixtures() {
  const ann = await service.as('ann');
  await indexOne();
  const columns = async (id: string, headers?: Record<string, string>) => {
    const criteria: string[] = [];
    for (const label of ['Is a database', 'Written in Rust', 'Open-source licence'])
      criteria.push(
        (await service.rpc('addCriterion', { sessionId: id, label, description: `Whether it is: ${label}` }, headers)).body.criterion.id,
      );
    const values: string[] = [];
    for (const [label, format] of [
      ['Licence', 'text'],
      ['Official website', 'url'],
      ['First release', 'date'],
      ['Stars', 'number'],
    ])
      values.push((await service.rpc('addEnrichment', { sessionId: id, label, format }, headers)).body.enrichment.id);
    return { criteria, values };
  };
  const lines = (
    { criteria: [a = '', b = '', c = ''], values: [l = '', w = '', f = '', s = ''] }: Awaited<ReturnType<typeof columns>>,
    count: number,
  ) =>
    Array.from({ length: count }, (_, i): FilledRow => {
      const verdict = (['match', 'partial', 'needs_review', 'no_match'] as const)[i % 4] ?? 'match';
      return {
        url: `https://www.example.org/databases/engine-${i}/index.html`,
        title:
          i === 3 ? 'A database engine with a name that goes on for much longer than any column is wide, and then some' : `Engine ${i}`,
        matchVerdict: verdict,
        verdicts: { [a]: 'match', [b]: verdict, [c]: i % 3 === 0 ? 'needs_review' : 'match' },
        values: {
          [l]: 'Apache License 2.0',
          [w]: i % 2 ? null : `https://engine-${i}.example.org/`,
          [f]: '2016-04',
          [s]: String(1000 + i),
        },
      };
    });
  const ended = async (query: string, count: number) => {
    const id = await service.createSession(query);
    const all = await columns(id);
    const run = await beginRun(service.db, id);
    if (count > 0) await fillRows(service.db, id, lines(all, count));
    await narrate(service.db, id, run, 'Looking for databases that are written in Rust');
    await settleSpend(service.db, { of: 'run', id: run, isAnonymous: true }, 0, {
      inputTokens: 1000 * count,
      outputTokens: 100 * count,
      costNanoUsd: 1_400_000 * count,
    });
    await finishRun(service, id, run);
    return { id, ...all };
  };

  const draft = await service.createSession('databases that nobody has searched for yet');
  await columns(draft);
  const running = await service.createSession('databases that are being searched for');
  const runningColumns = await columns(running);
  const run = await beginRun(service.db, running);
  await narrate(service.db, running, run, 'Looking for databases that are written in Rust');
  await fillRows(service.db, running, lines(runningColumns, 6));
  await service.sql`update run set queries = ${['a', 'b', 'c']} where id = ${run}`;
  await service.sql`insert into row_source (row_id, url) select id, url from row where webset_id = ${running} on conflict do nothing`;
  await service.sql`insert into candidate (run_id, key, url, title, snippet, provider, state)
    select ${run}, key, url, title, '', 'index', 'done' from row where webset_id = ${running}`;
  await service.sql`insert into search (run_id, page, query, seen, fresh, keys)
    select ${run}, 0, q, 6, 2, array(select key from row where webset_id = ${running}) from unnest(${['a', 'b', 'c']}::text[]) q`;
  await addAnswers(service.db, run, [
    { provider: 'index', brought: 50, failure: null },
    {
      provider: 'searxng',
      brought: 0,
      failure: 'SearXNG found nothing because its engines did not answer: google took us for a robot (CAPTCHA)',
    },
  ]);
  const finished = await ended('open-source databases written in Rust, first released in 2015 or later', 60);
  const later = await ended('databases with a criterion added later', 8);
  await service.rpc('addCriterion', { sessionId: later.id, label: 'Has a query planner' });
  await service.graphql(`mutation ($id: UUID!) { reviewTitle(input: { rowId: $id, title: "Engine Zero" }) { row { title } } }`, {
    id: (await service.sql`select id from row where webset_id = ${later.id} order by position limit 1`)[0]?.id,
  });
  const none = await ended('vegan databases in Berlin', 0);
  await fillRows(
    service.db,
    none.id,
    Array.from({ length: 24 }, (_, i) => {
      const last = i % 3 === 0 ? ('needs_review' as const) : ('no_match' as const);
      return {
        title: `Engine ${i}`,
        matchVerdict: last,
        verdicts: Object.fromEntries(
          none.criteria.map((id, at) => [id, at === 1 ? last : i % 8 === 5 ? ('partial' as const) : ('match' as const)]),
        ),
      };
    }),
  );
  await service.sql`update run set queries = ${['vegan databases Berlin', 'databases for vegans']}, reason = 'candidates_exhausted' where webset_id = ${none.id}`;
  const preview = await ended('databases that were previewed', 10);
  await service.sql`update run set max_pages = 10, found = 31, read = 10, judged = 10, reason = 'page_budget' where webset_id = ${preview.id}`;
  const filling = await ended('databases that are judged again', 12);
  const again = await insertRun(service.db, filling.id, { target: 20, maxPages: 300, maxMinutes: 30, mode: 'rejudge' });
  await takeRun(service.db, again?.id ?? '');
  await service.sql`update run set judged = 3 where id = ${again?.id ?? ''}`;
  await service.sql`update verdict set run_id = ${again?.id ?? ''} where row_id in (select id from row where webset_id = ${filling.id} order by position limit 3)`;
  await service.sql`update value set run_id = ${again?.id ?? ''} where row_id in (select id from row where webset_id = ${filling.id} order by position limit 3)`;
  await service.sql`insert into past_verdict (row_id, criterion_id, verdict, reason, judge, judged_at)
    select row_id, criterion_id, 'partial', 'part', 'lexical', now() - interval '2 days' from verdict where row_id in (select id from row where webset_id = ${filling.id})`;
  const failed = await service.createSession('databases that no provider could be asked for');
  await endRun(
    service.db,
    await beginRun(service.db, failed),
    'failed',
    'search_unavailable',
    'No search provider answered. Run `webset doctor` to see why.',
  );
  const empty = await ended('databases that do not exist', 0);
  const imported = await importedFrom(await ended('databases that a list names', 3));
  const merged = await mergedOf(await ended('databases that several pages are about', 4));
  const unsure = await unsureWebset();
  const owned = await service.createSession('databases of Ann’s', ann);
  const left = await service.createSession('databases left by somebody');
  const bob = await service.as('bob');
  const bobs = await service.createSession('databases that Bob shares with Ann', bob);
  const [read, revoked, draftRead] = [await linkOf(finished.id), await linkOf(finished.id), await linkOf(draft)];
  await linkOf(owned, ann);
  await change('revokeShare', { shareUuid: revoked.uuid }, 'shareUuid');
  const edit = (await change('shareWebset', { websetId: bobs, email: 'ann@example.org', access: 'edit' }, 'share { shareId }', bob)).share
    .shareId;
  await change('shareWebset', { websetId: owned, email: 'bob@example.org', access: 'read' }, 'share { shareId }', ann);
  const [criterion, stars, licence] = [finished.criteria[1], finished.values[3], finished.values[0]];
  const contents = {
    sort: { enrichmentId: stars, descending: true },
    filter: { verdicts: [{ criterionId: criterion, is: ['match', 'partial'] }] },
    columns: [
      { field: 'title', width: 240 },
      { enrichmentId: stars, pinned: true, width: 120 },
      { field: 'verdict' },
      { enrichmentId: licence, hidden: true },
    ],
  };
  const saved = await service.graphql('mutation ($input: CreateViewInput!) { createView(input: $input) { view { uuid } } }', {
    input: { websetId: finished.id, name: 'Rust by stars', contents },
  });
  return {
    ann,
    view: saved.body.data.createView.view.uuid as string,
    draft,
    running,
    finished: finished.id,
    columns: finished,
    imported,
    later: later.id,
    merged,
    filling: filling.id,
    none: none.id,
    preview: preview.id,
    failed,
    empty: empty.id,
    unsure,
    owned,
    left,
    shares: { read: read.shareId, ended: revoked.shareId, draft: draftRead.shareId, edit },
  };
}

/** Indexes a page of the operator's, so that there is something to search. */
async function indexOne(): Promise<void> {
  const { id } = await insertCollection(service.db, { kind: 'operator', ownerId: null, name: 'Databases', source: 'databases' });
  await indexPage(service.db, await savePage(service.db, pageOf('h1> Databases\nwords'), id), { collectionId: id });
}

/** A webset with an imported list: two lines are rows, one is a duplicate, one was not found, and one is waiting. */
async function importedFrom({ id }: { id: string }): Promise<string> {
  const [run] = await service.sql<{ id: string }[]>`update run set mode = 'import', target = 5 where webset_id = ${id} returning id`;
  const rows = await service.sql<{ id: string; key: string; url: string; title: string }[]>`
    update row set run_id = ${run?.id ?? ''} where webset_id = ${id} returning id, key, url, title`;
  await service.sql`insert into candidate (run_id, key, url, title, snippet, provider, state)
    select ${run?.id ?? ''}, key, url, title, '', 'import', 'done' from row where webset_id = ${id}`;
  const lines = [rows[0], rows[1], rows[0], null, undefined];
  for (const [i, row] of lines.entries())
    await service.sql`insert into import_line (run_id, line, address, name, values, key, row_id, reason) values
      (${run?.id ?? ''}, ${i + 1}, ${row?.url ?? null}, ${row?.title ?? `Engine ${i} of the list`}, '{}', ${row?.key ?? null}, ${row?.id ?? null}, ${row === null ? 'no page is called so' : null})`;
  return id;
}

/** A webset whose first row has two contradicting pages, and whose second row has the same name. */
async function mergedOf({ id, criteria }: { id: string; criteria: string[] }): Promise<string> {
  const rows = await service.sql<{ id: string }[]>`select id from row where webset_id = ${id} order by position`;
  const [first = '', second = '', third = ''] = rows.map((row) => row.id);
  await service.sql`update verdict v set verdict = 'no_match', reason = 'contradicted', page_id = r.page_id, quote = 'It was first released in 2016.', start = 25, "end" = 55
    from row r where r.id = v.row_id and v.row_id = ${second} and v.criterion_id = ${criteria[1] ?? ''}`;
  await service.sql`update verdict v set verdict = 'match', page_id = r.page_id, quote = 'Tikv is written in Rust.', start = 0, "end" = 24
    from row r where r.id = v.row_id and v.row_id = ${first} and v.criterion_id = ${criteria[1] ?? ''}`;
  await service.sql`update row set run_id = (select id from run where webset_id = ${id}) where webset_id = ${id}`;
  await change('mergeRows', { rowIds: [first, second], note: 'Both are about the key-value store' }, 'row { uuid }');
  await service.sql`update row set title = 'TiKV' where id = ${third}`;
  return id;
}

async function change(name: string, input: object, answer: string, headers?: Record<string, string>) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  return (await service.graphql(`mutation ($input: ${type}) { ${name}(input: $input) { ${answer} } }`, { input }, headers)).body.data[name];
}

const linkOf = async (websetId: string, headers?: Record<string, string>): Promise<{ uuid: string; shareId: string }> =>
  (await change('createShareLink', { websetId }, 'share { uuid shareId }', headers)).share;

/** A webset that learns from answers and has unconfirmed values. */
async function unsureWebset() {
  const id = await service.createSession('databases that may be written in Rust');
  const label = 'Written in Rust';
  const criterion = (await service.rpc('addCriterion', { sessionId: id, label, description: 'The engine itself, not a client.' })).body
    .criterion.id;
  const column = (await service.rpc('addEnrichment', { sessionId: id, label: 'Licence' })).body.enrichment.id;
  const run = await beginRun(service.db, id);
  const rows = await fillRows(
    service.db,
    id,
    Array.from({ length: 240 }, (_, i) => ({
      title: `Engine ${i}`,
      matchVerdict: 'needs_review' as const,
      verdicts: { [criterion]: 'needs_review' as const },
      values: { [column]: i % 3 === 1 ? 'Apache License 2.0' : null },
    })),
  );
  await scoreRows(service, { criteria: [criterion], rows });
  for (const row of rows.slice(0, 3)) await suggestValue(service, row, column, 'MIT License');
  const said = rows.slice(100, 112).map((rowId) => ({ rowId, criterionId: criterion, verdict: 'no_match' }));
  for (const input of said)
    await service.graphql('mutation($input:ReviewVerdictInput!){reviewVerdict(input:$input){row{uuid}}}', { input });
  await learnAs(
    service,
    id,
    { found: 34, precision: 0.941, low: 0.88, high: 0.97, missed: 5.2, missedLow: 1.6, missedHigh: 10.4 },
    rows.slice(40, 60),
  );
  await finishRun(service, id, run);
  return id;
}

interface Scene {
  name: string;
  /** Opens the screen and waits until it is visible. */
  go(page: Page, url: string): Promise<unknown>;
  service?: () => TestService;
  signedIn?: boolean;
  /** Ids of websets that this browser made. */
  made?: () => string[];
}

const open = (page: Page, path: string) => page.goto(service.url + path);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const rowsOf = async (page: Page, id: string) => {
  await open(page, `/w/${id}?tab=all`);
  await page.locator('[data-row]').first().waitFor();
};
const proofOf = async (page: Page, id: string) => {
  await rowsOf(page, id);
  await page.locator('[data-row] .cell-name').first().click();
  await page.locator('.passage').first().waitFor();
};
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 700;

/** Expands the details of the run. */
const details = (page: Page) => page.getByRole('button', { name: /Details$/ }).click();

const SCENES: Scene[] = [
  { name: 'home', go: async (page) => [await open(page, '/'), await heading(page, 'Try an example')] },
  {
    name: 'home-plan',
    async go(page) {
      await open(page, '/');
      await page.getByRole('button', { name: /^Open-source databases/ }).click();
      await page.getByLabel('Criterion 4', { exact: true }).waitFor();
      await page.getByText(/^Up to about \$.+ A preview: up to about \$/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'home-planning',
    async go(page) {
      await open(page, '/');
      await page.getByLabel('Your request').fill('databases');
      await page.getByLabel('Criterion 1', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Plan with the model' }).click();
      await page.getByText('gpt-house is planning.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'home-plan-failed',
    async go(page) {
      await open(page, '/');
      await page.getByLabel('Your request').fill('databases');
      await page.getByLabel('Criterion 1', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Plan with the model' }).click();
      await page.getByText('is planning.').waitFor();
      const failed = page.getByText('The model made no plan: openai gpt-house cannot be reached.');
      await expect // the page shows planning before the plan is stored
        .poll(async () => {
          await service.sql`update model_plan set state = 'failed', detail = 'openai gpt-house cannot be reached' where state = 'queued'`;
          return failed.count();
        })
        .toBe(1);
      await failed.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'home-no-model',
    service: () => strict,
    async go(page, url) {
      await page.goto(url);
      await page.getByLabel('Your request').fill('databases');
      await page.getByLabel('Criterion 1', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Connect a model to plan with it' }).scrollIntoViewIfNeeded();
      await page.getByText('nothing: no page is indexed, and web search is off.').waitFor();
    },
  },
  {
    name: 'home-made-here',
    made: () => [made.finished, made.running, made.draft],
    go: async (page) => [await open(page, '/'), await page.getByText('15 matches of 60').waitFor()],
  },
  {
    name: 'home-signed-in',
    signedIn: true,
    made: () => [made.left],
    go: async (page) => [
      await open(page, '/'),
      await page.getByText('databases of Ann’s').waitFor(),
      await page.getByText('databases left').waitFor(),
    ],
  },
  {
    name: 'home-drop-refused',
    async go(page) {
      await open(page, '/');
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      await dropOn(page, '.request-box', ROOT_FILE);
      await page.getByText('Sign in to add pages of your own.').waitFor();
    },
  },
  {
    name: 'home-dropped',
    signedIn: true,
    async go(page) {
      await open(page, '/');
      await page.getByText('databases of Ann’s').waitFor();
      await dropOn(page, '.request-box', ROOT_FILE);
      await page.getByText('Your request will search README (0 pages, 1 still to read).').waitFor();
    },
  },
  {
    name: 'home-limited',
    service: () => strict,
    async go(page, url) {
      await page.goto(url);
      await page.getByLabel('Your request').fill('databases');
      await page.getByRole('button', { name: 'Find them' }).click();
      await page.getByText('That is a lot in one hour').waitFor();
    },
  },
  {
    name: 'home-offline',
    async go(page) {
      await open(page, '/');
      await page.getByLabel('Your request').fill('databases');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Find them' }).click();
      await page.getByText('The service cannot be reached').waitFor();
    },
  },
  {
    name: 'draft',
    go: async (page) => [
      await open(page, `/w/${made.draft}`),
      await heading(page, 'No results yet'),
      await page.getByText(/^Up to about \$\d/).waitFor(),
    ],
  },
  {
    name: 'running',
    async go(page) {
      await rowsOf(page, made.running);
      if (isPhone(page)) await details(page);
      await page.getByRole('button', { name: 'Activity' }).click();
      await page.locator('.feed li').first().waitFor();
    },
  },
  {
    name: 'running-searches',
    async go(page) {
      await rowsOf(page, made.running);
      await details(page);
      await page.getByText('searxng failed').click();
      await page.getByText('index: asked 1 time, returned 50 hits.').waitFor();
      await page.getByText('At least 2 that the index can find').waitFor();
      await page.getByText('Of what these providers can find, 2 matches are found.').waitFor();
    },
  },
  {
    name: 'finished',
    async go(page) {
      await rowsOf(page, made.finished);
      await details(page);
      await page.getByText('$0.084 for models').waitFor();
    },
  },
  { name: 'matches', go: async (page) => [await open(page, `/w/${made.finished}`), await page.locator('[data-row]').first().waitFor()] },
  {
    name: 'quote',
    async go(page) {
      await rowsOf(page, made.finished);
      if (isPhone(page)) await page.locator('[data-row]').nth(3).scrollIntoViewIfNeeded();
      else await page.getByRole('gridcell', { name: 'Written in Rust: Match' }).first().hover();
      if (!isPhone(page)) await page.getByRole('tooltip').getByText('Tikv is written in Rust.').waitFor();
    },
  },
  {
    name: 'filtered',
    async go(page) {
      const { criteria, values } = made.columns;
      const query = `f=${criteria[1]}.is.match%2Cpartial&f=${values[0]}.has.apache&f=${values[3]}.max.1040&sort=-${values[3]}`;
      await open(page, `/w/${made.finished}?tab=all&${query}`);
      await page.getByText('21 of 60 results').waitFor();
    },
  },
  {
    name: 'view',
    async go(page) {
      await open(page, `/w/${made.finished}?view=${made.view}`);
      await page.getByText('30 of 60 results').waitFor();
      await page.getByRole('button', { name: 'Rust by stars' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    },
  },
  {
    name: 'view-name',
    async go(page) {
      await rowsOf(page, made.finished);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save as a view' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Rust by stars');
      await page.keyboard.press('Enter');
      await page.getByText('already has a view with that name').waitFor();
    },
  },
  {
    name: 'selected',
    async go(page) {
      await rowsOf(page, made.finished);
      await page.getByRole('checkbox', { name: 'Select Engine 1', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Select Engine 2', exact: true }).click({ modifiers: ['Shift'] });
      await page.getByText('2 selected').waitFor();
    },
  },
  {
    name: 'sources',
    async go(page) {
      await open(page, `/w/${made.draft}`);
      await page.getByRole('button', { name: /^Searches / }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'selected-verdict',
    async go(page) {
      await rowsOf(page, made.finished);
      await page.getByRole('checkbox', { name: 'Select Engine 1', exact: true }).click();
      await page.getByRole('button', { name: 'Set a verdict…' }).click();
      await page.getByText('Your verdict on 1 result').waitFor();
    },
  },
  {
    name: 'writing',
    async go(page) {
      await rowsOf(page, made.later);
      if (isPhone(page)) {
        await page.locator('[data-row] .cell-name').first().click();
        await page.getByRole('button', { name: 'Correct it' }).first().click();
        await page.getByLabel('Value').waitFor();
        return;
      }
      await page.getByRole('grid').focus();
      for (const key of ['ArrowDown', 'End', 'F2']) await page.keyboard.press(key);
      await page.locator('.cell-editor input').waitFor();
    },
  },
  {
    name: 'commands',
    async go(page) {
      await rowsOf(page, made.later);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    },
  },
  {
    name: 'title',
    async go(page) {
      await rowsOf(page, made.later);
      if (isPhone(page)) {
        await page.locator('[data-row] .cell-name').first().click();
        await page.getByRole('button', { name: 'Correct the title' }).click();
      } else {
        await page.getByRole('grid').focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('x');
        await page.getByRole('button', { name: 'Correct the title…' }).click();
      }
      await page.getByText('Found as “Engine 0”').waitFor();
    },
  },
  {
    name: 'keys',
    async go(page) {
      await rowsOf(page, made.finished);
      if (isPhone(page)) {
        await page.getByRole('button', { name: 'Answer a few' }).click();
        await page.getByRole('dialog', { name: 'Review' }).getByRole('group', { name: 'Question' }).focus();
      } else await page.getByRole('grid').focus();
      await page.keyboard.press('?');
      await heading(page, 'On the head of a column');
    },
  },
  {
    name: 'filter-form',
    async go(page) {
      await rowsOf(page, made.finished);
      if (isPhone(page)) await page.getByRole('button', { name: /^Sort, filter/ }).click();
      else await page.getByRole('columnheader', { name: 'Stars' }).getByRole('button').click();
      await page.getByRole('menuitem', { name: /^Filter(…| by “Stars)/ }).click();
      await page.getByLabel('At least').fill('many');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByText('A number is needed').waitFor();
    },
  },
  {
    name: 'filter-verdicts',
    async go(page) {
      await rowsOf(page, made.finished);
      if (isPhone(page)) await page.getByRole('button', { name: /^Sort, filter/ }).click();
      else await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
      await page.getByRole('menuitem', { name: /^Filter(…| by “Written)/ }).click();
      await page.getByRole('checkbox', { name: 'Partial' }).check();
    },
  },
  {
    name: 'filtered-none',
    async go(page) {
      await open(page, `/w/${made.finished}?tab=all&f=title.has.nothing%20like%20it`);
      await heading(page, 'No result meets the filters');
    },
  },
  { name: 'proof', go: (page) => proofOf(page, made.finished) },
  {
    name: 'proof-merged',
    async go(page) {
      await proofOf(page, made.merged);
      await page.getByText('Perhaps the same').scrollIntoViewIfNeeded();
      await page.getByText('It was first released in 2016.').last().waitFor();
    },
  },
  {
    name: 'review',
    async go(page) {
      await proofOf(page, made.finished);
      await page.getByRole('button', { name: 'Judge it yourself' }).first().click();
      await page.getByLabel('Why').waitFor();
    },
  },
  {
    name: 'reviewed',
    async go(page) {
      await proofOf(page, made.later);
      const mine = page.getByRole('button', { name: /^(Judge it yourself|Change your verdict)/ }).first();
      await mine.click();
      await page.getByRole('radio', { name: 'No match' }).last().check();
      await page.getByLabel('Why').fill('The licence is not approved.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Somebody says: no match').first().waitFor();
    },
  },
  {
    name: 'review-queue',
    async go(page) {
      await open(page, `/w/${made.unsure}?tab=all`);
      await page.getByRole('button', { name: 'Answer a few' }).click();
      await page.getByRole('button', { name: 'Tikv is written in Rust.' }).click();
      await page.getByText(/12 answers, 34 results meet it/).waitFor();
    },
  },
  {
    name: 'review-offer',
    go: async (page) => [await open(page, `/w/${made.unsure}`), await page.getByRole('button', { name: 'Answer a few' }).waitFor()],
  },
  {
    name: 'suggested',
    async go(page) {
      await open(page, `/w/${made.unsure}?tab=needs_review`);
      await page.locator('[data-row]').first().waitFor();
      if (isPhone(page)) await page.locator('[data-row]').first().click();
      else await page.getByRole('gridcell', { name: 'MIT License' }).first().click();
      await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    },
  },
  {
    name: 'empty-tab',
    go: async (page) => [await open(page, `/w/${made.later}?tab=hidden`), await heading(page, 'Nothing under “Hidden”')],
  },
  {
    name: 'filtered-out',
    async go(page) {
      await rowsOf(page, made.finished);
      await page.getByLabel('Filter by text').fill('no such words');
      await heading(page, 'Nothing matches “no such words”');
    },
  },
  {
    name: 'nothing-found',
    go: async (page) => [await open(page, `/w/${made.empty}`), await page.getByText('The run found no page to check.').waitFor()],
  },
  {
    name: 'next-run',
    go: async (page) => [await rowsOf(page, made.later), await page.getByRole('button', { name: 'Fill what is missing' }).waitFor()],
  },
  {
    name: 'fill',
    async go(page) {
      await rowsOf(page, made.later);
      await page.getByRole('button', { name: 'Fill what is missing' }).click();
      await page.getByText(/^8 results, .* for openai gpt-house\.$/).waitFor();
    },
  },
  {
    name: 'judge-again',
    async go(page) {
      await rowsOf(page, made.finished);
      await page.getByLabel('Filter by text').fill('engine 1');
      await page.getByText('11 of 60 results').waitFor();
      if (isPhone(page)) await page.getByRole('button', { name: /^Sort, filter/ }).click();
      else await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Fill or judge again' }).click();
      await page.getByRole('radio', { name: 'Only the 11 shown' }).check();
      await page.getByText(/^11 results, /).waitFor();
    },
  },
  {
    name: 'filling',
    go: async (page) => [await rowsOf(page, made.filling), await page.getByText('3 of 12 results judged').first().waitFor()],
  },
  {
    name: 'earlier',
    async go(page) {
      await proofOf(page, made.filling);
      await page.getByText('Before: partial').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'stays',
    async go(page) {
      await open(page, `/w/${made.later}?tab=partial`);
      await page.locator('[data-row] .cell-name').first().click();
      await page.getByRole('button', { name: 'Judge it yourself' }).nth(1).click();
      await page.getByRole('radio', { name: 'No match' }).last().check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('is no longer under “Partial”').waitFor();
      if (isPhone(page)) await page.getByRole('button', { name: 'Close' }).click();
    },
  },
  {
    name: 'none-match',
    go: async (page) => [
      await open(page, `/w/${made.none}`),
      await details(page),
      await page.getByText('None of the 24 results matches.').waitFor(),
      await page.getByRole('link', { name: 'Turn on web search' }).waitFor(),
    ],
  },
  {
    name: 'preview-ended',
    go: async (page) => [await open(page, `/w/${made.preview}`), await page.getByRole('button', { name: 'Run in full' }).waitFor()],
  },
  {
    name: 'failed',
    go: async (page) => [await open(page, `/w/${made.failed}`), await page.getByText('No search provider answered').first().waitFor()],
  },
  {
    name: 'export-menu',
    go: async (page) => [
      await rowsOf(page, made.finished),
      await page.getByRole('button', { name: 'Export' }).click(),
      await page.getByRole('menuitemcheckbox', { name: /With proof/ }).waitFor(),
    ],
  },
  {
    name: 'column-menu',
    async go(page) {
      await rowsOf(page, made.finished);
      if (isPhone(page)) return page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('columnheader', { name: 'Written in Rust' }).getByRole('button').click();
      await page.getByRole('menuitem', { name: /Edit/ }).waitFor();
    },
  },
  {
    name: 'share',
    go: async (page) => [
      await rowsOf(page, made.finished),
      await page.getByRole('button', { name: 'Share' }).click(),
      await page.getByRole('button', { name: 'Revoke: Read-only link 1' }).waitFor(),
    ],
  },
  {
    name: 'share-owned',
    signedIn: true,
    async go(page) {
      await open(page, `/w/${made.owned}`);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Revoke: bob' }).click();
      await page.getByText('bob can no longer open it.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'share-unknown',
    signedIn: true,
    async go(page) {
      await open(page, `/w/${made.owned}`);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByLabel('E-mail').fill('nobody@example.org');
      await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByText('No account of this service has this address.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'share-slow',
    async go(page) {
      await rowsOf(page, made.finished);
      await page.route('**/graphql', (route) => (route.request().postData()?.includes('query Shares') ? undefined : route.continue()));
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByText('Can edit: anyone with this link').waitFor();
    },
  },
  {
    name: 'shared-read',
    async go(page) {
      await open(page, `/s/${made.shares.read}?tab=all`);
      await page.locator('[data-row]').first().waitFor();
      await page.getByText('Read only').waitFor();
    },
  },
  {
    name: 'shared-read-proof',
    async go(page) {
      await open(page, `/s/${made.shares.read}?tab=all`);
      await page.locator('[data-row] .cell-name').first().click();
      await page.locator('.passage').first().waitFor();
    },
  },
  {
    name: 'shared-empty',
    go: async (page) => [await open(page, `/s/${made.shares.draft}`), await heading(page, 'No results yet')],
  },
  {
    name: 'shared-ended',
    go: async (page) => [await open(page, `/s/${made.shares.ended}`), await heading(page, 'This link opens nothing')],
  },
  {
    name: 'shared-slow',
    async go(page) {
      await page.route('**/graphql', (route) => (route.request().postData()?.includes('OpenWebset') ? undefined : route.continue()));
      await open(page, `/s/${made.shares.read}`);
      await page.locator('main[aria-busy=true]').waitFor();
    },
  },
  {
    name: 'shared-edit',
    signedIn: true,
    async go(page) {
      await open(page, `/s/${made.shares.edit}`);
      await page.getByRole('button', { name: 'Add' }).waitFor();
    },
  },
  {
    name: 'home-shared',
    signedIn: true,
    async go(page) {
      await open(page, '/');
      await page.getByText('databases that Bob shares with Ann').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'rename',
    go: async (page) => [await rowsOf(page, made.finished), await menu(page, 'Rename'), await page.getByLabel('Title').waitFor()],
  },
  {
    name: 'add-column',
    go: async (page) => [
      await rowsOf(page, made.finished),
      await page.getByRole('button', { name: 'Add' }).click(),
      await page.getByRole('menuitem', { name: 'Add a column' }).click(),
      await page.getByLabel('Format').waitFor(),
    ],
  },
  {
    name: 'search-on',
    go: async (page) => [
      await rowsOf(page, made.finished),
      await page.getByRole('button', { name: 'Search for more' }).click(),
      await page.getByLabel('Pages at most').waitFor(),
    ],
  },
  {
    name: 'deleted',
    signedIn: true,
    async go(page) {
      await open(page, `/w/${await service.createSession('databases to delete', made.ann)}`);
      await heading(page, 'databases to delete');
      await menu(page, 'Delete');
      await page.getByText('is deleted').waitFor();
      await heading(page, 'Your websets');
      await page.getByRole('button', { name: 'Undo' }).focus();
    },
  },
  {
    name: 'missing',
    go: async (page) => [await open(page, '/w/5e2b9c1e-6f0e-4c6e-9d3e-0a4b6d0f1c11'), await heading(page, 'There is no such webset')],
  },
  {
    name: 'forbidden',
    go: async (page) => [await open(page, `/w/${made.owned}`), await heading(page, 'This webset belongs to somebody else')],
  },
  {
    name: 'closed',
    service: () => closed,
    go: async (page, url) => [await page.goto(`${url}/w/${made.finished}`), await heading(page, 'Sign in')],
  },
  {
    name: 'unauthorized',
    async go(page) {
      await page.route('**/graphql', (route) =>
        route.fulfill({ status: 200, json: { errors: [{ message: 'Sign in first', extensions: { code: 'UNAUTHORIZED' } }] } }),
      );
      await open(page, `/w/${made.finished}`);
      await heading(page, 'Sign in to go on');
    },
  },
  {
    name: 'unavailable',
    async go(page) {
      await page.route('**/graphql', (route) =>
        route.fulfill({
          status: 503,
          json: { errors: [{ message: 'The database cannot be reached', extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
        }),
      );
      await open(page, `/w/${made.finished}`);
      await heading(page, 'The service has trouble');
    },
  },
  {
    name: 'lost',
    async go(page) {
      await rowsOf(page, made.running);
      await page.context().setOffline(true);
      await page.evaluate('window.dispatchEvent(new Event("online"))');
      await page.getByText('What you see may be out of date').waitFor();
    },
  },
  {
    name: 'settings',
    go: async (page) => [await open(page, '/settings'), await page.getByText('qwen3:8b, llama3.2:3b').scrollIntoViewIfNeeded()],
  },
  {
    name: 'import-dialog',
    async go(page) {
      await open(page, `/w/${made.draft}`);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Rows from a list' }).click();
      await page.getByLabel('Or paste it here').waitFor();
    },
  },
  {
    name: 'import-mapping',
    async go(page) {
      await open(page, `/w/${made.draft}`);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Rows from a list' }).click();
      const lines = Array.from(
        { length: 30 },
        (_, i) => `Engine ${i},https://engine-${i}.example.org/a/long/path/to/its/home/page,"Owner ${i}, Ltd.",${i}`,
      );
      await page.getByLabel('Or paste it here').fill(['Name,Website,Owner,Stars', ...lines].join('\n'));
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Import 30 lines' }).waitFor();
    },
  },
  {
    name: 'import-lines',
    async go(page) {
      await rowsOf(page, made.imported);
      await page.getByRole('button', { name: 'Lines of the list' }).click();
      await page.getByText('Engine 3 of the list').waitFor();
    },
  },
  {
    name: 'settings-operator',
    signedIn: true,
    async go(page) {
      await open(page, '/settings#model');
      await page.getByRole('button', { name: 'Set up Brave Search' }).waitFor();
      await page.getByRole('button', { name: 'Use Ollama' }).waitFor();
    },
  },
  {
    name: 'settings-dialog',
    signedIn: true,
    async go(page) {
      await open(page, '/settings');
      await page.getByRole('button', { name: 'Use Ollama' }).click();
      await page.getByRole('dialog').getByLabel('Address').fill('http://127.0.0.1:1');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('cannot be reached').waitFor();
    },
  },
  {
    name: 'settings-first-account',
    service: () => strict,
    go: async (page, url) => [await page.goto(`${url}/settings`), await page.getByText('Nobody can sign up').waitFor()],
  },
  {
    name: 'settings-none-here',
    service: () => strict,
    go: async (page, url) => [await page.goto(`${url}/settings`), await page.getByText('None answers.').scrollIntoViewIfNeeded()],
  },
  { name: 'login', go: async (page) => [await open(page, '/auth/login'), await heading(page, 'Sign in')] },
  {
    name: 'login-wrong',
    async go(page) {
      await open(page, '/auth/login');
      await page.getByLabel('E-mail').fill('nobody@example.org');
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'sign-up-wrong',
    async go(page) {
      await open(page, '/auth/sign-up');
      await page.getByRole('button', { name: 'Make an account' }).click();
      await page.getByText('Choose a password').waitFor();
    },
  },
  {
    name: 'sign-up-closed',
    service: () => strict,
    go: async (page, url) => [await page.goto(`${url}/auth/sign-up`), await heading(page, 'No new accounts')],
  },
  { name: 'account', signedIn: true, go: async (page) => [await open(page, '/auth/account'), await heading(page, 'Your account')] },
  {
    name: 'sources-none',
    service: () => strict,
    async go(page, url) {
      await page.goto(`${url}/w/${made.nowhereToSearch}`);
      await page.getByRole('button', { name: /^Searches / }).click();
      await page.getByText('Nothing can be searched: web search is off').waitFor();
    },
  },
  { name: 'nowhere', go: async (page) => [await open(page, '/nowhere'), await heading(page, 'There is no such page')] },
];

/** Registers a test for each scene in one view; where time is short (CI), for each scene in one of the views by turns. */
export function testScenes(view: (typeof VIEWS)[number]['name']): void {
  beforeAll(async () => {
    [service, closed, strict, browser] = await Promise.all([
      openTestService({ facts: FACTS, model: { name: 'openai gpt-house', price: { input: 1, output: 4 } } }),
      openTestService({ settings: { anonymous: false } }),
      openTestService({
        limits: { createPerHour: 1, runPerHour: 0 },
        facts: { ...FACTS, models: FACTS.models.slice(1), signUp: false, findLocal: async () => [] },
      }),
      sharedBrowser(),
    ]);
    made = { ...(await fixtures()), nowhereToSearch: await strict.createSession() };
    if (SHOTS) await mkdir(SHOTS, { recursive: true });
  });
  afterAll(async () => {
    await Promise.all([service, closed, strict].map((one) => one[Symbol.asyncDispose]()));
  });
  beforeEach((context) => {
    if (!browser) context.skip('there is no Chromium');
  });

  const { viewport, colorScheme } = VIEWS.find(({ name }) => name === view) ?? VIEWS[0];
  const isLookedAt = (i: number) => !process.env.CI || VIEWS[i % VIEWS.length]?.name === view;
  test.each(SCENES.filter((_, i) => isLookedAt(i)))(
    `${view}: $name`,
    async ({ name, go, signedIn, made: madeHere, service: at = () => service }) => {
      const { context, foreign, troubles } = await (browser as Browser).context({ viewport, colorScheme });
      if (signedIn) await context.addCookies(cookiesOf(made.ann.cookie));
      if (madeHere) {
        const list = JSON.stringify(madeHere().map((uuid) => ({ id: nodeId(uuid), uuid })));
        await context.addInitScript(`if (location.protocol === 'http:') localStorage.setItem('webset.made', ${JSON.stringify(list)})`);
      }
      const page = await context.newPage();

      await go(page, at().url);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${view}-${name}.png`, animations: 'disabled' });

      expect(await violationsOn(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect(foreign).toEqual([]);
      expect(troubles.filter((words) => !/ERR_INTERNET_DISCONNECTED|status of 503/.test(words))).toEqual([]);
      await context.close();
    },
  );
}

/** A Cookie header as a browser keeps it for this service; __Secure- cookies go to 127.0.0.1 because it is trustworthy. */
function cookiesOf(header: string) {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url: service.url.replace('http:', 'https:'), secure: true, httpOnly: true };
  });
}
