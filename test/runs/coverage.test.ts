import { expect, test } from 'vitest';
import { findCaptures } from '../../src/db/queries/runs/coverage.ts';
import { findRun } from '../../src/db/queries/runs/run.ts';
import { workRun } from '../../src/runs/work.ts';
import { benchOfFile } from '../support/bench.ts';
import { fillRows } from '../support/fill.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const QUERIES = ['a', 'b', 'c', 'd'];

/** A run that judged `rows` rows, of which these matched in this order, each found by every query. */
async function openJudged(matches: (place: number) => boolean, rows = 220) {
  const bench = await openBench();
  const { service, db, sessionId, queueRun } = bench;
  const runId = await queueRun({ target: 1000 });
  const { body } = await service.rpc('getSession', { sessionId });
  const criterionId: string = body.session.criteria[0].id;
  const verdictOf = (place: number) => (matches(place) ? ('match' as const) : ('no_match' as const));
  await fillRows(
    db,
    sessionId,
    Array.from({ length: rows }, (_, i) => ({ matchVerdict: verdictOf(i), verdicts: { [criterionId]: verdictOf(i) } })),
  );
  await service.sql`update row set run_id = ${runId} where webset_id = ${sessionId}`;
  await service.sql`update run set queries = ${QUERIES}, max_searches = 1, judged = ${rows}, read = ${rows}, found = ${rows}, criterion_ids = ${[criterionId]} where id = ${runId}`;
  await service.sql`insert into row_source (row_id, url) select id, url from row where webset_id = ${sessionId} on conflict do nothing`;
  await service.sql`insert into candidate (run_id, key, url, title, snippet, provider, state)
    select ${runId}, key, url, title, '', 'searxng', 'done' from row where webset_id = ${sessionId}`;
  await service.sql`insert into search (run_id, page, query, seen, fresh, keys)
    select ${runId}, 0, q, ${rows}, ${rows}, array(select key from row where webset_id = ${sessionId}) from unnest(${QUERIES}::text[]) q`;
  // the rows share one page: the rules must not read it for each of them
  const deps = { ...bench.deps, assessor: { assess: () => Promise.reject(new Error('it is not read again')) } };
  return { ...bench, deps, runId };
}

test('a run that would find about one match in another 100 pages ends with that reason', async () => {
  await using bench = await openJudged((place) => place < 40 || place === 150);

  await workRun(bench.deps, bench.runId, never);

  expect(await findRun(bench.db, bench.runId)).toMatchObject({ state: 'completed', reason: 'coverage_reached' });
  const query = 'query ($id: UUID!) { webset(id: $id) { run { reason coverage { found estimate isAtLeast } } outcome { nextSteps } } }';
  const { body } = await bench.service.graphql(query, { id: bench.sessionId });
  expect(body.data.webset.run).toEqual({ reason: 'coverage_reached', coverage: { found: 41, estimate: 41, isAtLeast: false } });
  expect((await bench.service.rpc('getSession', { sessionId: bench.sessionId })).body.session.run.reason).toBe('coverage_reached');
});

test.each([
  ['matches go on coming in', (place: number) => place % 5 === 0, 220],
  ['fewer rows were judged', (place: number) => place < 40, 180],
])('a run goes on while %s', async (_, matches, rows) => {
  await using bench = await openJudged(matches, rows);

  await workRun(bench.deps, bench.runId, never);

  expect(await findRun(bench.db, bench.runId)).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
});

test('a row merged through another counts as found where the remaining row was', async () => {
  await using bench = await openJudged((place) => place === 0, 3);
  const { service, db, sessionId: websetId, runId: id } = bench;
  const ids = (await service.sql`select id from row where webset_id = ${websetId} order by position`).map((row) => row.id as string);
  const [root = '', merged = '', last = ''] = ids;
  await service.sql`update row set merged_into = ${merged} where id = ${last}`;
  await service.sql`update row set merged_into = ${root}, page_count = 2 where id = ${merged}`;
  await service.sql`update row set page_count = 3 where id = ${root}`;
  await service.sql`update search set keys = array(select key from row where id = ${last}) where run_id = ${id}`;

  const { named } = await findCaptures(db, { id, websetId, queries: QUERIES });

  expect(named).toEqual([QUERIES.length]);
});
