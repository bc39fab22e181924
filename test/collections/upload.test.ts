import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../src/agent/address.ts';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { insertFiles } from '../../src/db/queries/collections/file.ts';
import { createLimiter } from '../../src/domain/work/limiter.ts';
import { addressesOfCsv, addressLines } from '../../src/runs/collections/addresses.ts';
import { type ReadingDeps, readCollection } from '../../src/runs/collections/read-collection.ts';
import { nameFile } from '../../src/services/collections/names.ts';
import { pdfOf } from '../support/agent/pdf.ts';
import { openLab } from '../support/lab.ts';
import { pageOf } from '../support/page.ts';
import { until } from '../support/until.ts';

// Uploads from the form to the rows, on a real port with a real worker. Addresses lead to the lab's own web.

let lab: Awaited<ReturnType<typeof openLab>>;
let ann: { cookie: string };
beforeAll(async () => {
  const page = (name: string) =>
    `<title>${name}</title><main><h1>${name}</h1><p>${name} is an open-source database written in Rust.</p></main>`;
  lab = await openLab({ '/one': page('Onebase'), '/two': page('Twobase') }, { SEARCH_PROVIDERS: 'index,searxng' });
  ann = await lab.as('ann');
});
afterAll(() => lab[Symbol.asyncDispose]());

const idleQueue = { opened: async () => ({ send: async () => null }) } as unknown as ReadingDeps['queue'];

type Files = Record<string, string | Uint8Array>;
function formOf(files: Files, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  for (const [name, body] of Object.entries(files)) form.append('files', new Blob([body as BlobPart]), name);
  return form;
}
async function upload(body: FormData, headers: Record<string, string> = ann, into?: string) {
  const path = into ? `/api/collections/${into}/files` : '/api/collections';
  const response = await fetch(lab.url + path, { method: 'POST', body, headers });
  return { status: response.status, body: await response.json() };
}
const COLLECTION = 'query Q($id: UUID!) { collection(id: $id) { name kind pages files { waiting read failed } failures { path reason } } }';
async function settled(id: string, headers = ann) {
  await until(async () => (await lab.sql`select from collection_file where collection_id = ${id} and state = 'waiting'`).length === 0);
  return (await lab.graphql(COLLECTION, { id }, headers)).body.data.collection;
}
const doc = (name: string, what = 'an open-source database written in Rust') => `<h1>${name}</h1><p>${name} is ${what}.</p>`;

test('files of every kind are accepted, read by a worker, and found by requests of their account', async () => {
  const made = await upload(
    formOf(
      {
        'papers/ferro.html': doc('Ferro'),
        'papers/grün/README.md': '# Oxide\n\nOxide is an open-source database written in Rust.',
        'note.txt': 'Corroded\n\nCorroded is an open-source database written in Rust.',
        'sheet.pdf': pdfOf([['Rustic is an open-source database written in Rust.', 12, 40]]),
        'picture.png': 'x',
      },
      { name: 'My papers' },
    ),
  );

  const collection = await settled(made.body.collection.id);

  expect(made).toEqual({
    status: 201,
    body: {
      collection: { id: expect.any(String), name: 'My papers', pages: expect.any(Number), waiting: expect.any(Number), failed: 0 },
      taken: 4,
      refused: [{ name: 'picture.png', reason: expect.stringContaining('.html') }],
      refusals: 1,
    },
  });
  expect(collection).toEqual({ name: 'My papers', kind: 'uploaded', pages: 4, files: { waiting: 0, read: 4, failed: 0 }, failures: [] });

  const { body } = await lab.graphql(
    'mutation M($input: CreateWebsetInput!) { createWebset(input: $input) { webset { uuid searchWeb collections { name pages } } } }',
    { input: { originalQuery: 'open-source databases written in Rust', collectionIds: [made.body.collection.id] } },
    ann,
  );
  const { uuid, ...searched } = body.data.createWebset.webset;
  expect(searched).toEqual({ searchWeb: false, collections: [{ name: 'My papers', pages: 4 }] });
  const { status } = await lab.rpc('startRun', { sessionId: uuid }, ann);
  expect(status).toBe(200);
  const session = await lab.until(uuid, ({ runAlive }) => !runAlive, ann);
  const rows: { url: string; matchVerdict: string }[] = session.rows;
  expect(rows.map(({ url }) => decodeURIComponent(url.replace(/^http:\/\/127\.0\.0\.1\/pages\/[^/]+\//, ''))).sort()).toEqual([
    'note.txt',
    'papers/ferro.html',
    'papers/grün/README.md',
    'sheet.pdf',
  ]);
  expect(lab.web.hits.has('/search')).toBe(false);
  const served = await lab.get(new URL(rows.find(({ url }) => url.endsWith('ferro.html'))?.url ?? '').pathname, ann);
  expect([served.status, served.headers.get('content-type'), await served.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'Ferro\nFerro is an open-source database written in Rust.',
  ]);
});

test('a table, a list and a text of addresses become the pages that they name', async () => {
  const csv = `name,Website\r\n"One, Inc.",${lab.web.url}/one\r\nNone,${lab.web.url}/none\r\n,\r\n`;
  const made = await upload(formOf({ 'companies.csv': csv, 'more.txt': `# mine\n${lab.web.url}/two\n` }, { urls: `${lab.web.url}/one` }));

  await upload(formOf({}, { urls: `${lab.web.url}/two` }), ann, made.body.collection.id);
  const collection = await settled(made.body.collection.id);

  expect(collection).toMatchObject({ pages: 2, files: { waiting: 0, read: 2, failed: 1 } });
  expect(collection.failures).toEqual([{ path: `${lab.web.url}/none`, reason: expect.stringMatching(/404/) }]);
});

test.each([
  ['a semicolon is no separator of a table of commas', 'name,url\nFoo; Bar Inc,https://foo.org\nBaz,https://baz.org/a;b=1'],
  ['a comma is no separator of a table of semicolons', 'name;url;note\nFoo, Inc;https://foo.org;a\nBaz;"https://baz.org/a;b=1";b'],
  ['tabs, and a quoted header', '\ufeff"name, or ""names""; all"\turl\r\nFoo, Bar; Inc\thttps://foo.org\r\nBaz\thttps://baz.org/a;b=1\r\n'],
  ['one column, without a header', 'https://foo.org\n"https://baz.org/a;b=1"'],
])('a CSV is split into cells: %s', (_name, csv) => {
  expect(addressesOfCsv(csv).urls).toEqual(['https://foo.org/', 'https://baz.org/a;b=1']);
});

test.each([
  [
    'another header',
    'Name,Company website,LinkedIn URL\nA,foo.org,https://www.linkedin.com/company/a\nB,bar.org,https://www.linkedin.com/company/b',
    'Company website',
  ],
  [
    'a profile before the site',
    'LinkedIn URL,Email,Company domain\nhttps://linkedin.com/in/a,a@foo.org,foo.org\nhttps://linkedin.com/in/b,b@bar.org,bar.org',
    'Company domain',
  ],
  ['a kind of domain beside it', 'Domain name,Domain type\nfoo.org,City\nbar.org,County', 'Domain name'],
  ['a declared separator', 'sep=;\nName;Web site\nA, Inc;foo.org\nB;bar.org', 'Web site'],
  ['bars', 'name|url\nA|https://foo.org/\nB|https://bar.org/', 'url'],
  ['bare domains without a header', 'foo.org,1\nbar.org,2', '1'],
])('of several columns the one with the site is used and reported: %s', (_name, csv, column) => {
  expect(addressesOfCsv(csv)).toEqual({ urls: ['https://foo.org/', 'https://bar.org/'], column });
});

test('addresses are looked for in the first 200 columns', () => {
  const csv = (before: number) => `${'x,'.repeat(before)}url\n${'1,'.repeat(before)}https://foo.org/`;

  expect(addressesOfCsv(csv(199)).urls).toEqual(['https://foo.org/']);
  expect(addressesOfCsv(csv(200)).urls).toEqual([]);
});

test('a text of bare domains is a list, and one of similar-looking names is not', () => {
  expect(addressLines('# mine\nfoo.org\nbar.org/about\n')).toEqual({ urls: ['https://foo.org/', 'https://bar.org/about'], others: 0 });
  expect(addressLines('Node.js\nVue.js\n')).toEqual({ urls: [], others: 2 });
  expect(addressLines('foo.org\nis a site')).toEqual({ urls: ['https://foo.org/'], others: 1 });
});

test.each(['R&D/a+b, c.html', 'R&D/a%2Bb%2C%20c.html', './R%26D/a+b,%20c.html', 'R&D/$1;v=2@x.md', 'R&D/50%.txt', '[1] a|b.txt'])(
  'a link in a folder leads to the address of the file: %s',
  (href) => {
    const under = 'http://127.0.0.1/pages/5b0c680a-4b0a-426b-93ef-1c58fc8ae79c/';
    const name = { 'R&D/50%.txt': 'R&D/50%.txt' }[href] ?? decodeURIComponent(href);

    expect(addressOf(href === 'R&D/50%.txt' ? 'R&D/50%25.txt' : href, `${under}index.html`)).toBe(
      under + (nameFile(name) as { encoded: string }).encoded,
    );
    expect(addressOf(href, 'https://example.org/')).toBe(new URL(href, 'https://example.org/').href); // elsewhere unchanged
  },
);

test('two long names that differ only at the end stay different, and within the limit', () => {
  const long = 'A name that is far longer than a step may be, '.repeat(4);
  const pathOf = (name: string) => (nameFile(name) as { path: string }).path;

  const paths = [`${long}1.txt`, `${long}2.txt`, `${long}1/a.txt`, `${long}2/a.txt`].map(pathOf);

  expect(new Set(paths).size).toBe(4);
  for (const path of paths) expect(path.split('/')[0]).toHaveLength(150);
  expect(pathOf(`${long}1.txt`)).toBe(paths[0]); // a new upload gets the same path
});

test.each([
  ['a file', 'The words of the first.', 'The words of the second.', ['https://files.example/a.txt'], ['The words of the second.']],
  ['a list', 'https://first.example/', 'https://second.example/', ['https://second.example/'], ['of https://second.example/']],
])('%s that is uploaded again while it is read keeps the new version', async (_what, first, second, addresses, texts) => {
  const { id } = await insertCollection(lab.db, { kind: 'uploaded', ownerId: null, name: 'Anew', source: null });
  const put = (text: string) => {
    const file = { path: 'a.txt', url: 'https://files.example/a.txt', servedAt: null, mediaType: 'text/plain' };
    return insertFiles(lab.db, [{ ...file, collectionId: id, body: Buffer.from(text), bytes: text.length }]);
  };
  const freshness = { isStorable: false, freshUntil: 0, etag: null, lastModified: null };
  const deps: ReadingDeps = {
    // no other worker takes the jobs that it sends
    ...{ db: lab.db, queue: idleQueue, lanes: 1, log: pino({ level: 'silent' }) },
    largeFiles: createLimiter({ each: 1 }),
    reader: { read: async ({ url, body }) => pageOf(`p> ${body}`, { url }) },
    fetcher: {
      fetch: async (url) => ({ url, status: 200, mediaType: 'text/html', charset: null, freshness, body: Buffer.from(`of ${url}`) }),
    },
  };
  const readAll = async (of: ReadingDeps) => {
    for (const kind of ['uploads', 'addresses'] as const)
      await readCollection(of, { collectionId: id, kind, caller: id }, new AbortController().signal);
  };
  let isFirst = true;
  const transaction: typeof lab.db.transaction = async (...args) => {
    if (isFirst) {
      isFirst = false;
      await put(second);
      await readAll(deps);
    }
    return lab.db.transaction(...args);
  };
  await put(first);

  await readAll({ ...deps, db: Object.assign(Object.create(lab.db), { transaction }) });

  const files = await lab.sql`select url, state from collection_file where collection_id = ${id}`;
  const entries = await lab.sql`select body from index_entry where collection_id = ${id}`;
  expect(files.map(({ url, state }) => [url, state])).toEqual(addresses.map((url) => [url, 'read']));
  expect(entries.map(({ body }) => body)).toEqual(texts);
});

test('files are added to a collection, and one of the same name replaces the previous one', async () => {
  const made = await upload(
    formOf({ 'a.txt': 'The first words of the file.', 'index.html': doc('Start') }, { base: 'https://docs.example/v1?x' }),
  );
  const { id } = made.body.collection;
  await settled(id);

  const more = await upload(
    formOf({ 'a.txt': 'The second words of the file.', 'b.txt': 'Another file of words.' }, { base: 'https://docs.example/v1' }),
    ann,
    id,
  );

  expect(more).toMatchObject({ status: 200, body: { taken: 2, collection: { name: 'Uploaded pages' } } });
  expect(await settled(id)).toMatchObject({ pages: 3, files: { read: 3 } });
  const found =
    await lab.sql`select e.url, p.text from index_entry e join page p on p.id = e.page_id where e.collection_id = ${id} order by e.url`;
  expect(found).toMatchObject([
    { url: 'https://docs.example/v1/' },
    { url: 'https://docs.example/v1/a.txt', text: 'The second words of the file.' },
    { url: 'https://docs.example/v1/b.txt' },
  ]);
});

test('hostile names and files are read as what they are, or refused with a reason', async () => {
  const names = [
    '../../etc/passwd.txt',
    'C:\\temp\\..\\x.txt',
    '/abs/y.txt',
    `${'n'.repeat(5000)}.txt`,
    'a/./b/%2e%2e/z.txt',
    'evil\u202etxt.md',
    '\ud800.txt',
  ];
  const deep = `${'d/'.repeat(500)}x.txt`;
  const bomb = `<div>`.repeat(200_000);
  const files: Files = Object.fromEntries(names.map((name, i) => [name, `Plain words number ${i} of a file.`]));
  const made = await upload(
    formOf({
      ...files,
      [deep]: 'x',
      'bomb.html': bomb,
      'not.pdf': '%PDF-1.7 nothing',
      'empty.txt': '',
      '..': 'x',
      'zeros.txt': new Uint8Array(5000),
    }),
  );

  const collection = await settled(made.body.collection.id);

  expect(made.body.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
    expect.stringContaining('folders deep'),
    'it has no name',
  ]);
  const paths =
    await lab.sql`select path, url from collection_file where collection_id = ${made.body.collection.id} and state = 'read' order by position`;
  expect(paths.map(({ path }) => path)).toEqual([
    'etc/passwd.txt',
    'C:/temp/x.txt',
    'abs/y.txt',
    expect.stringMatching(/^n{133}~[0-9a-f]{12}\.txt$/),
    'a/b/%2e%2e/z.txt',
    'eviltxt.md',
    '\ufffd.txt',
    ...paths.map(({ path }) => path).slice(7),
  ]);
  for (const { url } of paths) expect(new URL(url).href).toBe(url);
  expect(collection.failures.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['not.pdf', 'empty.txt']));
  for (const { reason } of collection.failures) expect(reason).not.toMatch(/worker says how/);
});
