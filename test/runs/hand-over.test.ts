import { expect, test } from 'vitest';
import { openShares } from '../../src/agent/thread-shares.ts';
import { insertRun } from '../../src/db/queries/runs/run.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { benchOfFile } from '../support/bench.ts';
import { openLab } from '../support/lab.ts';
import { until } from '../support/until.ts';
import { htmlPage, type Serve } from '../support/web.ts';

const openBench = benchOfFile();

// with worker processes, stopped by SIGTERM: npm run test:slow

const page = (i: number) => htmlPage(`Db${i}`, `Db${i} is a database written in Rust.`);
const pagesOf = <T>(count: number, pageOf: (i: number) => T) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`/db${i}`, pageOf(i)]));

test('a stopping worker hands its runs over, which counts as neither failure nor stall', async () => {
  const [LANES, COUNT] = [2, 6];
  let [isSilent, waiting] = [true, 0];
  const silentAtFirst =
    (i: number): Serve =>
    (_, res) => {
      if (i > 0 && isSilent) waiting++;
      else res.writeHead(200, { 'content-type': 'text/html' }).end(page(i));
    };
  await using lab = await openLab(pagesOf(COUNT, silentAtFirst), { RUN_LANES: String(LANES) }, { queries: 1 });
  const sessionId = await lab.createSession();
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  await lab.rpc('startRun', { sessionId });
  await until(async () => waiting === LANES && (await lab.sql`select 1 from "row"`).length === 1);
  isSilent = false;
  await using _staying = await lab.startWorker();

  await lab.worker[Symbol.asyncDispose]();
  await lab.ended(sessionId);

  expect(await lab.sql`select attempt, state, failures, stalls from run`).toEqual([
    { attempt: 2, state: 'completed', failures: 0, stalls: 0 },
  ]);
  expect(await lab.sql`select 1 from "row"`).toHaveLength(COUNT);
});

const PAGES = 3;
const MANY = 5;

/** One thread that serves by shares, once every run with pages left has asked; each page takes the same time. */
function openThread(runs: number) {
  const shares = openShares();
  const waiting: { n: number; signal: AbortSignal; serve: () => void }[] = [];
  const left = new Map(Array.from({ length: runs }, (_, n) => [n, PAGES]));
  const served: number[] = [];
  const next = () => {
    while (waiting.length > 0 && [...left.keys()].every((n) => waiting.some((asked) => asked.n === n))) {
      const { n, signal, serve } = shares.take(waiting);
      shares.charge(signal, 200);
      served.push(n);
      const pages = (left.get(n) ?? 0) - 1;
      if (pages > 0) left.set(n, pages);
      else left.delete(n);
      serve();
    }
  };
  const ask = (n: number, signal: AbortSignal) =>
    new Promise<void>((serve) => {
      shares.join(signal);
      waiting.push({ n, signal, serve });
      next();
    });
  const end = (n: number) => {
    left.delete(n);
    next();
  };
  return { served, ask, end };
}

test('a caller with five runs gets no more of the threads than one with a single run', async () => {
  await using bench = await openBench(pagesOf(PAGES, page));
  const { served, ask, end } = openThread(MANY + 1);
  const work = async (n: number, caller: string) => {
    const websetId = await bench.service.createSession();
    const run = await insertRun(bench.db, websetId, { target: 20, maxPages: 300, maxMinutes: 30 }, caller);
    const readPage: WorkerDeps['readPage'] = async (url, signal) => {
      await ask(n, signal);
      return bench.deps.readPage(url, signal);
    };
    await workRun({ ...bench.deps, readPage }, run?.id ?? '', new AbortController().signal).finally(() => end(n));
  };

  await Promise.all([...Array.from({ length: MANY }, (_, n) => work(n, 'ip:192.0.2.1')), work(MANY, 'ip:192.0.2.2')]);

  expect(served).toHaveLength(PAGES * (MANY + 1));
  expect(served.lastIndexOf(MANY)).toBeLessThan((served.length * 2) / 3); // alternating until it ends
});
