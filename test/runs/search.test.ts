import { expect, test } from 'vitest';
import { plan } from '../../src/agent/plan.ts';
import { page } from '../../src/db/tables/page.ts';
import { row, rowSource } from '../../src/db/tables/row.ts';
import { candidate } from '../../src/db/tables/run.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { openToolServer, taking } from '../support/agent/mcp-server.ts';
import { benchOfFile } from '../support/bench.ts';
import { htmlPage, openWeb, type Serve } from '../support/web.ts';

const RUSTY = htmlPage('Ferrodb', 'Ferrodb is an open-source database written in Rust.', 'It was first released in 2019.');
const json =
  (answer: unknown): Serve =>
  (_, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

const openBench = benchOfFile();

/** A bench with its own settings, which executes the runs of any webset. */
async function openLab(pages: Record<string, string | Serve> = {}, env: Record<string, string> = {}) {
  const { service, ...bench } = await openBench(pages, undefined, undefined, env);
  const run = async (sessionId: string, more: Partial<WorkerDeps> = {}) => {
    await workRun({ ...bench.deps, ...more }, await bench.queueRun({}, sessionId), new AbortController().signal);
    return (await service.rpc('getSession', { sessionId })).body.session;
  };
  return { ...service, ...bench, run };
}

/** All queries that the rules plan. */
const byRules: WorkerDeps['plan'] = async (input) => ({ plan: plan(input) });

type Lab = Awaited<ReturnType<typeof openLab>>;

async function openRequest(lab: Lab, more: object = {}) {
  const { body } = await lab.rpc('createSession', { originalQuery: 'open-source databases written in Rust', ...more });
  const sessionId: string = body.session.id;
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  return sessionId;
}

/** Makes search return these paths on its first page. */
const finds = (lab: Lab, ...urls: string[]) => {
  lab.web.search = (req, res) => {
    const isFirst = new URL(req.url ?? '', lab.web.url).searchParams.get('pageno') === '1';
    const results = isFirst ? urls.map((url) => ({ url: new URL(url, lab.web.url).href, title: url, content: '' })) : [];
    json({ results })(req, res);
  };
};

const article = (base: string) => ({
  title: 'Ferrodb',
  index: 1,
  fullurl: `${base}/wiki/Ferrodb`,
  extract: 'Ferrodb is an open-source database written in Rust.\nIt came out in 2019.',
});

test.each([
  ['robots.txt forbids', { '/robots.txt': 'User-agent: *\nDisallow: /wiki/', '/wiki/Ferrodb': RUSTY }],
  ['the server refuses', { '/wiki/Ferrodb': ((_, res) => res.writeHead(403).end()) as Serve }],
  ['holds no words', { '/wiki/Ferrodb': '<script>draw()</script>' }],
])('a page that %s is judged by its search result', async (_, pages: Record<string, string | Serve>) => {
  await using wiki = await openWeb(pages);
  wiki.put('/w/api.php', json({ query: { pages: [article(wiki.url)] } }));
  const env = { SEARCH_PROVIDERS: 'wikimedia', WIKIMEDIA_BASE_URL: wiki.url, FETCH_ALLOW_PRIVATE: wiki.host };
  await using lab = await openLab({}, env);

  const { rows } = await lab.run(await openRequest(lab));

  expect(rows).toMatchObject([{ title: 'Ferrodb', url: `${wiki.url}/wiki/Ferrodb`, matchVerdict: 'match' }]);
  expect(rows[0].criteria['Written in Rust'].evidence).toBe('Ferrodb is an open-source database written in Rust.');
  expect(await lab.db.select().from(page)).toMatchObject([
    { mediaType: 'text/plain', text: expect.stringMatching(/^Ferrodb\n.*\nIt came out in 2019\.$/) },
  ]);
});

test('a readable page is judged by its own words', async () => {
  await using wiki = await openWeb({ '/wiki/Ferrodb': RUSTY.replace('Rust.', 'Rust, they say.') });
  wiki.put('/w/api.php', json({ query: { pages: [article(wiki.url)] } }));
  const env = { SEARCH_PROVIDERS: 'wikimedia', WIKIMEDIA_BASE_URL: wiki.url, FETCH_ALLOW_PRIVATE: wiki.host };
  await using lab = await openLab({}, env);

  const { rows } = await lab.run(await openRequest(lab));

  expect(rows[0].criteria['Written in Rust'].evidence).toContain('they say');
});

test('a post without links is judged at its own address without being fetched', async () => {
  await using algolia = await openWeb({});
  const story_text = 'We made Ferrodb, a database.<p>Ferrodb is a database written in Rust.';
  algolia.put('/api/v1/search', json({ hits: [{ objectID: '7', title: 'Ask HN: Ferrodb', url: null, story_text }] }));
  await using lab = await openLab({}, { SEARCH_PROVIDERS: 'hackernews', HACKERNEWS_BASE_URL: algolia.url });

  const { rows, run } = await lab.run(await openRequest(lab, { category: 'posts' }));

  expect(rows).toMatchObject([{ url: 'https://news.ycombinator.com/item?id=7', title: 'Ask HN: Ferrodb', matchVerdict: 'match' }]);
  expect(run.counts).toMatchObject({ found: 1, read: 1, unreadable: 0 });
});

test('only providers that fit the category are used, and the run reports it if there is none', async () => {
  await using algolia = await openWeb({ '/api/v1/search': json({ hits: [] }) });
  await using lab = await openLab({}, { SEARCH_PROVIDERS: 'hackernews', HACKERNEWS_BASE_URL: algolia.url });
  const sessionId = await openRequest(lab, { category: 'people' });

  const session = await lab.run(sessionId);
  const result = await lab.graphql('query ($id: UUID!) { webset(id: $id) { run { reason detail } } }', { id: sessionId });

  expect(session.status).toBe('failed');
  expect(result.body.data.webset.run).toMatchObject({
    reason: 'search_unavailable',
    detail: expect.stringMatching(/people.*hackernews.*doctor/),
  });
  expect(algolia.hits.size).toBe(0);
});

test('a provider without its key is named, and the run continues with the others', async () => {
  await using lab = await openLab({ '/ferro': RUSTY }, { SEARCH_PROVIDERS: 'searxng,brave' });
  const sessionId = await openRequest(lab);

  const session = await lab.run(sessionId);
  const result = await lab.sql`select data->>'error' as error from event where type = 'tool.result' and data->>'tool' = 'search' limit 1`;

  expect(session.rows).toHaveLength(1);
  expect(result[0]?.error).toBe('brave: BRAVE_API_KEY is not set');
});

test('a run reports for each provider how often it was used, what it found and why it failed', async () => {
  await using lab = await openLab({ '/ferro': RUSTY }, { SEARCH_PROVIDERS: 'searxng,brave' });
  const sessionId = await openRequest(lab);
  finds(lab, '/ferro', '/ferro?utm_source=x');

  await lab.run(sessionId);
  const providers = 'providers { name asked brought failed failure }';
  const result = await lab.graphql(`query ($id: UUID!) { webset(id: $id) { run { ${providers} } } }`, { id: sessionId });

  const [searxng, brave] = result.body.data.webset.run.providers;
  const made = await lab.sql`select page, keys from search`;
  const first = made.filter(({ page }) => page === 0).length;
  expect(first).toBeGreaterThan(0);
  expect(searxng).toEqual({ name: 'searxng', asked: made.length, brought: 2 * first, failed: 0, failure: null });
  expect(brave).toEqual({ name: 'brave', asked: made.length, brought: 0, failed: made.length, failure: 'BRAVE_API_KEY is not set' });
  expect(made.map(({ keys }) => keys)).toContainEqual([expect.stringMatching(/\/ferro$/)]);
});

test('a run searches through the tool of an MCP server', async () => {
  let found: string[] = [];
  await using tools = await openToolServer({
    tools: [{ name: 'web_search', inputSchema: taking({ query: { type: 'string' } }) }],
    call: () => ({
      content: [
        {
          type: 'text',
          text: found.map((url) => `Title: Ferrodb\nURL: ${url}\nText: A database`).join('\n\n---\n\n') || 'No results found',
        },
      ],
    }),
  });
  await using lab = await openLab({ '/ferro': RUSTY }, { SEARCH_PROVIDERS: 'mcp', MCP_SEARCH_URL: tools.url });
  found = [new URL('/ferro', lab.web.url).href];

  const { rows, run } = await lab.run(await openRequest(lab), { plan: byRules });

  expect(rows).toMatchObject([{ title: 'Ferrodb', url: found[0], matchVerdict: 'match' }]);
  expect(run).toMatchObject({ reason: 'candidates_exhausted', counts: { found: 1, read: 1 } });
  expect(new Set(tools.called.map(({ input }) => input.query)).size).toBeGreaterThan(1);
});

const COVERAGE = 'query ($id: UUID!) { webset(id: $id) { run { coverage { found estimate low high isAtLeast } } } }';

test('a run reports how complete it is, by how often its queries name the same matches', async () => {
  const rusty = (name: string) => htmlPage(name, `${name} is an open-source database written in Rust.`, `${name} came out in 2019.`);
  const [known, rare] = ['abcdefgh', 'uvwxyz'].map((letters) => [...letters].map((letter) => `${letter.toUpperCase()}base`)) as [
    string[],
    string[],
  ];
  await using lab = await openLab(Object.fromEntries([...known, ...rare].map((name) => [`/${name}`, rusty(name)])));
  const some: { each: string[] } = { each: [] };
  const asked: string[] = [];
  lab.web.search = (req, res) => {
    const query = new URL(req.url ?? '', lab.web.url).searchParams;
    if (!asked.includes(query.get('q') ?? '')) asked.push(query.get('q') ?? '');
    const own = some.each[asked.indexOf(query.get('q') ?? '')];
    const results = [...known, ...(own ? [own] : [])].map((name) => ({
      url: new URL(`/${name}`, lab.web.url).href,
      title: name,
      content: '',
    }));
    json({ results: query.get('pageno') === '1' ? results : [] })(req, res);
  };
  const coverageOf = async (id: string) => (await lab.graphql(COVERAGE, { id })).body.data.webset.run.coverage;
  const [sessionId, other] = [await openRequest(lab), await openRequest(lab)];

  await lab.run(sessionId, { plan: byRules });
  const all = await coverageOf(sessionId);
  asked.length = 0;
  some.each = rare;
  await lab.run(other, { plan: byRules });
  const part = await coverageOf(other);

  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(all).toMatchObject({ found: 8, estimate: 8, low: 8 });
  expect(part.found).toBe(8 + Math.min(rare.length, asked.length));
  expect(part.estimate).toBeGreaterThan(part.found);
  expect(part.high).toBeGreaterThan(all.high);
});

const LIST = `<!doctype html><title>Databases</title><main><h1>Databases</h1><ul>${Array.from(
  { length: 9 },
  (_, i) => `<li><a href="/db${i}">Database ${'abcdefghi'[i]}</a> is one of them</li>`,
).join('')}</ul></main>`;

test('a listing becomes no row: its entries are read', async () => {
  const entities = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`/db${i}`, htmlPage(`Database ${'abcdefghi'[i]}`, `Number ${i}${i} is written in Rust.`)]),
  );
  await using lab = await openLab({ '/list': LIST, ...entities });
  finds(lab, '/list');

  const session = await lab.run(await openRequest(lab));
  const settled = await lab.db.select({ url: candidate.url, state: candidate.state, depth: candidate.depth }).from(candidate);

  expect(session.rows.map(({ title }: { title: string }) => title).sort()).toEqual([...'abcdefghi'].map((letter) => `Database ${letter}`));
  expect(session.run.counts).toMatchObject({ found: 10, read: 10, judged: 9 });
  expect(settled.find(({ url }) => url.endsWith('/list'))).toMatchObject({ state: 'listing', depth: 0 });
  expect(settled.find(({ url }) => url.endsWith('/db3'))).toMatchObject({ state: 'done', depth: 1 });
});

test('listings in listings are followed twice, never in circles', async () => {
  const chain = (n: number) => LIST.replaceAll('/db', `/chain${n + 1}-`);
  const pages = Object.fromEntries(Array.from({ length: 5 }, (_, n) => (n === 0 ? ['/chain0-0', chain(0)] : [`/chain${n}-0`, chain(n)])));
  await using lab = await openLab(pages);
  finds(lab, '/chain0-0');

  const session = await lab.run(await openRequest(lab));

  expect(session).toMatchObject({ status: 'completed', rows: [] });
  expect(lab.web.hits.has('/chain2-0')).toBe(true);
  expect(lab.web.hits.has('/chain3-0')).toBe(false);
});

const FACTS = Array.from({ length: 30 }, (_, i) => `Fact ${i} about Ferrodb, which is written in Rust, reads like this.`);
const ORIGINAL = htmlPage('Ferrodb: a database', ...FACTS);
const within = (head: string) => ORIGINAL.replace('</title>', `</title>${head}`);

/** A run over pages of this web and of another site. Returns each row's address and sources, as paths. */
async function runOverTwo(here: Record<string, string>, there: (here: string) => Record<string, string>, order: string[]) {
  await using other = await openWeb();
  await using lab = await openLab(here, { FETCH_ALLOW_PRIVATE: other.host, RUN_LANES: '1' });
  for (const [path, page] of Object.entries(there(lab.web.url))) other.put(path, page);
  finds(lab, ...order.map((path) => (path.startsWith('/there') ? other.url + path.slice(6) : path)));

  const sessionId = await openRequest(lab);
  await lab.run(sessionId);
  const result = await lab.graphql('query ($id: UUID!) { webset(id: $id) { rows { nodes { url title sources matchVerdict note } } } }', {
    id: sessionId,
  });

  const path = (url: string) => url.replace(lab.web.url, '').replace(other.url, '/there');
  return result.body.data.webset.rows.nodes.map(({ url, sources, ...row }: { url: string; sources: string[] }) => ({
    ...row,
    url: path(url),
    sources: sources.map(path).sort(),
  }));
}

test.each([
  [['/ferro', '/ferro?utm_source=mail', '/print', '/there/copy']],
  [['/there/copy', '/ferro', '/ferro?utm_source=mail', '/print']],
])('mirrors and print versions are one row with every address, represented by the page that a copy names: %j', async (order) => {
  const print = htmlPage('FerroDB – a database', ...FACTS, 'Printed today.');
  const copy = (here: string) => ({ '/copy': within(`<link rel="canonical" href="${here}/ferro">`) });

  const rows = await runOverTwo({ '/ferro': ORIGINAL, '/print': print }, copy, order);

  expect(rows).toMatchObject([{ url: '/ferro', matchVerdict: 'match', sources: ['/ferro', '/print', '/there/copy'] }]);
});

test('of identical text on two sites, neither of which names the other, the row is the page with the earlier date', async () => {
  const dated = (date: string) => within(`<meta property="article:published_time" content="${date}">`);

  const rows = await runOverTwo({ '/ferro': dated('2019-05-01') }, () => ({ '/copy': dated('2021-01-01') }), ['/there/copy', '/ferro']);

  expect(rows).toMatchObject([{ url: '/ferro', sources: ['/ferro', '/there/copy'] }]);
});

test('without dates, both stay', async () => {
  const rows = await runOverTwo({ '/ferro': ORIGINAL }, () => ({ '/copy': ORIGINAL }), ['/there/copy', '/ferro']);

  expect(rows.map(({ url }: { url: string }) => url)).toEqual(['/there/copy', '/ferro']);
});

test('a page that claims another’s identifier takes nothing from it: both are read, both stay, and each row says so', async () => {
  const paper = htmlPage('Deep learning', 'Deep learning is written in Rust here, and explained by its authors in forty pages.');
  const offer = htmlPage('Buy papers', 'Buy this paper about databases written in Rust for ten dollars, today only.');

  const rows = await runOverTwo({ '/articles/10.1038/nature14539': paper }, () => ({ '/buy/10.1038/nature14539': offer }), [
    '/there/buy/10.1038/nature14539',
    '/articles/10.1038/nature14539',
  ]);

  const note = 'another row names the same identifier (doi:10.1038/nature14539)';
  expect(rows).toMatchObject([
    { url: '/there/buy/10.1038/nature14539', note },
    { url: '/articles/10.1038/nature14539', note },
  ]);
});

test('the pages of one site are one company, and once it matches its further pages are not fetched', async () => {
  await using lab = await openLab({ '/ferro': RUSTY });
  const sessionId = await openRequest(lab, { category: 'companies' });
  await lab.run(sessionId);
  const [known] = await lab.db.select().from(row);
  await lab.db.update(row).set({ key: 'site:acme.com' });
  finds(lab, 'https://acme.com/team', 'https://www.acme.com/about');

  const session = await lab.run(sessionId);
  const settled = await lab.db.select({ state: candidate.state }).from(candidate);

  expect(session.rows).toHaveLength(1);
  expect(session.run.counts).toMatchObject({ found: 2, read: 0, unreadable: 0 });
  expect(settled.map(({ state }) => state).sort()).toEqual(['done', 'duplicate', 'duplicate']);
  expect((await lab.db.select().from(rowSource)).filter(({ rowId }) => rowId === known?.id)).toHaveLength(3);
});

test('a second webset does not fetch a fresh page again, and revalidates a stale one', async () => {
  const result: string[] = [];
  const fresh: Serve = (_, res) => res.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=600' }).end(RUSTY);
  const stale: Serve = (req, res) => {
    result.push(String(req.headers['if-none-match']));
    if (req.headers['if-none-match'] === '"1"') return res.writeHead(304).end();
    res.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end(RUSTY.replaceAll('Ferrodb', 'Oxidb'));
  };
  await using lab = await openLab({ '/fresh': fresh, '/stale': stale });
  await lab.run(await openRequest(lab));

  const second = await lab.run(await openRequest(lab));

  expect(second.rows.map(({ title }: { title: string }) => title).sort()).toEqual(['Ferrodb', 'Oxidb']);
  expect(lab.web.hits.get('/fresh')).toBe(1);
  expect(result).toEqual(['undefined', '"1"']);
});
