import { expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';
import { until } from '../../support/until.ts';
import { htmlPage, type Serve } from '../../support/web.ts';

// What imports meet: runs that end early, searches that fail or run out, rows that are merged, hidden and changed.

type Lab = Awaited<ReturnType<typeof openLab>>;

const page = (name: string) => htmlPage(name, `${name} is a database written in Rust, with 99 stars.`);
const PAGES = { '/tikv': page('TiKV'), '/sled': page('sled') };

async function openWebset(lab: Lab) {
  const sessionId = await lab.createSession('databases');
  const column = async (label: string, format: string) =>
    (await lab.rpc('addEnrichment', { sessionId, label, format })).body.enrichment.id as string;
  return { sessionId, owner: await column('Owner', 'text') };
}

async function change(lab: Lab, name: string, input: object, fields = 'webset { uuid }') {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const { body } = await lab.graphql(`mutation ($input: ${type}) { ${name}(input: $input) { ${fields} } }`, { input });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data[name];
}

const LINES = `query ($id: UUID!) { webset(id: $id) { lastImport { state detail imported { counts { outcome count } lines(first: 100) { line outcome why note title } } } } }`;
const reported = async (lab: Lab, id: string) => (await lab.graphql(LINES, { id })).body.data.webset.lastImport;
const owners = async (lab: Lab, id: string) =>
  (await lab.ended(id)).rows
    .map((row: { title: string; enrichments: { Owner: string | null } }) => [row.title, row.enrichments.Owner])
    .sort();

test('rows read before a run is stopped have their values, and the next run continues with the remaining lines', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let isSlow = true;
  const slow: Serve = (_req, res) => {
    begin();
    if (!isSlow) res.writeHead(200, { 'content-type': 'text/html' }).end(page('Slow'));
  };
  await using lab = await openLab({ ...PAGES, '/slow': slow }, { RUN_LANES: '1' });
  const { sessionId, owner } = await openWebset(lab);
  const list = ['tikv,A', 'sled,B', 'slow,C'].map((line) => `${lab.web.url}/${line}`).join('\n');

  await change(lab, 'importRows', { websetId: sessionId, list, addresses: 1, values: [{ column: 2, enrichmentId: owner }] });
  await begun;
  await change(lab, 'cancelRun', { websetId: sessionId });
  expect(await owners(lab, sessionId)).toEqual([
    ['TiKV', 'A'],
    ['sled', 'B'],
  ]);
  expect((await reported(lab, sessionId)).imported.counts).toEqual([
    { outcome: 'row', count: 2 },
    { outcome: 'waiting', count: 1 },
  ]);
  isSlow = false;
  await change(lab, 'resumeImport', { websetId: sessionId });

  expect(await owners(lab, sessionId)).toContainEqual(['Slow', 'C']);
  expect((await reported(lab, sessionId)).imported.lines).toMatchObject([{ line: 3, outcome: 'row' }]);
  await expect(change(lab, 'resumeImport', { websetId: sessionId })).rejects.toThrow('No line of a list is left to go on with');
});

test('more names than a run may search for are left for the next one', async () => {
  await using lab = await openLab({}, {}, { ceilings: { maxSearches: 2 } });
  const { sessionId } = await openWebset(lab);

  await change(lab, 'importRows', { websetId: sessionId, list: 'a1\nb2\nc3', names: 1 });
  await lab.ended(sessionId);

  expect(await reported(lab, sessionId)).toMatchObject({
    state: 'completed',
    detail: '0 of 3 lines became rows; 1 not reached, 2 not found: a run makes 2 searches for names',
  });
  await change(lab, 'resumeImport', { websetId: sessionId });
  await lab.ended(sessionId);
  expect((await reported(lab, sessionId)).imported.lines).toMatchObject([{ line: 3, outcome: 'unresolved' }]);
});

test('a search that is temporarily unavailable makes no name unknown: the run tries again', async () => {
  await using lab = await openLab(PAGES);
  const { sessionId } = await openWebset(lab);
  let asked = 0;
  lab.web.search = (_req, res) => {
    if (asked++ === 0) return res.writeHead(503).end('busy');
    const results = [{ url: `${lab.web.url}/tikv`, title: 'TiKV', content: '' }];
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };

  await change(lab, 'importRows', { websetId: sessionId, list: 'TiKV', names: 1 });
  await until(async () => (await lab.sql`select 1 from run where failures > 0`).length > 0 || asked > 1);
  await lab.sql`delete from pause`;
  await lab.ended(sessionId);

  expect((await reported(lab, sessionId)).imported.lines).toMatchObject([
    { outcome: 'row', note: expect.stringMatching(/^found by its name at 127/) },
  ]);
});

test('pages of a list with nearly the same words are separate rows, as a person says so; a merged row keeps the list’s value', async () => {
  const branch = (town: string) =>
    htmlPage(
      `Lampco ${town}`,
      `Lampco sells lamps and shades, cords and bulbs, and mends old ones, in ${town}.`,
      'Open from nine to five on all days but Sunday.',
    );
  await using lab = await openLab({ '/a': branch('Leeds'), '/b': branch('York'), '/own': page('Own') });
  const { sessionId, owner } = await openWebset(lab);
  const list = `${lab.web.url}/a,Sue\n${lab.web.url}/b,Tim`;

  await change(lab, 'importRows', { websetId: sessionId, list, addresses: 1, values: [{ column: 2, enrichmentId: owner }] });
  const { rows } = await lab.ended(sessionId);
  expect(await owners(lab, sessionId)).toEqual([
    ['Lampco Leeds', 'Sue'],
    ['Lampco York', 'Tim'],
  ]);
  await lab.sql`update value set value = 'the page', judge = 'lexical', reason = 'silent' where row_id = ${rows[0].id}`;
  await change(lab, 'mergeRows', { rowIds: rows.map(({ id }: { id: string }) => id) }, 'row { uuid }');
  const kept = rows[1].enrichments.Owner;

  expect((await owners(lab, sessionId)).map(([, said]: [string, string]) => said)).toEqual([kept]);
  await change(lab, 'updateEnrichment', { enrichmentId: owner, label: 'Keeper' }, 'enrichment { uuid }');
  expect((await lab.session(sessionId)).rows[0].enrichments.Keeper).toBe(kept);
  await change(lab, 'updateEnrichment', { enrichmentId: owner, format: 'number' }, 'enrichment { uuid }');
  expect((await lab.session(sessionId)).rows[0].enrichments.Keeper).toBeNull();
});

test('a list creates its columns, keeps replaced values as history, marks its values as imported, and reports hidden rows', async () => {
  await using lab = await openLab(PAGES);
  const { sessionId, owner } = await openWebset(lab);
  const address = `${lab.web.url}/tikv`;
  await change(lab, 'importRows', { websetId: sessionId, list: address, addresses: 1 });
  const [row] = (await lab.ended(sessionId)).rows;
  await lab.sql`update value set value = 'the page', reason = 'stated' where row_id = ${row.id}`;
  await change(lab, 'hideRow', { rowId: row.id }, 'row { uuid }');

  const values = [
    { column: 2, enrichmentId: owner },
    { column: 3, label: 'Since', format: 'number' },
  ];
  await change(lab, 'importRows', { websetId: sessionId, list: `${address},Ann,2016`, addresses: 1, values });
  await lab.ended(sessionId);
  expect((await reported(lab, sessionId)).imported.lines).toMatchObject([
    { outcome: 'duplicate', title: 'TiKV', why: 'its row is hidden' },
  ]);
  await change(lab, 'showRow', { rowId: row.id }, 'row { uuid }');

  expect((await lab.session(sessionId)).rows[0].enrichments).toEqual({ Owner: 'Ann', Since: '2016' });
  const csv = await (await lab.get(`/api/websets/${sessionId}/download?format=csv`)).text();
  expect(csv.split('\r\n')[1]).toBe(`${address},TiKV,Ann,2016,,,,a list,,,a list`);
  expect(await lab.sql`select value from past_value where row_id = ${row.id}`).toEqual([{ value: 'the page' }]);
  await expect(
    change(lab, 'importRows', { websetId: sessionId, list: `${address},x`, addresses: 1, values: [{ column: 2, label: 'Since' }] }),
  ).rejects.toThrow('This webset already has an enrichment with that label');
});

test('lists with far more data than lines are refused early, and so are lists with too many lines', async () => {
  await using lab = await openLab();
  const { sessionId, owner } = await openWebset(lab);
  const refused = (list: string, more: object = {}) => change(lab, 'importRows', { websetId: sessionId, list, names: 1, ...more });

  await expect(refused(`a${'\n'.repeat(30_000)}`)).rejects.toThrow('more than 20000 lines');
  await expect(refused(`${','.repeat(400_000)}a`)).rejects.toThrow('more than 300000 cells');
  await expect(refused('a\n'.repeat(1001))).rejects.toThrow('A run may read 1000 pages: bring 1000 of the 1001 lines at a time');
  await expect(
    refused('a,b', {
      values: [
        { column: 2, enrichmentId: owner },
        { column: 2, label: 'new' },
      ],
    }),
  ).rejects.toThrow('One column of the list is named twice');
  await expect(refused('a,b', { values: [{ column: 2 }] })).rejects.toThrow(
    'Name the column of the webset, or give the label of a new one',
  );
  expect((await lab.sql`select label from enrichment`).map(({ label }) => label)).toEqual(['Owner']);
});
