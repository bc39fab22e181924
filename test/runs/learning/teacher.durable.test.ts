import { expect, test, vi } from 'vitest';
import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import { listChoices } from '../../../src/db/queries/runs/judge-choice.ts';
import { findRun } from '../../../src/db/queries/runs/run.ts';
import { workRun } from '../../../src/runs/work.ts';
import { rulesReasoner } from '../../support/agent/rules-reasoner.ts';
import { openBench } from '../../support/bench.ts';
import { htmlPage } from '../../support/web.ts';

const never = new AbortController().signal;
const COUNT = 16;
const PAGES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, i) => [
    `/db${i}`,
    htmlPage(
      `Database${i}`,
      `Its engine is written in ${i % 3 === 2 ? 'Go with a collector' : 'Rust and compiled'}.`,
      `It came out in ${1990 + i}.`,
    ),
  ]),
);

/** A model that knows, and that never answers its calls from the `hangAt`th on: its worker is as good as killed. */
function openModel(asked: string[], hangAt = Number.POSITIVE_INFINITY): Reasoner {
  return {
    name: 'llm',
    async judge({ page, criteria }) {
      asked.push(page.url);
      if (asked.length >= hangAt) await new Promise(() => {});
      const quote = /Its engine is written in [^.]*\./.exec(page.text)?.[0] ?? null;
      const verdict = quote?.includes('Rust') ? 'match' : 'no_match';
      const reason = verdict === 'match' ? 'stated' : 'contradicted';
      return { verdicts: new Map(criteria.map(({ id }) => [id, { verdict, reason, quote, note: '' } as const])), values: new Map() };
    },
  };
}

test('what a model is asked of is chosen once: the next worker finishes the choice of one that was killed', async () => {
  const asked: string[] = [];
  await using bench = await openBench(PAGES, openModel(asked, 5), rulesReasoner());
  const runId = await bench.queueRun({ target: 1000, judgeShare: 0.5 });
  void workRun({ ...bench.deps, lanes: 2 }, runId, never).catch(() => {});
  await vi.waitUntil(() => asked.length >= 5, { timeout: 50_000 });
  const before = await listChoices(bench.db, runId);
  const askedBefore = [...asked];

  const after: string[] = [];
  await workRun({ ...bench.deps, reasoner: openModel(after) }, runId, never);

  const [run, choices] = [await findRun(bench.db, runId), await listChoices(bench.db, runId)];
  expect(run).toMatchObject({ state: 'completed', attempt: 2, counts: { judged: COUNT } });
  expect(choices.slice(0, before.length).map(({ rowId, purpose }) => [rowId, purpose])).toEqual(
    before.map(({ rowId, purpose }) => [rowId, purpose]),
  );
  expect(choices.map(({ purpose }) => purpose).sort()).toEqual(['check', ...Array.from({ length: 7 }, () => 'teach')]); // half of 16
  expect(choices.every(({ isDone }) => isDone)).toBe(true);
  const unfinished = before.filter(({ isDone }) => !isDone).length;
  expect(after).toHaveLength(8 - (before.length - unfinished)); // what was saved is not asked again
  expect(new Set([...askedBefore, ...after]).size).toBe(8);
});
