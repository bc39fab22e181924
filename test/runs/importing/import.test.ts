import { expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';
import { htmlPage } from '../../support/web.ts';

type Lab = Awaited<ReturnType<typeof openLab>>;

const page = (name: string, title = name) =>
  htmlPage(title, `${name} is a database written in Rust, released in 2016.`, `Everything about ${name} stands here.`);

const PAGES = {
  '/tikv': page('TiKV', 'TiKV: a distributed store'),
  '/sled': page('sled'),
  '/redb': page('redb'),
};

const IMPORT = `mutation ($input: ImportRowsInput!) { importRows(input: $input) { webset { uuid run { mode state target maxPages } } } }`;
const LINES = `query ($id: UUID!, $first: Int, $after: Int, $outcome: LineOutcome) { webset(id: $id) { run { state reason detail imported {
  counts { outcome count } lines(first: $first, after: $after, outcome: $outcome) { line address name outcome rowId title duplicateOf why note } } } } }`;

async function openWebset(lab: Lab) {
  const sessionId = await lab.createSession('databases');
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  const column = async (label: string, format: string) =>
    (await lab.rpc('addEnrichment', { sessionId, label, format })).body.enrichment.id as string;
  return { sessionId, stars: await column('Stars', 'number'), owner: await column('Owner', 'text') };
}

const importing = async (lab: Lab, input: object) => {
  const { body } = await lab.graphql(IMPORT, { input });
  return { run: body.data?.importRows?.webset.run, error: body.errors?.[0] };
};
const reported = async (lab: Lab, id: string, more: object = {}) => (await lab.graphql(LINES, { id, ...more })).body.data.webset.run;

test('the things of a list become rows with the list’s values, and each line reports its result', async () => {
  await using lab = await openLab(PAGES);
  const { sessionId, stars, owner } = await openWebset(lab);
  const { url } = lab.web;
  const list = [
    'Name,Website,Stars,Owner,Notes',
    `Tee Kay Vee,${url}/tikv,15000,"PingCAP, Inc.",x`,
    `Sled,${url}/sled,about 8000,Tyler,`,
    `TiKV again,${url}/tikv,1,Somebody,`,
    `Gone,${url}/gone,3,,`,
    ',,5,,',
    `,not an address,5,,`,
  ].join('\r\n');

  const { run } = await importing(lab, {
    websetId: sessionId,
    list,
    hasHead: true,
    names: 1,
    addresses: 2,
    values: [
      { column: 3, enrichmentId: stars },
      { column: 4, enrichmentId: owner },
    ],
  });
  const { rows } = await lab.ended(sessionId);
  const report = await reported(lab, sessionId);

  expect(run).toMatchObject({ mode: 'IMPORT', state: 'queued', target: 5, maxPages: 5 });
  expect(report).toMatchObject({
    state: 'completed',
    reason: 'rows_done',
    detail: '2 of 5 lines became rows; 1 already there, 1 not found, 1 not readable',
  });
  const [tikv, sled] = ['Tee Kay Vee', 'sled'].map((title) => rows.find((row: { title: string }) => row.title === title));
  expect(rows).toHaveLength(2);
  expect(tikv).toMatchObject({ url: `${url}/tikv`, enrichments: { Stars: '15000', Owner: 'PingCAP, Inc.' } });
  expect(tikv.criteria['Written in Rust'].verdict).toBe('match');
  expect(sled.enrichments.Owner).toBe('Tyler');
  expect(report.imported.lines).toEqual([
    {
      line: 2,
      address: `${url}/tikv`,
      name: 'Tee Kay Vee',
      outcome: 'row',
      rowId: tikv.id,
      title: 'Tee Kay Vee',
      duplicateOf: null,
      why: null,
      note: null,
    },
    {
      line: 3,
      address: `${url}/sled`,
      name: 'Sled',
      outcome: 'row',
      rowId: sled.id,
      title: 'sled',
      duplicateOf: null,
      why: null,
      note: expect.stringMatching(/^Stars: “about 8000” was left out\. A number is/),
    },
    {
      line: 4,
      address: `${url}/tikv`,
      name: 'TiKV again',
      outcome: 'duplicate',
      rowId: tikv.id,
      title: 'Tee Kay Vee',
      duplicateOf: 2,
      why: null,
      note: null,
    },
    {
      line: 5,
      address: `${url}/gone`,
      name: 'Gone',
      outcome: 'unreadable',
      rowId: null,
      title: null,
      duplicateOf: null,
      why: expect.stringContaining('404'),
      note: null,
    },
    {
      line: 7,
      address: 'not an address',
      name: null,
      outcome: 'unresolved',
      rowId: null,
      title: null,
      duplicateOf: null,
      why: '“not an address” is no address',
      note: null,
    },
  ]);
  expect(report.imported.counts).toEqual([
    { outcome: 'duplicate', count: 1 },
    { outcome: 'row', count: 2 },
    { outcome: 'unreadable', count: 1 },
    { outcome: 'unresolved', count: 1 },
  ]);
  expect(
    (await reported(lab, sessionId, { first: 1, after: 2, outcome: 'row' })).imported.lines.map(({ line }: { line: number }) => line),
  ).toEqual([3]);
});

test('names are found by page titles in the searched sources; pages with another title are not guessed', async () => {
  await using lab = await openLab(PAGES);
  const { sessionId } = await openWebset(lab);
  const { url } = lab.web;
  lab.web.search = (req, res) => {
    const query = new URL(req.url ?? '/', url).searchParams.get('q');
    const hit = (path: string, title: string) => ({ url: path.startsWith('/') ? url + path : path, title, content: '' });
    const results = {
      TiKV: [hit('/sled', 'Why we left TiKV'), hit('/tikv', 'TiKV - a distributed store')],
      redb: [hit('/sled', 'sled and redb'), hit('/redb', 'redb | Docs')],
      Nothing: [],
      Other: [hit('/sled', 'Others like it')],
    }[query ?? ''];
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: results ?? [] }));
  };

  await importing(lab, { websetId: sessionId, list: 'TiKV\nredb\nNothing\nOther\n?!\n', separator: '', names: 1 });
  const { rows } = await lab.ended(sessionId);
  const { imported } = await reported(lab, sessionId);

  expect(rows.map((row: { url: string; title: string }) => [row.url, row.title]).sort()).toEqual([
    [`${url}/redb`, 'redb'],
    [`${url}/tikv`, 'TiKV'],
  ]);
  expect(imported.lines.map(({ line, outcome, why }: Record<string, unknown>) => [line, outcome, why])).toEqual([
    [1, 'row', null],
    [2, 'row', null],
    [3, 'unresolved', 'nothing was found by its name'],
    [4, 'unresolved', 'none of 1 pages that were found is called so'],
    [5, 'unresolved', 'its name has no letters'],
  ]);
});

test('values of a list stay when rows are judged again or the column’s question changes, and a later list replaces them', async () => {
  await using lab = await openLab(PAGES);
  const { sessionId, owner } = await openWebset(lab);
  const list = (who: string) => ({
    websetId: sessionId,
    list: `${lab.web.url}/tikv,${who}`,
    addresses: 1,
    values: [{ column: 2, enrichmentId: owner }],
  });
  const ownerNow = async () => (await lab.ended(sessionId)).rows[0].enrichments;

  await importing(lab, list('Ann'));
  await lab.ended(sessionId);
  await lab.graphql('mutation ($id: UUID!) { startRun(input: { websetId: $id, mode: REJUDGE }) { webset { uuid } } }', { id: sessionId });
  expect((await ownerNow()).Owner).toBe('Ann');
  expect((await reported(lab, sessionId)).reason).toBe('rows_done');
  await lab.graphql(
    'mutation ($id: UUID!) { updateEnrichment(input: { enrichmentId: $id, label: "Maintainer" }) { enrichment { uuid } } }',
    { id: owner },
  );
  expect((await ownerNow()).Maintainer).toBe('Ann');
  await importing(lab, list('Ben'));
  expect((await ownerNow()).Maintainer).toBe('Ben');

  const [cell] = await lab.sql`select judge, reason, quote from value where enrichment_id = ${owner}`;
  expect(cell).toEqual({ judge: 'imported', reason: 'imported', quote: null });
  expect((await reported(lab, sessionId)).imported.lines).toMatchObject([{ outcome: 'duplicate', duplicateOf: null, title: 'TiKV' }]);
});

test('a listing page becomes the row of its line, as a person says that it is a thing', async () => {
  const links = Array.from({ length: 30 }, (_, i) => `<li><a href="/db${i}">Database ${i}</a></li>`).join('');
  const listing = `<!doctype html><html lang="en"><head><title>Databases</title></head><body><main><h1>Databases</h1><ul>${links}</ul></main></body></html>`;
  await using lab = await openLab({ '/all': listing });
  const { sessionId } = await openWebset(lab);

  await importing(lab, { websetId: sessionId, list: `${lab.web.url}/all`, addresses: 1 });

  expect((await lab.ended(sessionId)).rows).toMatchObject([{ url: `${lab.web.url}/all` }]);
});

test('a run that its worker leaves continues with the remaining lines on another worker', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: let_, resolve: letGo } = Promise.withResolvers<void>();
  await using lab = await openLab({
    ...PAGES,
    '/slow': async (_req, res) => {
      begin();
      await let_;
      res.writeHead(200, { 'content-type': 'text/html' }).end(page('Slow'));
    },
  });
  const { sessionId } = await openWebset(lab);
  const list = ['tikv', 'slow', 'sled', 'redb'].map((path) => `${lab.web.url}/${path}`).join('\n');

  await importing(lab, { websetId: sessionId, list, addresses: 1 });
  await begun;
  const left = lab.worker[Symbol.asyncDispose]();
  await using _next = await lab.startWorker();
  letGo();
  await left;
  const { rows } = await lab.ended(sessionId);

  expect(rows.map(({ title }: { title: string }) => title).sort()).toEqual(['Slow', 'TiKV', 'redb', 'sled']);
  expect((await reported(lab, sessionId)).imported.counts).toEqual([{ outcome: 'row', count: 4 }]);
});

test('an invalid list is refused with the reason, and nothing is changed', async () => {
  await using lab = await openLab();
  const { sessionId, owner } = await openWebset(lab);
  const other = await openWebset(lab);
  const refusal = async (input: object) => (await importing(lab, { websetId: sessionId, list: 'a', names: 1, ...input })).error;
  const messages = async (input: object) => (await refusal(input))?.extensions.issues?.map(({ message }: { message: string }) => message);

  expect(await messages({ names: null })).toEqual(['Name the column of addresses, or that of names']);
  expect(await messages({ list: 'Name\n', hasHead: true })).toEqual(['The list has nothing in the columns of addresses and names']);
  expect(await messages({ list: 'a\n'.repeat(5001) })).toEqual(['The list has more than 5000 lines: bring as many at a time']);
  expect(await messages({ separator: '/' })).toEqual(['separator is a comma, a semicolon, a tab, a vertical bar or empty']);
  expect(await messages({ values: [1, 2].map((column) => ({ column, enrichmentId: owner })) })).toEqual([
    'Two columns of the list have one column of the webset',
  ]);
  expect((await refusal({ values: [{ column: 1, enrichmentId: other.owner }] }))?.message).toBe(
    'A column that was named is none of this webset',
  );
  const start = await lab.graphql('mutation ($id: UUID!) { startRun(input: { websetId: $id, mode: IMPORT }) { webset { uuid } } }', {
    id: sessionId,
  });
  expect(start.body.errors?.[0].message).toBe('A run that imports starts with its list: importRows');
  const ann = await lab.as('ann');
  const owned = await lab.createSession('q', ann);
  expect((await refusal({ websetId: owned }))?.extensions.code).toBe('FORBIDDEN');
  expect(await lab.sql`select from run`).toHaveLength(0);

  await lab.sql`insert into run (webset_id, target, max_pages, max_minutes) values (${sessionId}, 1, 1, 1)`;
  expect((await refusal({}))?.extensions.code).toBe('CONFLICT');
  expect(await lab.sql`select from import_line`).toHaveLength(0);
});
