import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';
import { eventsFrom } from '../support/postgres/events.ts';
import { htmlPage, type Serve } from '../support/web.ts';
import { openRequest, publish } from './flow/pages.ts';

let lab: Awaited<ReturnType<typeof openLab>>;
beforeAll(async () => {
  lab = await openLab({}, { RUN_LANES: '1' }, { queries: 1 });
});
afterAll(() => lab[Symbol.asyncDispose]());

const DUTIES = Array.from({ length: 12 }, (_, i) => `Duty ${i} of the post is to keep the database written in Rust in good order.`);
const advert = (title: string, town: string) => htmlPage(title, `Location: ${town}`, ...DUTIES);
const story = (head: string, ...more: string[]) => htmlPage('The mill of Aune', ...DUTIES, ...more).replace('</title>', `</title>${head}`);

const ROWS = `query ($id: UUID!) { webset(id: $id) { counts { merged } rows { nodes { url sources pageCount
  pages { rowId page { url } merge { reason } } } } } }`;

/** Serves a page that depends on the query of its address. */
const byQuery =
  (page: (query: URLSearchParams) => string): Serve =>
  (req, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end(page(new URL(req.url ?? '', lab.web.url).searchParams));

/** The rows of a run over these addresses (all by default), as paths. */
async function rowsOver(pages: Record<string, string | Serve>, found: string[] = Object.keys(pages)) {
  publish(lab, Object.fromEntries(found.map((path) => [path, ''])));
  for (const [path, page] of Object.entries(pages)) lab.web.put(path, page);
  const id = await openRequest(lab);
  await lab.run(id);
  return { id, ...(await rowsOf(id)) };
}

async function rowsOf(id: string) {
  const { counts, rows } = (await lab.graphql(ROWS, { id })).body.data.webset;
  const path = (url: string) => url.replace(lab.web.url, '');
  return {
    counts,
    rows: rows.nodes.map((row: { url: string; sources: string[] }) => ({
      ...row,
      url: path(row.url),
      sources: row.sources.map(path).sort(),
    })),
  };
}
const paths = ({ rows }: { rows: { url: string }[] }) => rows.map(({ url }) => url).sort();

test.each([
  ['in their titles', (town: string) => advert(`Senior engineer, payments platform and infrastructure (${town})`, town)],
  ['in a line of their text', (town: string) => advert('Senior engineer', town)],
  ['in their titles alone', (town: string) => advert(`Senior engineer (${town})`, 'several').replace(/<h1>.*<\/h1>/, '')],
])('adverts of one text for three towns, %s, are three rows', async (_, page) => {
  const found = await rowsOver({ '/a': page('Berlin'), '/b': page('Madrid'), '/c': page('Lisbon') });

  expect(paths(found)).toEqual(['/a', '/b', '/c']);
});

test('minutes of three months with one agenda are three rows', async () => {
  const minutes = (month: string) => htmlPage(`Minutes of the board, ${month} 2024`, ...DUTIES);

  const found = await rowsOver({ '/may': minutes('May'), '/june': minutes('June'), '/july': minutes('July') });

  expect(paths(found)).toEqual(['/july', '/june', '/may']);
});

test('addresses that differ in the case of their paths or in a reference number are separate pages', async () => {
  const building = (name: string | null) => htmlPage(`House ${name}`, `${name} is a house whose database is written in Rust.`);
  const pages = { '/house': byQuery((query) => building(query.get('ref'))), '/case/Item': building('Oak'), '/case/item': building('Ash') };

  const found = await rowsOver(pages, ['/house?ref=A17', '/house?ref=B22', '/case/Item', '/case/item']);

  expect(paths(found)).toEqual(['/case/Item', '/case/item', '/house?ref=A17', '/house?ref=B22']);
});

test.each(['/', '/index.html', '/oak'])(
  'pages whose canonical link names another page, %s, whose words they do not have stay rows of their own',
  async (canonical) => {
    const page = (name: string) =>
      htmlPage(name, `${name} is an old tree that stands beside a database written in Rust.`).replace(
        '<head>',
        `<head><link rel="canonical" href="${lab.web.url}${canonical}">`,
      );

    const found = await rowsOver({ '/ash': page('Ash'), '/elm': page('Elm'), '/oak': page('Oak') });

    expect(paths(found)).toEqual(['/ash', '/elm', '/oak']);
  },
);

test('a story and its mobile and print versions are one row with the story’s address, and can be split', async () => {
  const canonical = `<link rel="canonical" href="${lab.web.url}/amp/story">`;
  const pages = {
    '/amp/story/amp': story(canonical, 'Open the app.'),
    '/amp/story': byQuery((query) => story(canonical, ...(query.has('print') ? ['Printed today.'] : []))),
  };
  const found = await rowsOver(pages, ['/amp/story/amp', '/amp/story', '/amp/story?print=1']);
  const [row] = found.rows;
  const shown: { rowId: string; merge: { reason: string } | null }[] = row.pages;
  const other = shown.find(({ merge }) => merge?.reason === 'words');

  expect(found.rows).toMatchObject([{ url: '/amp/story', sources: ['/amp/story', '/amp/story/amp', '/amp/story?print=1'] }]);
  expect(other).toBeDefined();

  await lab.graphql('mutation ($id: UUID!) { splitRows(input: { rowIds: [$id] }) { row { uuid } } }', { id: other?.rowId });
  await lab.run(found.id);

  expect((await rowsOf(found.id)).rows).toHaveLength(2);
});

test('a page with exactly the words of a row is left out, and the run reports it', async () => {
  const found = await rowsOver({ '/story': story(''), '/again': story('') });
  const events = await eventsFrom(lab.db, found.id, 0, 1000);

  expect(found.rows).toMatchObject([{ pageCount: 1, sources: ['/again', '/story'] }]);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'narration',
      data: { text: `${lab.web.url}/again says what a row says already: that row keeps its address` },
    }),
  );
});
