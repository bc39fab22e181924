import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';
import { freePort } from '../support/port.ts';
import { until } from '../support/until.ts';

// Lists of addresses as people have them, from the form to the pages, on a real port with a real worker.

let lab: Awaited<ReturnType<typeof openLab>>;
beforeAll(async () => {
  const page = (name: string) =>
    `<title>${name}</title><main><h1>${name}</h1><p>${name} is an open-source database written in Rust.</p></main>`;
  lab = await openLab({ '/ok/alder': page('Alder'), '/ok/birch': page('Birch'), '/in/jo': page('Jo') }, { SEARCH_PROVIDERS: 'index' });
});
afterAll(() => lab[Symbol.asyncDispose]());

const COLLECTION =
  'query Q($id: UUID!) { collection(id: $id) { pages files { waiting read failed } failures { path reason } tables { path column addresses } } }';

/** The collection of these files, once everything was read. */
async function collected(files: Record<string, string>, id?: string) {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  const ann = await lab.as('ann');
  const response = await fetch(`${lab.url}/api/collections${id ? `/${id}/files` : ''}`, { method: 'POST', body: form, headers: ann });
  const { collection } = (await response.json()) as { collection: { id: string } };
  await until(
    async () => (await lab.sql`select from collection_file where collection_id = ${collection.id} and state = 'waiting'`).length === 0,
  );
  return { id: collection.id, ...(await lab.graphql(COLLECTION, { id: collection.id }, ann)).body.data.collection };
}

test('of an export of contacts the companies’ own sites are read, and the collection names the column of the addresses', async () => {
  const { host } = lab.web;
  const csv = `Contact name,Email,LinkedIn URL,Company domain\nJo,jo@alder.example,http://${host}/in/jo,${host}/ok/alder\nKim,kim@birch.example,http://${host}/in/kim,${host}/ok/birch\n`;

  const found = await collected({ 'crm/contacts.csv': csv });
  const again = await collected(
    { 'crm/contacts.csv': csv.replaceAll('Company domain', 'Site'), 'list.txt': `${lab.web.url}/in/jo\n` },
    found.id,
  );

  expect(found).toMatchObject({ pages: 2, failures: [], tables: [{ path: 'crm/contacts.csv', column: 'Company domain', addresses: 2 }] });
  expect(again).toMatchObject({ pages: 3, tables: [{ path: 'crm/contacts.csv', column: 'Site', addresses: 2 }] });
});

test('addresses of a missing host or a closed port fail individually, once, each with the reason', async () => {
  const closed = await freePort();
  const dead = ['http://no-such-host.invalid/', 'http://no-such-host.invalid/about'];
  const refused = `http://127.0.0.1:${closed}/`;

  const { pages, files, failures } = await collected({
    'sites.txt': [dead[0], `${lab.web.url}/ok/alder`, refused, dead[1], `${lab.web.url}/ok/birch`].join('\n'),
  });

  expect({ pages, files }).toEqual({ pages: 2, files: { waiting: 0, read: 2, failed: 3 } });
  expect(failures).toEqual(
    expect.arrayContaining([
      ...dead.map((path) => ({ path, reason: 'There is no host no-such-host.invalid' })),
      { path: refused, reason: expect.any(String) },
    ]),
  );
  const attempts = await lab.sql`select attempts from collection_file where url like '%no-such-host%' or url = ${refused}`;
  expect(attempts.map((row) => row.attempts)).toEqual([1, 1, 1]);
});
