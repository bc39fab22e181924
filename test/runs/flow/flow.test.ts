import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { page } from '../../../src/db/tables/page.ts';
import { value, verdict } from '../../../src/db/tables/row.ts';
import { openLab } from '../../support/lab.ts';
import { eventsFrom } from '../../support/postgres/events.ts';
import { GOPHER, openRequest, RUSTY } from './pages.ts';

const START_RUN = 'mutation ($input: StartRunInput!) { startRun(input: $input) { webset { status } } }';

test('a request becomes rows whose verdicts carry the words of their pages', async () => {
  await using lab = await openLab({ '/ferro': RUSTY, '/gopher': GOPHER });
  const sessionId = await openRequest(lab);

  const session = await lab.run(sessionId);

  expect(session).toMatchObject({
    status: 'completed',
    runAlive: false,
    run: { state: 'completed', reason: 'candidates_exhausted', attempt: 1 },
  });
  expect(session.run.counts).toEqual({ found: 2, read: 2, unreadable: 0, judged: 2, matched: 1 });
  const ferro = session.rows.find((row: { title: string }) => row.title === 'Ferrodb');
  expect(ferro).toMatchObject({
    url: `${lab.web.url}/ferro`,
    status: 'completed',
    matchVerdict: 'match',
    enrichments: { 'First release year': '2019' },
  });
  expect(ferro.criteria['Written in Rust']).toEqual({ verdict: 'match', evidence: 'Ferrodb is an open-source database written in Rust.' });
  const gopher = session.rows.find((row: { title: string }) => row.title === 'Gopherbase');
  expect(gopher.matchVerdict).not.toBe('match');
});

test('every stored quote is the slice of the stored page that its offsets name', async () => {
  await using lab = await openLab({ '/ferro': RUSTY, '/gopher': GOPHER });
  await lab.run(await openRequest(lab));

  const pages = new Map((await lab.db.select().from(page)).map(({ id, text }) => [id, text]));
  const cells = [...(await lab.db.select().from(verdict)), ...(await lab.db.select().from(value))].filter(({ quote }) => quote !== null);

  expect(cells.length).toBeGreaterThanOrEqual(3);
  for (const { pageId, start, end, quote } of cells) expect(pages.get(pageId as string)?.slice(start as number, end as number)).toBe(quote);
});

test('a webset without criteria gets them from its request, and they are ordinary criteria then', async () => {
  await using lab = await openLab({ '/ferro': RUSTY, '/gopher': GOPHER });
  const sessionId = await lab.createSession('open-source databases written in Rust');

  const session = await lab.run(sessionId);

  expect(session.criteria.length).toBeGreaterThan(0);
  expect(Object.keys(session.rows[0].criteria).sort()).toEqual(session.criteria.map(({ label }: { label: string }) => label).sort());
  expect((await lab.run(sessionId)).criteria).toEqual(session.criteria);
});

test('a later run fills what was added since from the stored pages and fetches none of them again', async () => {
  await using lab = await openLab({ '/ferro': RUSTY, '/gopher': GOPHER });
  const sessionId = await openRequest(lab);
  const before = await lab.run(sessionId);
  await lab.rpc('addCriterion', { sessionId, label: 'First released in or after 2015' });
  const between = await lab.session(sessionId);

  const after = await lab.run(sessionId);

  expect(between.rows.map((row: { matchVerdict: string }) => row.matchVerdict)).toEqual(
    before.rows.map((row: { matchVerdict: string }) => row.matchVerdict),
  );
  expect(between.rows[0].criteria['First released in or after 2015']).toBeNull();
  expect(after.rows.map((row: { id: string }) => row.id)).toEqual(before.rows.map((row: { id: string }) => row.id));
  const ferro = after.rows.find((row: { title: string }) => row.title === 'Ferrodb');
  expect(ferro.criteria['First released in or after 2015']).toEqual({ verdict: 'match', evidence: 'It was first released in 2019.' });
  expect(lab.web.hits.get('/ferro')).toBe(1);
});

test('the full run after a preview keeps its rows and reads on; a criterion that was reworded in between is judged again', async () => {
  const names = ['ferro', 'rusty', 'oxide', 'crate'];
  await using lab = await openLab(Object.fromEntries(names.map((name) => [`/${name}`, RUSTY.replaceAll('Ferrodb', name)])), {
    HOST_DELAY_MS: '0',
  });
  const sessionId = await openRequest(lab);
  const start = (more: object) =>
    lab.graphql('mutation ($input: StartRunInput!) { startRun(input: $input) { webset { uuid } } }', {
      input: { websetId: sessionId, ...more },
    });
  const ended = () => lab.until(sessionId, ({ runAlive }) => !runAlive);
  await start({ maxPages: 2 });
  const preview = await ended();
  const { id, label } = preview.criteria[0];
  await lab.graphql('mutation ($input: UpdateCriterionInput!) { updateCriterion(input: $input) { criterion { uuid } } }', {
    input: { criterionId: id, label: 'Written in COBOL' },
  });

  await start({});
  const full = await ended();

  const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map((row) => row.id);
  expect(preview.rows).toHaveLength(2);
  expect(full.rows).toHaveLength(4);
  expect(idsOf(full).slice(0, 2)).toEqual(idsOf(preview));
  expect(preview.rows[0].criteria[label].verdict).toBe('match');
  for (const row of full.rows) expect(row.criteria['Written in COBOL']?.verdict).not.toBe('match');
  for (const row of full.rows) expect(row.criteria['Written in COBOL']).not.toBeNull();
  for (const name of names) expect(lab.web.hits.get(`/${name}`)).toBe(1);
});

test('a page that cannot be read is counted, never a row', async () => {
  await using lab = await openLab({
    '/ferro': RUSTY,
    '/gone': (_req, res) => res.writeHead(500).end(),
    '/image': (_req, res) => res.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  });
  const sessionId = await openRequest(lab);

  const session = await lab.run(sessionId);

  expect(session.rows.map((row: { title: string }) => row.title)).toEqual(['Ferrodb']);
  expect(session.run.counts).toMatchObject({ found: 3, read: 1, unreadable: 2, judged: 1 });
});

test('one page under several addresses is one row', async () => {
  await using lab = await openLab({ '/ferro': RUSTY });
  lab.web.search = (req, res) => {
    const first = new URL(req.url ?? '', lab.web.url).searchParams.get('pageno') === '1';
    const urls = ['/ferro', '/ferro?utm_source=mail', '/ferro#top', '/copy'];
    res
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ results: first ? urls.map((url) => ({ url: lab.web.url + url, title: 'x', content: '' })) : [] }));
  };
  lab.web.put('/copy', RUSTY.replace('<head>', `<head><link rel="canonical" href="${lab.web.url}/ferro">`));
  const sessionId = await openRequest(lab);

  const session = await lab.run(sessionId);

  expect(session.rows).toHaveLength(1);
});

test('a run stops at its target and says so', async () => {
  const pages = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`/db${i}`, RUSTY.replaceAll('Ferrodb', `Ferrodb${i}`)]));
  await using lab = await openLab(pages, { RUN_LANES: '1' });
  const sessionId = await openRequest(lab);

  const started = await lab.graphql(START_RUN, {
    input: { websetId: sessionId, target: 3 },
  });
  const session = await lab.until(sessionId, ({ runAlive }) => !runAlive);

  expect(started.body.errors).toBeUndefined();
  expect(session.run).toMatchObject({ state: 'completed', reason: 'target_reached', counts: { matched: 3 } });
});

test('a run stops at its page budget and says so', async () => {
  const pages = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`/db${i}`, GOPHER.replaceAll('Gopherbase', `Gopher${i}`)]));
  await using lab = await openLab(pages, { RUN_LANES: '4' });
  const sessionId = await openRequest(lab);

  await lab.graphql(START_RUN, { input: { websetId: sessionId, maxPages: 5 } });
  const session = await lab.until(sessionId, ({ runAlive }) => !runAlive);

  expect(session.run).toMatchObject({ state: 'completed', reason: 'page_budget', counts: { read: 5 } });
});

test('when no provider answers, the run fails with what to do', async () => {
  await using lab = await openLab({});
  lab.web.search = (_req, res) => res.writeHead(403).end('no JSON here');
  const sessionId = await openRequest(lab);

  const session = await lab.run(sessionId);
  const result = await lab.graphql('query ($id: UUID!) { webset(id: $id) { status run { reason detail } } }', { id: sessionId });

  expect(session).toMatchObject({ status: 'failed', run: { state: 'failed', reason: 'search_unavailable' } });
  expect(result.body.data.webset.run.detail).toMatch(/searxng: .*json/i);
});

test('a search that finds nothing ends in order, with no rows', async () => {
  await using lab = await openLab({});

  const session = await lab.run(await openRequest(lab));

  expect(session).toMatchObject({ status: 'completed', rows: [], run: { reason: 'candidates_exhausted' } });
});

test('a run tells of itself: started, steps, tools in pairs, progress after each row, its end, gapless', async () => {
  await using lab = await openLab({ '/ferro': RUSTY, '/gopher': GOPHER });
  const sessionId = await openRequest(lab);
  await lab.run(sessionId);

  const events = await eventsFrom(lab.db, sessionId, 0, 1000);

  expect(events.map(({ index }) => index)).toEqual(events.map((_, i) => i));
  expect(events[0]?.type).toBe('run.started');
  expect(events.at(-1)?.type).toBe('run.completed');
  const calls = (type: string) => events.filter((event) => event.type === type).map(({ data }) => (data as { call: string }).call);
  expect(calls('tool.result').sort()).toEqual(calls('tool.called').sort());
  expect(events.filter(({ type }) => type === 'progress').at(-1)?.data).toMatchObject({ found: 2, read: 2, judged: 2, matched: 1 });
});

test('cancel stops a run within a second, even in the middle of a fetch, and keeps what was found', async () => {
  const left = Promise.withResolvers<number>();
  await using lab = await openLab(
    { '/ferro': RUSTY, '/slow': (req) => req.once('close', () => left.resolve(Date.now())) },
    { RUN_LANES: '2' },
  );
  const sessionId = await openRequest(lab);
  await lab.rpc('startRun', { sessionId });
  await lab.until(sessionId, ({ rows }) => rows.length === 1);

  const cancelledAt = Date.now();
  const cancelled = await lab.rpc('cancelRun', { sessionId });
  const leftAt = await left.promise;
  const [held] = await lab.sql`select count(*)::int as n from pgboss.job where state in ('created', 'active', 'retry')`;
  await sleep(1000);
  const events = await eventsFrom(lab.db, sessionId, 0, 1000);

  expect(cancelled).toMatchObject({ status: 200, body: { session: { status: 'cancelled', runAlive: false } } });
  expect(leftAt - cancelledAt).toBeLessThan(1000);
  expect(held?.n).toBe(0);
  expect(events.at(-1)?.type).toBe('run.cancelled');
  lab.web.put('/slow', GOPHER);
  const again = await lab.run(sessionId);
  expect(again).toMatchObject({ status: 'completed' });
  expect(again.rows).toHaveLength(2);
});

test('deleting a webset in the middle of a run leaves nothing of it', async () => {
  await using lab = await openLab({ '/ferro': RUSTY, '/slow': () => {} });
  const sessionId = await openRequest(lab);
  await lab.rpc('startRun', { sessionId });
  await lab.until(sessionId, ({ rows }) => rows.length === 1);

  const deleted = await lab.rpc('deleteSession', { sessionId });
  await sleep(1000);

  expect(deleted).toEqual({ status: 200, body: { deleted: true } });
  expect(await lab.rpc('getSession', { sessionId })).toMatchObject({ status: 404 });
  const [left] =
    await lab.sql`select (select count(*) from "row")::int + (select count(*) from run)::int + (select count(*) from event)::int + (select count(*) from pgboss.job where name = 'run')::int as n`;
  expect(left?.n).toBe(0);
});

test('whatever bytes a search answers with, the run goes on with the hits that can be used', async () => {
  await using lab = await openLab({ '/ferro': RUSTY });
  lab.web.search = (req, res) => {
    const first = new URL(req.url ?? '', lab.web.url).searchParams.get('pageno') === '1';
    const strange = [`${lab.web.url}/a\u0000b`, `${lab.web.url}/\ud800`, 'not a url', `${lab.web.url}/${'x'.repeat(5000)}`];
    const results = [...strange, `${lab.web.url}/ferro`].map((url) => ({ url, title: 'a\u0000\udfff', content: '\u0000' }));
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ results: first ? results : [], unresponsive_engines: [['goo\u0000gle', 'time\udc00out']] }));
  };

  const session = await lab.run(await openRequest(lab));

  expect(session).toMatchObject({ status: 'completed', run: { state: 'completed' } });
  expect(session.rows).toMatchObject([{ title: 'Ferrodb', matchVerdict: 'match' }]);
});
