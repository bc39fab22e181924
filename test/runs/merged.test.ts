import { expect, test } from 'vitest';
import type { Finding, Reasoner } from '../../src/agent/judge/finding.ts';
import { workRun } from '../../src/runs/work.ts';
import { benchOfFile } from '../support/bench.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const MORE = ['Forty tables stand in it.', 'It was printed in Leipzig, by hand.', 'Nobody knows who keeps it running.'];
const pageOf = (name: string, i: number) => htmlPage(name, `${name} is written in Rust. ${MORE[i]}`);
const PAGES = { '/a': pageOf('Ferrodb', 0), '/b': pageOf('Oxide', 1), '/c': pageOf('Tikv', 2) };

/** A judge that finds that these pages match, and nothing on the others; `asked` collects the pages. */
const finds = (paths: string, asked: string[] = [], name: Reasoner['name'] = 'llm'): Reasoner => ({
  name,
  async judge({ page, criteria }) {
    const path = new URL(page.url).pathname;
    asked.push(path);
    const quote = page.text.split('\n').find((line) => line.includes('written in Rust')) ?? null;
    const finding: Finding = paths.includes(path)
      ? { verdict: 'match', reason: 'stated', quote, note: '' }
      : { verdict: 'needs_review', reason: 'silent', quote: null, note: '' };
    return { verdicts: new Map(criteria.map(({ id }) => [id, finding])), values: new Map() };
  },
});
const rules = finds('', [], 'lexical');

/** Three pages without findings, the first two of them one row. */
async function openMerged() {
  await using open = new AsyncDisposableStack();
  const bench = open.use(await openBench(PAGES, rules));
  await workRun(bench.deps, await bench.queueRun(), never);
  const rows: { id: string; url: string }[] = await bench.service.sql`select id, url from "row" order by position`;
  const [first, merged, other] = rows.map(({ url }) => new URL(url).pathname) as [string, string, string];
  const change = async (mutation: string, input: object) => {
    const { body } = await bench.service.graphql(mutation, { input });
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  await change('mutation ($input: MergeRowsInput!) { mergeRows(input: $input) { row { uuid } } }', {
    rowIds: rows.slice(0, 2).map(({ id }) => id),
  });
  const hide = () => change('mutation ($input: HideRowInput!) { hideRow(input: $input) { row { uuid } } }', { rowId: rows[0]?.id });
  const start = async (mode: 'FILL' | 'REJUDGE'): Promise<string> => {
    const input = { websetId: bench.sessionId, mode };
    const started = await change('mutation ($input: StartRunInput!) { startRun(input: $input) { webset { run { uuid } } } }', input);
    return started.startRun.webset.run.uuid;
  };
  const counts = async (runId: string) => (await bench.service.sql`select judged, matched from run where id = ${runId}`)[0];
  const close = open.move();
  return { ...bench, first, merged, other, hide, start, counts, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('a row that matches because of a page merged into it counts as one more match', async () => {
  await using bench = await openMerged();
  const runId = await bench.start('REJUDGE');

  await workRun({ ...bench.deps, reasoner: finds(bench.merged) }, runId, never);

  expect(await bench.counts(runId)).toEqual({ judged: 3, matched: 1 });
});

test('pages of one row that a model finds to match one after the other count as one more match', async () => {
  await using bench = await openMerged();
  const asked: string[] = [];
  const runId = await bench.queueRun({ judgeShare: 0.9 });

  await workRun({ ...bench.deps, reasoner: finds(`${bench.first} ${bench.merged}`, asked) }, runId, never);

  expect(asked).toEqual(expect.arrayContaining([bench.first, bench.merged]));
  expect(await bench.counts(runId)).toMatchObject({ matched: 1 });
});

test('the pages of a hidden row are neither filled nor sent to a model, including those merged into it', async () => {
  await using bench = await openMerged();
  const [filled, asked]: string[][] = [[], []];
  await bench.hide();
  await bench.service.rpc('addCriterion', { sessionId: bench.sessionId, label: 'Rust is used' });

  await workRun({ ...bench.deps, reasoner: finds('', filled, 'lexical') }, await bench.start('FILL'), never);
  await workRun({ ...bench.deps, reasoner: finds('', asked) }, await bench.queueRun({ judgeShare: 0.9 }), never);

  expect([filled, asked]).toEqual([[bench.other], [bench.other]]);
});

test('a page chosen for a model is not sent once its row is hidden', async () => {
  await using bench = await openMerged();
  const asked: string[] = [];
  const model = finds('', asked);
  const reasoner: Reasoner = {
    ...model,
    async judge(...input) {
      if (asked.length === 0) await bench.hide();
      return model.judge(...input);
    },
  };

  await workRun({ ...bench.deps, lanes: 1, reasoner }, await bench.queueRun({ judgeShare: 0.9 }), never);

  expect(asked.filter((path) => path !== bench.other).length).toBeLessThan(2);
});
