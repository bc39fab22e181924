import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfOf } from '../support/agent/pdf.ts';
import { openLab } from '../support/lab.ts';

// Uploads from the form to the rows, on a real port with a real worker. The web that addresses lead to is the lab's own.

let lab: Awaited<ReturnType<typeof openLab>>;
let ann: { cookie: string };
beforeAll(async () => {
  const page = (name: string) =>
    `<title>${name}</title><main><h1>${name}</h1><p>${name} is an open-source database written in Rust.</p></main>`;
  lab = await openLab({ '/one': page('Onebase'), '/two': page('Twobase') }, { SEARCH_PROVIDERS: 'index,searxng' });
  ann = await lab.as('ann');
});
afterAll(() => lab[Symbol.asyncDispose]());

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
  const look = async () => (await lab.graphql(COLLECTION, { id }, headers)).body.data.collection;
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const found = await look();
    if (found.files.waiting === 0) return look(); // its pages were counted before its files
    if (Date.now() > deadline) throw new Error(`still waiting: ${JSON.stringify(found)}`);
  }
}
const doc = (name: string, what = 'an open-source database written in Rust') => `<h1>${name}</h1><p>${name} is ${what}.</p>`;

test('files of every kind are taken as they come, read by a worker, and found by the requests of their account', async () => {
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

test('files are added to a collection, and one of the same name takes the place of the one before', async () => {
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

test('hostile names and files are read as what they are, or refused in words', async () => {
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
    `${'n'.repeat(146)}.txt`,
    'a/b/%2e%2e/z.txt',
    'eviltxt.md',
    '\ufffd.txt',
    ...paths.map(({ path }) => path).slice(7),
  ]);
  for (const { url } of paths) expect(new URL(url).href).toBe(url);
  expect(collection.failures.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['not.pdf', 'empty.txt']));
  for (const { reason } of collection.failures) expect(reason).not.toMatch(/worker says how/);
});
