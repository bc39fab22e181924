import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { ReadFailure } from '../../src/agent/read/read-failure.ts';
import { row } from '../../src/db/tables/row.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { benchOfFile, watched } from '../support/bench.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const PAGES = 12;
const words = 'The database of this page is written in Rust, and its authors explain at length how it came about';

test('no transaction is open while pages are compared, and pages whose comparison times out both stay', async () => {
  await using bench = await openBench({
    '/a': htmlPage('One title', `${words}, first.`),
    '/b': htmlPage('One title', `${words}, second.`),
  });
  const both = Promise.withResolvers<void>();
  const inTransaction = new AsyncLocalStorage<true>();
  const db = watched(bench.db, (work, ...how) => bench.db.transaction((tx) => inTransaction.run(true, () => work(tx)), ...how));
  const compared: boolean[] = [];
  let looked = 0;
  const examiner: WorkerDeps['examiner'] = {
    ...bench.deps.examiner,
    async page(...asked) {
      const answer = await bench.deps.examiner.page(...asked);
      if (++looked === 2) both.resolve();
      await both.promise; // neither is a row yet when the other is first compared
      return answer;
    },
    async titles(_, others) {
      if (others.length === 0) return [];
      compared.push(inTransaction.getStore() ?? false);
      return others.map((_, i) => i);
    },
    words: () => Promise.reject(new ReadFailure('timeout', 'too slow')),
  };

  await workRun({ ...bench.deps, db, examiner, lanes: 2 }, await bench.queueRun(), never);

  expect(compared).toEqual([false]);
  expect(await bench.db.$count(row)).toBe(2);
});

test('lanes that save pages of one site at once compare each page with new rows in turn, without repeating all comparisons', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: PAGES }, (_, i) => [`/db${i}`, htmlPage(`Ferrodb number ${i}`, `Engine ${i} is a database written in Rust.`)]),
  );
  await using bench = await openBench(pages);
  const asked = new Map<string, number>();
  const titles: WorkerDeps['examiner']['titles'] = (title, others, how) => {
    if (others.length > 0) asked.set(title, (asked.get(title) ?? 0) + 1);
    return bench.deps.examiner.titles(title, others, how);
  };

  await workRun({ ...bench.deps, examiner: { ...bench.deps.examiner, titles }, lanes: 6 }, await bench.queueRun({ target: 100 }), never);

  expect(await bench.db.$count(row)).toBe(PAGES);
  expect([...asked.values()].reduce((one, other) => one + other)).toBeLessThanOrEqual(PAGES * 3); // found, before saving, in its turn
});
