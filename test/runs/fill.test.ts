import { expect, test } from 'vitest';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { workRun } from '../../src/runs/work.ts';
import { assessorBy } from '../support/agent/judges.ts';
import { scriptedJudge } from '../support/agent/scripted.ts';
import { benchOfFile } from '../support/bench.ts';
import type { TestService } from '../support/test-service.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const RUSTY = htmlPage('Ferrodb', 'Ferrodb is a database written in Rust.');
const PAGES = { '/a': RUSTY, '/b': RUSTY.replaceAll('Ferrodb', 'Oxidb') };

/** A scripted judge that gives every claim the same verdict. */
const says = (verdict: 'match' | 'partial' | 'broken'): Reasoner => ({
  name: 'lexical',
  async judge(input, signal) {
    if (verdict === 'broken') throw new Error('no memory');
    const judged = await scriptedJudge().judge(input, signal);
    for (const [id, finding] of judged.verdicts) judged.verdicts.set(id, { ...finding, verdict });
    return judged;
  },
});

const WEBSET = `query ($id: UUID!) { webset(id: $id) { criteria { uuid label } enrichments { uuid }
  run { mode state reason counts { found read judged matched } }
  rows { nodes { uuid title matchVerdict
    verdicts { verdict effective state attempts earlier { verdict reason judge judgedAt evidence { quote } } }
    values { value state earlier { value reason } } } } } }`;
const websetOf = async (service: TestService, id: string) => (await service.graphql(WEBSET, { id })).body.data.webset;

const START = 'mutation ($input: StartRunInput!) { startRun(input: $input) { webset { run { uuid } } } }';
/** Starts a run through the API; the test takes its job. */
async function start(service: TestService, input: object): Promise<string> {
  const { body } = await service.graphql(START, { input });
  if (body.errors) throw new Error(body.errors[0].message);
  return body.data.startRun.webset.run.uuid;
}

test('a fill run judges missing cells and searches nothing', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);
  await service.rpc('addCriterion', { sessionId: websetId, label: 'Is a database' });
  const asked = [...bench.web.hits];

  await workRun(deps, await start(service, { websetId, mode: 'FILL' }), never);

  const { run, rows } = await websetOf(service, websetId);
  expect(run).toMatchObject({ mode: 'FILL', state: 'completed', reason: 'rows_done', counts: { found: 0, read: 0, judged: 2 } });
  expect(rows.nodes.map(({ matchVerdict }: { matchVerdict: string }) => matchVerdict)).toEqual(['match', 'match']);
  expect(rows.nodes[0].verdicts).toMatchObject([
    { state: 'judged', attempts: 1, earlier: [] },
    { state: 'judged', attempts: 1, earlier: [] },
  ]);
  expect([...bench.web.hits]).toEqual(asked);
});

test('a single row judged again keeps its old verdict beside the new one; a person’s verdict and other rows are unchanged', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);
  const before = await websetOf(service, websetId);
  const [{ uuid: criterionId }] = before.criteria;
  const [{ uuid: rowId }] = before.rows.nodes;

  const runId = await start(service, { websetId, mode: 'REJUDGE', rowIds: [rowId], criterionIds: [criterionId] });
  await workRun({ ...deps, assessor: assessorBy(says('partial')) }, runId, never);
  const again = await websetOf(service, websetId);
  await service.graphql('mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { uuid } } }', {
    input: { rowId, criterionId, verdict: 'no_match' },
  });
  await workRun({ ...deps, assessor: assessorBy(says('match')) }, await start(service, { websetId, mode: 'REJUDGE' }), never);
  const last = await websetOf(service, websetId);

  expect(again.run).toMatchObject({ mode: 'REJUDGE', reason: 'rows_done', counts: { judged: 1, matched: 0 } });
  expect(again.rows.nodes[0]).toMatchObject({ matchVerdict: 'partial', verdicts: [{ verdict: 'partial', attempts: 2 }] });
  expect(again.rows.nodes[0].verdicts[0].earlier).toMatchObject([
    { verdict: 'match', reason: 'stated', evidence: { quote: expect.stringContaining('written in Rust') } },
  ]);
  expect(again.rows.nodes[1]).toMatchObject({ matchVerdict: 'match', verdicts: [{ attempts: 1, earlier: [] }] });
  expect(last.rows.nodes[0]).toMatchObject({ matchVerdict: 'no_match', verdicts: [{ verdict: 'match', effective: 'no_match' }] });
  expect(last.rows.nodes[0].verdicts[0].earlier.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['partial', 'match']);
});

test('the newest ten judgements of a cell are kept', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);
  const verdicts = Array.from({ length: 12 }, (_, i) => (i % 2 ? 'match' : 'partial'));

  for (const verdict of verdicts)
    await workRun({ ...deps, assessor: assessorBy(says(verdict as 'match')) }, await start(service, { websetId, mode: 'REJUDGE' }), never);

  const { rows } = await websetOf(service, websetId);
  const kept = rows.nodes[0].verdicts[0].earlier.map(({ verdict }: { verdict: string }) => verdict);
  expect(kept).toEqual(verdicts.slice(1, -1).reverse());
  expect((await service.sql`select count(*)::int as n from past_verdict`)[0]?.n).toBe(10);
});

test('when judging again fails, the previous verdict remains', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);

  await workRun({ ...deps, assessor: assessorBy(says('broken')) }, await start(service, { websetId, mode: 'REJUDGE' }), never);

  const { run, rows } = await websetOf(service, websetId);
  expect(run).toMatchObject({ state: 'completed', reason: 'rows_done' });
  expect(rows.nodes[0]).toMatchObject({ matchVerdict: 'match', verdicts: [{ verdict: 'match', state: 'judged', earlier: [] }] });
});

test('an interrupted rejudge run judges no cell twice', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);
  const runId = await start(service, { websetId, mode: 'REJUDGE' });
  const stop = new AbortController();
  let judged = 0;
  const dies: Reasoner = {
    name: 'lexical',
    async judge(input, signal) {
      if (judged++ > 0) stop.abort(new Error('killed'));
      signal.throwIfAborted();
      return scriptedJudge().judge(input, signal);
    },
  };

  await expect(workRun({ ...deps, lanes: 1, assessor: assessorBy(dies) }, runId, stop.signal)).rejects.toThrow('killed');
  await workRun(deps, runId, never);

  const { run, rows } = await websetOf(service, websetId);
  expect(run).toMatchObject({ state: 'completed', counts: { judged: 2 } });
  expect(rows.nodes.map(({ verdicts }: { verdicts: { attempts: number }[] }) => verdicts[0]?.attempts)).toEqual([2, 2]);
});

test('filling a single column leaves the verdicts of its rows unchanged', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);
  await service.rpc('addCriterion', { sessionId: websetId, label: 'Is a database' });
  const { enrichment } = (await service.rpc('addEnrichment', { sessionId: websetId, label: 'Home page', format: 'url' })).body;

  await workRun(deps, await start(service, { websetId, mode: 'FILL', enrichmentIds: [enrichment.id] }), never);

  const { rows } = await websetOf(service, websetId);
  for (const row of rows.nodes)
    expect(row).toMatchObject({
      matchVerdict: 'match',
      values: [{ state: 'judged' }],
      verdicts: [{ verdict: 'match' }, { verdict: null }],
    });
});

const ESTIMATE = `query ($id: UUID!, $mode: RunMode, $rowIds: [UUID!], $criterionIds: [UUID!]) { webset(id: $id) {
  estimate(mode: $mode, rowIds: $rowIds, criterionIds: $criterionIds) { model calls rows seconds dollars inputTokens } run { rowsLeft } } }`;

test('a run without search reports how many rows it would judge, and while it runs how many are left', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  const estimateOf = async (named: object) => (await service.graphql(ESTIMATE, { id: websetId, ...named })).body.data.webset.estimate;
  const before = await estimateOf({ mode: 'FILL' });
  await workRun(deps, await bench.queueRun(), never);
  const { rows } = await websetOf(service, websetId);
  const [{ uuid: rowId }] = rows.nodes;
  const filled = await estimateOf({ mode: 'FILL' });
  const { criterion } = (await service.rpc('addCriterion', { sessionId: websetId, label: 'Is a database' })).body;

  const [fill, old, one, again, search] = await Promise.all([
    estimateOf({ mode: 'FILL', criterionIds: [criterion.id] }),
    estimateOf({ mode: 'FILL', criterionIds: [rows.nodes[0].uuid] }),
    estimateOf({ mode: 'FILL', rowIds: [rowId] }),
    estimateOf({ mode: 'REJUDGE' }),
    estimateOf({}),
  ]);
  const runId = await start(service, { websetId, mode: 'FILL', rowIds: [rowId] });
  const { run } = (await service.graphql(ESTIMATE, { id: websetId })).body.data.webset;
  await workRun(deps, runId, never);
  const { run: over } = (await service.graphql(ESTIMATE, { id: websetId })).body.data.webset;

  expect(before).toMatchObject({ rows: 0, seconds: null });
  expect([filled.rows, fill.rows, old.rows, one.rows, again.rows]).toEqual([0, 2, 0, 1, 2]);
  expect(fill).toMatchObject({ model: 'rules', calls: 0, dollars: 0, inputTokens: 0, seconds: expect.any(Number) });
  expect(search).toBeNull();
  expect([run.rowsLeft, over.rowsLeft]).toEqual([1, null]);
  const refused = await service.graphql(ESTIMATE, { id: websetId, rowIds: [rowId] });
  expect(refused.body.errors[0].extensions.code).toBe('BAD_REQUEST');
});

test('rows and columns outside a run’s possible scope are refused, and nothing is started', async () => {
  await using bench = await openBench(PAGES);
  const { service, deps, sessionId: websetId } = bench;
  await workRun(deps, await bench.queueRun(), never);
  const { rows, criteria } = await websetOf(service, websetId);
  const other = await service.createSession('another webset');
  const [{ uuid: rowId }] = rows.nodes;
  const unknown = '00000000-0000-4000-8000-000000000000';
  const refusalOf = async (input: object) => (await service.graphql(START, { input })).body.errors?.[0].extensions.code;

  const codes = await Promise.all(
    [
      { websetId, rowIds: [rowId] },
      { websetId, mode: 'FILL', rowIds: [] },
      { websetId, mode: 'FILL', rowIds: [unknown] },
      { websetId, mode: 'REJUDGE', criterionIds: [unknown] },
      { websetId: other, mode: 'REJUDGE', rowIds: [rowId] },
      { websetId: other, mode: 'REJUDGE', criterionIds: [criteria[0].uuid] },
      { websetId, mode: 'FILL', rowIds: Array(1001).fill(rowId) },
    ].map(refusalOf),
  );

  expect(new Set(codes)).toEqual(new Set(['BAD_REQUEST']));
  expect((await websetOf(service, websetId)).run).toMatchObject({ mode: 'SEARCH', state: 'completed' });
  expect((await websetOf(service, other)).run).toBeNull();
});
