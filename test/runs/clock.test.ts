import { afterEach, expect, test, vi } from 'vitest';
import { findRun } from '../../src/db/queries/runs/run.ts';
import { workRun } from '../../src/runs/work.ts';
import { benchOfFile } from '../support/bench.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();

// worker processes with a wrong clock from the start: faults/clock.slow.test.ts

const HOURS = 3_600_000;
afterEach(() => void vi.useRealTimers());

test.each([
  ['two hours ahead', 2 * HOURS],
  ['two hours behind', -2 * HOURS],
])('a worker whose clock is %s completes a run of 30 minutes', async (_name, ms) => {
  await using bench = await openBench({ '/a': htmlPage('Ferrodb', 'Ferrodb is a database written in Rust.') });
  const runId = await bench.queueRun({ maxMinutes: 30 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  await workRun(bench.deps, runId, new AbortController().signal);

  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { judged: 1 } });
});
