import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from '../../../src/db/tables/page.ts';
import { value, verdict } from '../../../src/db/tables/row.ts';
import { openLab } from '../../support/lab.ts';
import { GOPHER, openRequest, publish, RUSTY } from './pages.ts';

// whole runs with the product's own reader and judge, in their threads

let lab: Awaited<ReturnType<typeof openLab>>;
beforeAll(async () => {
  lab = await openLab({}, {}, { judge: 'real', queries: 1 });
});
afterAll(() => lab[Symbol.asyncDispose]());

test('a request becomes rows whose verdicts quote their pages', async () => {
  publish(lab, { '/ferro': RUSTY, '/gopher': GOPHER });
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

test('every stored quote is the slice of the stored page at its offsets', async () => {
  publish(lab, { '/ferro': RUSTY, '/gopher': GOPHER });
  await lab.run(await openRequest(lab));

  const pages = new Map((await lab.db.select().from(page)).map(({ id, text }) => [id, text]));
  const cells = [...(await lab.db.select().from(verdict)), ...(await lab.db.select().from(value))].filter(({ quote }) => quote !== null);

  expect(cells.length).toBeGreaterThanOrEqual(3);
  for (const { pageId, start, end, quote } of cells) expect(pages.get(pageId as string)?.slice(start as number, end as number)).toBe(quote);
});

test('a webset without criteria gets those of its request, as ordinary criteria', async () => {
  publish(lab, { '/ferro': RUSTY, '/gopher': GOPHER });
  const sessionId = await lab.createSession('open-source databases written in Rust');

  const session = await lab.run(sessionId);

  expect(session.criteria.length).toBeGreaterThan(0);
  expect(Object.keys(session.rows[0].criteria).sort()).toEqual(session.criteria.map(({ label }: { label: string }) => label).sort());
  expect((await lab.run(sessionId)).criteria).toEqual(session.criteria);
});

test('a later run fills new cells from the stored pages without fetching any again', async () => {
  publish(lab, { '/ferro': RUSTY, '/gopher': GOPHER });
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

test('the full run after a preview keeps its rows and reads on; a criterion reworded in between is judged again', async () => {
  const names = ['ferro', 'rusty', 'oxide', 'crate'];
  publish(lab, Object.fromEntries(names.map((name) => [`/${name}`, RUSTY.replaceAll('Ferrodb', name)])));
  const sessionId = await openRequest(lab);
  const start = (more: object) =>
    lab.graphql('mutation ($input: StartRunInput!) { startRun(input: $input) { webset { uuid } } }', {
      input: { websetId: sessionId, ...more },
    });
  await start({ maxPages: 2 });
  const preview = await lab.ended(sessionId);
  const { id, label } = preview.criteria[0];
  await lab.graphql('mutation ($input: UpdateCriterionInput!) { updateCriterion(input: $input) { criterion { uuid } } }', {
    input: { criterionId: id, label: 'Written in COBOL' },
  });

  await start({});
  const full = await lab.ended(sessionId);

  const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map((row) => row.id);
  expect(preview.rows).toHaveLength(2);
  expect(full.rows).toHaveLength(4);
  expect(idsOf(full).slice(0, 2)).toEqual(idsOf(preview));
  expect(preview.rows[0].criteria[label].verdict).toBe('match');
  for (const row of full.rows) expect(row.criteria['Written in COBOL']?.verdict).not.toBe('match');
  for (const row of full.rows) expect(row.criteria['Written in COBOL']).not.toBeNull();
  for (const name of names) expect(lab.web.hits.get(`/${name}`)).toBe(1);
});
