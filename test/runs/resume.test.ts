import { expect, test } from 'vitest';
import { findRun } from '../../src/db/queries/runs/run.ts';
import { workRun } from '../../src/runs/work.ts';
import { benchOfFile } from '../support/bench.ts';
import { htmlPage, type Serve, type Web } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const COUNT = 20;
const AT_ONCE = 4;
const WORDS = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa'.split(' ');
const PAGES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, i) => {
    const [a, b, c] = [1, 5, 11].map((step) => WORDS[(i * step) % WORDS.length]);
    return [`/p${i}`, htmlPage(`${a}${b}${i}`, `${a}${i} is a ${b} of ${c}, number ${i * 7}, made in ${1950 + i}.`)];
  }),
);
const BUDGET = { target: 1000, maxPages: 300, maxMinutes: 30 };

/** Returns one of the paths per result page, and calls back with the page number. */
function paged(web: Web, paths: string[], onAsked: (pageNumber: number) => void = () => {}): Serve {
  return (req, res) => {
    const number = Number(new URL(req.url ?? '', web.url).searchParams.get('pageno'));
    onAsked(number);
    const results = paths
      .slice((number - 1) * AT_ONCE, number * AT_ONCE)
      .map((path) => ({ url: web.url + path, title: path, content: '' }));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
}

test('a run handed over during its search continues there, and repeats no query', async () => {
  await using bench = await openBench(PAGES);
  const stop = new AbortController();
  const asked: string[] = [];
  bench.web.search = (req, res) => {
    const { searchParams } = new URL(req.url ?? '', bench.web.url);
    if (searchParams.get('pageno') === '4') stop.abort(new Error('stopped'));
    else asked.push(`${searchParams.get('q')} ${searchParams.get('pageno')}`);
    paged(bench.web, Object.keys(PAGES))(req, res);
  };
  const runId = await bench.queueRun(BUDGET);
  await workRun(bench.deps, runId, stop.signal).catch(() => {});
  const before = await findRun(bench.db, runId);

  await workRun(bench.deps, runId, never);

  const run = await findRun(bench.db, runId);
  expect(before).toMatchObject({ state: 'queued', counts: { judged: 3 * AT_ONCE } });
  expect(run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { judged: COUNT } });
  expect(new Set(asked).size).toBe(asked.length);
});

test('a later run continues where the last one reached its target', async () => {
  await using bench = await openBench(PAGES);
  bench.web.search = paged(bench.web, Object.keys(PAGES));
  const first = await bench.queueRun({ ...BUDGET, maxPages: AT_ONCE });
  await workRun(bench.deps, first, never);

  const second = await bench.queueRun(BUDGET);
  await workRun(bench.deps, second, never);

  expect((await findRun(bench.db, first))?.reason).toBe('page_budget');
  expect((await findRun(bench.db, second))?.reason).toBe('candidates_exhausted');
  expect(Object.keys(PAGES).map((path) => bench.web.hits.get(path))).toEqual(Object.keys(PAGES).map(() => 1));
});

test('a later run does not fetch the target of a redirect again', async () => {
  await using bench = await openBench({ '/p0': PAGES['/p0'] as string, '/p1': PAGES['/p1'] as string });
  for (const n of [0, 1]) bench.web.put(`/r${n}`, (_req, res) => res.writeHead(302, { location: `/p${n}` }).end());
  bench.web.search = paged(bench.web, ['/r0', '/r1']);
  await workRun(bench.deps, await bench.queueRun(BUDGET), never);

  const second = await bench.queueRun(BUDGET);
  await workRun(bench.deps, second, never);

  expect((await findRun(bench.db, second))?.counts).toMatchObject({ found: 0, read: 0 });
  expect(bench.web.hits.get('/r0')).toBe(1);
});
