import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';
import { eventsFrom } from '../../support/postgres/events.ts';
import { until } from '../../support/until.ts';
import { GOPHER, openRequest, publish, RUSTY } from './pages.ts';

const START_RUN = 'mutation ($input: StartRunInput!) { startRun(input: $input) { webset { status } } }';

let lab: Awaited<ReturnType<typeof openLab>>;
beforeAll(async () => {
  lab = await openLab({}, { RUN_LANES: '4' }, { queries: 1 });
});
afterAll(() => lab[Symbol.asyncDispose]());

test('an unreadable page is counted and never becomes a row', async () => {
  publish(lab, {
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
  publish(lab, { '/ferro': RUSTY });
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

test('a run stops at its target with that reason', async () => {
  const pages = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`/db${i}`, RUSTY.replaceAll('Ferrodb', `Ferrodb${i}`)]));
  await using lab = await openLab(pages, { RUN_LANES: '1' }, { queries: 1 });
  const sessionId = await openRequest(lab);

  const started = await lab.graphql(START_RUN, {
    input: { websetId: sessionId, target: 3 },
  });
  const session = await lab.ended(sessionId);

  expect(started.body.errors).toBeUndefined();
  expect(session.run).toMatchObject({ state: 'completed', reason: 'target_reached', counts: { matched: 3 } });
});

test('a run stops at its page budget with that reason', async () => {
  const pages = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`/db${i}`, GOPHER.replaceAll('Gopherbase', `Gopher${i}`)]));
  publish(lab, pages);
  const sessionId = await openRequest(lab);

  await lab.graphql(START_RUN, { input: { websetId: sessionId, maxPages: 5 } });
  const session = await lab.ended(sessionId);

  expect(session.run).toMatchObject({ state: 'completed', reason: 'page_budget', counts: { read: 5 } });
});

test('when no provider answers, the run fails and says what to do', async () => {
  lab.web.search = (_req, res) => res.writeHead(403).end('no JSON here');
  const sessionId = await openRequest(lab);

  const session = await lab.run(sessionId);
  const result = await lab.graphql('query ($id: UUID!) { webset(id: $id) { status run { reason detail } } }', { id: sessionId });

  expect(session).toMatchObject({ status: 'failed', run: { state: 'failed', reason: 'search_unavailable' } });
  expect(result.body.data.webset.run.detail).toMatch(/searxng: .*json/i);
});

test('a search without results ends regularly, without rows', async () => {
  publish(lab, {});

  const session = await lab.run(await openRequest(lab));

  expect(session).toMatchObject({ status: 'completed', rows: [], run: { reason: 'candidates_exhausted' } });
});

test('a run reports its start, steps, tools in pairs, progress after each row, and its end, without gaps', async () => {
  publish(lab, { '/ferro': RUSTY, '/gopher': GOPHER });
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

test('cancelling stops a run during a fetch, keeps what was found, and no event follows', async () => {
  const left = Promise.withResolvers<void>();
  publish(lab, { '/ferro': RUSTY, '/slow': (req) => req.once('close', left.resolve) });
  const sessionId = await openRequest(lab);
  await lab.rpc('startRun', { sessionId });
  await lab.until(sessionId, ({ rows }) => rows.length === 1);

  const cancelled = await lab.rpc('cancelRun', { sessionId });
  await left.promise;
  await until(async () => (await lab.sql`select 1 from pgboss.job where state in ('created', 'active', 'retry')`).length === 0);

  expect(cancelled).toMatchObject({ status: 200, body: { session: { status: 'cancelled', runAlive: false } } });
  lab.web.put('/slow', GOPHER);
  const again = await lab.run(sessionId);
  expect(again).toMatchObject({ status: 'completed' });
  expect(again.rows).toHaveLength(2);
  const events = await eventsFrom(lab.db, sessionId, 0, 1000);
  expect(events.filter(({ runId }) => runId === events[0]?.runId).at(-1)?.type).toBe('run.cancelled');
});

test('deleting a webset during a run leaves nothing of it', async () => {
  const left = Promise.withResolvers<void>();
  publish(lab, { '/ferro': RUSTY, '/slow': (req) => req.once('close', left.resolve) });
  const sessionId = await openRequest(lab);
  await lab.rpc('startRun', { sessionId });
  await lab.until(sessionId, ({ rows }) => rows.length === 1);

  const deleted = await lab.rpc('deleteSession', { sessionId });
  await left.promise;
  publish(lab, { '/ferro': RUSTY });
  await lab.run(await openRequest(lab)); // the worker's remaining work is done

  expect(deleted).toEqual({ status: 200, body: { deleted: true } });
  expect(await lab.rpc('getSession', { sessionId })).toMatchObject({ status: 404 });
  const [kept] = await lab.sql`select (select count(*) from "row" where webset_id = ${sessionId})::int
    + (select count(*) from run where webset_id = ${sessionId})::int + (select count(*) from event where webset_id = ${sessionId})::int
    + (select count(*) from pgboss.job where name = 'run' and singleton_key not in (select id::text from run))::int as n`;
  expect(kept?.n).toBe(0);
});

test('for any bytes in a search answer, the run continues with the usable hits', async () => {
  publish(lab, { '/ferro': RUSTY });
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
