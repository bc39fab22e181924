import { expect, test } from 'vitest';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { findRun } from '../../src/db/queries/runs/run.ts';
import { workRun } from '../../src/runs/work.ts';
import { assessorBy } from '../support/agent/judges.ts';
import { scriptedJudge } from '../support/agent/scripted.ts';
import { benchOfFile } from '../support/bench.ts';
import { times } from '../support/run/times.ts';
import type { TestService } from '../support/test-service.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const RUSTY = htmlPage('Ferrodb', 'Ferrodb is a database written in Rust.');
const named = (name: string) => RUSTY.replaceAll('Ferrodb', name);

/** A scripted judge with a callback while it judges a page. */
const meanwhile = (happens: (url: string) => Promise<unknown>): Reasoner => {
  const lexical = scriptedJudge();
  return {
    name: 'lexical',
    async judge(input, signal) {
      const judged = await lexical.judge(input, signal);
      await happens(input.page.url);
      return judged;
    },
  };
};

const ROWS = `query ($id: UUID!, $filter: RowFilter) { webset(id: $id) { criteria { uuid label } counts { match noMatch pending hidden }
  rows(filter: $filter) { nodes { uuid url title hidden matchVerdict verdicts { verdict effective state note review { verdict } } } } } }`;
const rowsOf = async (service: TestService, id: string, filter: object = {}) =>
  (await service.graphql(ROWS, { id, filter })).body.data.webset;

async function change(service: TestService, name: string, input: Record<string, string | null>) {
  const Name = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const { body } = await service.graphql(`mutation ($input: ${Name}!) { ${name}(input: $input) { row { uuid } } }`, { input });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
}

test('a person’s verdict given while the run judges the row is kept, and decides the row', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const { service, sessionId } = bench;
  await workRun(bench.deps, await bench.queueRun(), never);
  await service.rpc('addCriterion', { sessionId, label: 'Is a database' });
  const before = await rowsOf(service, sessionId);
  const [rust, database] = before.criteria;
  const rowId = before.rows.nodes[0].uuid;
  const reviewing = meanwhile(async () => {
    await change(service, 'reviewVerdict', { rowId, criterionId: rust.uuid, verdict: 'no_match' });
    await change(service, 'reviewVerdict', { rowId, criterionId: database.uuid, verdict: 'partial' });
  });

  await workRun({ ...bench.deps, assessor: assessorBy(reviewing) }, await bench.queueRun(), never);

  const [row] = (await rowsOf(service, sessionId)).rows.nodes;
  expect(row.matchVerdict).toBe('no_match');
  expect(row.verdicts).toMatchObject([
    { verdict: 'match', effective: 'no_match', review: { verdict: 'no_match' } },
    { verdict: 'match', effective: 'partial', state: 'judged', review: { verdict: 'partial' } },
  ]);
});

test('a person’s review at the moment the run saves is never lost, in many tries', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const { service, sessionId } = bench;
  await workRun(bench.deps, await bench.queueRun(), never);
  const { criteria, rows } = await rowsOf(service, sessionId);
  const at = { rowId: rows.nodes[0].uuid, criterionId: criteria[0].uuid };

  for (let i = 0; i < times(1, 20); i++) {
    await service.rpc('addEnrichment', { sessionId, label: `column ${i}` }); // a cell to fill
    const said = i % 2 ? 'partial' : 'no_match';
    const reviews: Promise<void>[] = [];
    const reasoner = meanwhile(async () => {
      reviews.push(change(service, 'reviewVerdict', { ...at, verdict: said })); // not awaited: it coincides with the save
    });
    await workRun({ ...bench.deps, assessor: assessorBy(reasoner) }, await bench.queueRun(), never);
    await Promise.all(reviews);

    const [row] = (await rowsOf(service, sessionId)).rows.nodes;
    expect({ reviews: reviews.length, combined: row.matchVerdict, ...row.verdicts[0] }).toMatchObject({
      reviews: 1,
      combined: said,
      verdict: 'match',
      effective: said,
    });
  }
});

test('later runs never overwrite a person’s verdict, and count it towards their target', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': named('Oxidb') });
  const { service, sessionId } = bench;
  await workRun({ ...bench.deps, lanes: 1 }, await bench.queueRun({ target: 1 }), never);
  const { criteria, rows } = await rowsOf(service, sessionId);
  const [first] = rows.nodes;
  await change(service, 'reviewVerdict', { rowId: first.uuid, criterionId: criteria[0].uuid, verdict: 'no_match' });

  const runId = await bench.queueRun({ target: 1 });
  await workRun({ ...bench.deps, lanes: 1 }, runId, never);

  const after = await rowsOf(service, sessionId);
  expect(rows.nodes).toHaveLength(1);
  expect(after.rows.nodes).toMatchObject([{ uuid: first.uuid, matchVerdict: 'no_match' }, { matchVerdict: 'match' }]);
  expect(await findRun(bench.db, runId)).toMatchObject({ reason: 'target_reached', counts: { matched: 1 } });
});

test('a hidden row does not count towards the target, is not found again, and costs no run anything', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': named('Oxidb') });
  const { service, sessionId } = bench;
  await workRun({ ...bench.deps, lanes: 1 }, await bench.queueRun({ target: 1 }), never);
  const [first] = (await rowsOf(service, sessionId)).rows.nodes;
  await change(service, 'hideRow', { rowId: first.uuid });
  await service.rpc('addCriterion', { sessionId, label: 'Is a database' });
  const judged: string[] = [];
  const reasoner = meanwhile(async (url) => judged.push(url));

  await workRun({ ...bench.deps, lanes: 1, assessor: assessorBy(reasoner) }, await bench.queueRun({ target: 1 }), never);

  const shown = await rowsOf(service, sessionId);
  const hidden = await rowsOf(service, sessionId, { hidden: true });
  expect(shown.counts).toEqual({ match: 1, noMatch: 0, pending: 0, hidden: 1 });
  expect(shown.rows.nodes).toMatchObject([{ hidden: false, matchVerdict: 'match' }]);
  expect(shown.rows.nodes[0].url).not.toBe(first.url);
  expect(hidden.rows.nodes).toMatchObject([{ uuid: first.uuid, hidden: true }]);
  expect(hidden.rows.nodes[0].verdicts[1]).toMatchObject({
    verdict: null,
    state: 'stopped',
    note: expect.stringContaining('runs leave a hidden row alone'),
  });
  expect(judged).toEqual([shown.rows.nodes[0].url]);

  await change(service, 'showRow', { rowId: first.uuid });
  await workRun(bench.deps, await bench.queueRun(), never);

  const all = await rowsOf(service, sessionId);
  expect(all.counts).toMatchObject({ match: 2, hidden: 0 });
});

test('a row hidden while the run saves it stays hidden, and the run looks for another one', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': named('Oxidb') });
  const { service, sessionId } = bench;
  let hid = false;
  const reasoner = meanwhile(async () => {
    const [row] = (await rowsOf(service, sessionId)).rows.nodes;
    if (row && !hid) {
      hid = true;
      await change(service, 'hideRow', { rowId: row.uuid });
    }
  });
  const runId = await bench.queueRun({ target: 2 });

  await workRun({ ...bench.deps, lanes: 1, assessor: assessorBy(reasoner) }, runId, never);

  expect((await rowsOf(service, sessionId)).counts).toMatchObject({ match: 1, hidden: 1 });
  expect(await findRun(bench.db, runId)).toMatchObject({ reason: 'candidates_exhausted' });
});

test('a row that is filled and hidden at the same moment is both, in many tries', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const { service, sessionId } = bench;
  await workRun(bench.deps, await bench.queueRun(), never);
  const rowId = (await rowsOf(service, sessionId)).rows.nodes[0].uuid;

  for (let i = 0; i < times(1, 20); i++) {
    await service.rpc('addCriterion', { sessionId, label: `Written in Rust ${i}` });
    const hiding: Promise<void>[] = [];
    const reasoner = meanwhile(async () => {
      hiding.push(change(service, 'hideRow', { rowId }));
    });
    await workRun({ ...bench.deps, assessor: assessorBy(reasoner) }, await bench.queueRun(), never);
    await Promise.all(hiding);

    const [row] = (await rowsOf(service, sessionId, { hidden: true })).rows.nodes;
    expect({ hid: hiding.length, hidden: row.hidden, state: row.verdicts[i + 1].state }).toEqual({ hid: 1, hidden: true, state: 'judged' });
    await change(service, 'showRow', { rowId });
  }
});
