import { expect, test } from 'vitest';
import { listChoices } from '../../../src/db/queries/runs/judge-choice.ts';
import { findRun } from '../../../src/db/queries/runs/run.ts';
import { workRun } from '../../../src/runs/work.ts';
import { never } from '../../support/agent/local-web.ts';
import { openLocalWorker } from '../../support/agent/local-worker.ts';
import { until } from '../../support/until.ts';
import { engineModel, enginePages } from './engines.ts';

const COUNT = 16;

test('the rows for a model are chosen once: the next worker finishes the choice of one that was killed', async () => {
  const asked: string[] = [];
  const env = { RUN_TARGET: '1000', RUN_LANES: '2' };
  await using lab = await openLocalWorker(enginePages(COUNT), {
    env,
    budget: { judgeShare: 0.5 },
    reasoner: engineModel(asked, { hangAt: 5 }),
  });
  const sessionId = await lab.createSession('databases written in Rust');
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  await lab.start(sessionId);
  void lab.work(sessionId).catch(() => {}); // in effect killed: its model never answers
  await until(() => asked.length >= 5);
  const [{ id: runId } = { id: '' }] = await lab.sql<{ id: string }[]>`select id from run`;
  const before = await listChoices(lab.db, runId);
  const askedBefore = [...asked];

  const after: string[] = [];
  await workRun({ ...lab.deps, reasoner: engineModel(after) }, runId, never());

  const [run, choices] = [await findRun(lab.db, runId), await listChoices(lab.db, runId)];
  expect(run).toMatchObject({ state: 'completed', attempt: 2, counts: { judged: COUNT } });
  expect(choices.slice(0, before.length).map(({ rowId, purpose }) => [rowId, purpose])).toEqual(
    before.map(({ rowId, purpose }) => [rowId, purpose]),
  );
  expect(choices.map(({ purpose }) => purpose).sort()).toEqual(['check', ...Array.from({ length: 7 }, () => 'teach')]); // half of 16
  expect(choices.every(({ isDone }) => isDone)).toBe(true);
  const unfinished = before.filter(({ isDone }) => !isDone).length;
  expect(after).toHaveLength(8 - (before.length - unfinished)); // saved answers are not requested again
  expect(new Set([...askedBefore, ...after]).size).toBe(8);
});
