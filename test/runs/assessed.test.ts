import { expect, test } from 'vitest';
import type { Finding, Reasoner } from '../../src/agent/judge/finding.ts';
import { scoreMissing } from '../../src/runs/learning/score.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { benchOfFile } from '../support/bench.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const SENTENCE = 'Ferrodb is a database written in Rust.';
const PAGES = { '/a': htmlPage('Ferrodb', SENTENCE) };

/** A model that leaves every cell open. */
const unknowing: Reasoner = {
  name: 'llm',
  async judge({ criteria }) {
    const open: Finding = { verdict: 'needs_review', reason: 'silent', quote: null, note: '' };
    return { verdicts: new Map(criteria.map(({ id }) => [id, open])), values: new Map() };
  },
};

type Bench = Awaited<ReturnType<typeof openBench>>;

/** The stored reading of the rules, and the judge of each cell. */
const cells = ({ service }: Bench) => service.sql`
  select v.judge, v.verdict, v.reason, s.ruled, s.ruled_reason, substr(p.text, s.ruled_start + 1, s.ruled_end - s.ruled_start) as quote
  from verdict v join "row" r on r.id = v.row_id join page p on p.id = r.page_id
    left join criterion_score s on s.row_id = v.row_id and s.criterion_id = v.criterion_id`;
const READ = { ruled: 'match', ruled_reason: 'stated', quote: SENTENCE };

const brokenThread: WorkerDeps['assessor'] = { assess: () => Promise.reject(new Error('the rules broke: Its thread ended')) };

test('the reading of the rules is stored when a model judges, and each page is assessed once', async () => {
  await using bench = await openBench(PAGES);
  const assessed: string[] = [];
  const assessor: WorkerDeps['assessor'] = {
    assess(input, signal) {
      assessed.push(input.page.url);
      return bench.deps.assessor.assess(input, signal);
    },
  };

  await workRun({ ...bench.deps, assessor, reasoner: unknowing }, await bench.queueRun({ judgeShare: 1 }), never);

  expect(await cells(bench)).toEqual([{ judge: 'llm', verdict: 'needs_review', reason: 'silent', ...READ }]);
  expect(assessed).toEqual([`${bench.web.url}/a`]);
});

test('a thread that crashes on a page leaves failed cells without scores', async () => {
  await using bench = await openBench(PAGES);

  await workRun({ ...bench.deps, assessor: brokenThread }, await bench.queueRun(), never);

  expect(await cells(bench)).toMatchObject([{ judge: 'lexical', verdict: null, reason: 'failed', ruled: null }]);
  expect(await bench.service.sql`select 1 from row_score`).toHaveLength(0);
});

test('when the thread crashes on a page, a model that sees the whole page judges it', async () => {
  await using bench = await openBench(PAGES);

  await workRun({ ...bench.deps, assessor: brokenThread, reasoner: unknowing }, await bench.queueRun({ judgeShare: 1 }), never);

  expect(await cells(bench)).toMatchObject([{ judge: 'llm', verdict: 'needs_review', reason: 'silent', ruled: null }]);
});

test('when the thread crashes on a long page, no model is asked', async () => {
  await using bench = await openBench({ '/a': htmlPage('Ferrodb', ...Array.from({ length: 300 }, () => SENTENCE)) });

  await workRun({ ...bench.deps, assessor: brokenThread, reasoner: unknowing }, await bench.queueRun({ judgeShare: 1 }), never);

  expect(await cells(bench)).toMatchObject([{ judge: 'llm', verdict: null, reason: 'failed', ruled: null }]);
});

test('a row without scores is read by the rules when it is scored', async () => {
  await using bench = await openBench(PAGES);
  await workRun({ ...bench.deps, reasoner: unknowing }, await bench.queueRun({ judgeShare: 1 }), never);
  await bench.service.sql`delete from row_score`;
  await bench.service.sql`delete from criterion_score`;

  await scoreMissing(bench.deps, bench.sessionId, never);

  expect(await cells(bench)).toMatchObject([{ judge: 'llm', ...READ }]);
  expect(await bench.service.sql`select 1 from row_score`).toHaveLength(1);
});
