import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openRegistry } from '../../src/agent/entity/registry.ts';
import { ReadFailure } from '../../src/agent/read/failure.ts';
import { row } from '../../src/db/tables/row.ts';
import { candidate } from '../../src/db/tables/run.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { openBench } from '../support/bench.ts';
import { within } from '../support/postgres/embedded.ts';
import { htmlPage } from '../support/web.ts';

const never = new AbortController().signal;
const DOI = '10.1038/nature14539';
const PAPER = htmlPage('Deep learning', 'Deep learning is written in Rust here, and explained by its authors in forty pages.');

/** A registry whose resolver leads to these hosts. */
const registryTo = ({ ports }: WorkerDeps, asked: string[], ...hosts: string[]) =>
  openRegistry({
    hosts: ports.registryHosts,
    fetcher: {
      redirects: async (url) => {
        asked.push(url);
        return hosts;
      },
    },
    clock: ports.clock,
  });

test('an identifier counts on a host that its registry leads to, and is then known of all its registrant’s', async () => {
  await using bench = await openBench({ [`/articles/${DOI}`]: PAPER });
  const asked: string[] = [];
  const registry = registryTo(bench.deps, asked, 'hop.example', `www.${bench.web.host}`);

  await workRun({ ...bench.deps, registry }, await bench.queueRun(), never);

  expect(await bench.db.select({ key: row.key, identifier: row.identifier }).from(row)).toEqual([{ key: `doi:${DOI}`, identifier: null }]);
  expect(asked).toEqual([`https://doi.org/${DOI}`]);
  expect(await registryTo(bench.deps, asked).proves('doi:10.1038/other', `${bench.web.url}/x`, never)).toBe(true);
  expect(await registryTo(bench.deps, asked).proves('doi:10.9999/other', `${bench.web.url}/x`, never)).toBe(false);
});

test('a page whose identifier another page has just asked for waits for what the registry says, and asks itself where that one was stopped', async () => {
  await using bench = await openBench();
  const { registryHosts, clock } = bench.deps.ports;
  const answers: PromiseWithResolvers<string[]>[] = [];
  const redirects = (_: string, signal: AbortSignal) => {
    const answer = Promise.withResolvers<string[]>();
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    answers.push(answer);
    return answer.promise;
  };
  const registry = openRegistry({ hosts: registryHosts, fetcher: { redirects }, clock });
  const stop = new AbortController();
  const asks = (n: number) => within(5000, () => answers.length === n);

  const [claimed, paper] = [
    registry.proves(`doi:${DOI}`, 'https://evil.example/', stop.signal),
    registry.proves(`doi:${DOI}`, 'https://papers.example/', never),
  ];
  const isCancelled = expect(claimed).rejects.toThrow('cancelled');
  await asks(1);
  stop.abort(new Error('cancelled'));
  await asks(2);
  answers[1]?.resolve(['papers.example']);

  await isCancelled;
  expect(await paper).toBe(true);
  expect(await registry.proves(`doi:${DOI}`, 'https://evil.example/', never)).toBe(false);
  expect(answers).toHaveLength(2);
});

test('where the registry cannot be reached nothing is proved', async () => {
  await using bench = await openBench({ [`/articles/${DOI}`]: PAPER });

  await workRun({ ...bench.deps, registry: registryTo(bench.deps, []) }, await bench.queueRun(), never);

  expect(await bench.db.select({ key: row.key, identifier: row.identifier }).from(row)).toEqual([
    { key: `https://${bench.web.host}/articles/${DOI}`, identifier: `doi:${DOI}` },
  ]);
});

test('a row that an older version keyed by a claimed identifier gives it to the page that proves it', async () => {
  await using bench = await openBench({ [`/buy/${DOI}`]: htmlPage('Buy papers', 'Buy a paper about databases written in Rust today.') });
  await workRun(bench.deps, await bench.queueRun(), never);
  await bench.db.update(row).set({ key: `doi:${DOI}`, identifier: null });
  bench.web.put(`/articles/${DOI}`, PAPER);
  const registry = {
    proves: async (_: string, url: string) => url.includes('/articles/'),
    learn: async () => {},
  };

  await workRun({ ...bench.deps, registry }, await bench.queueRun(), never);

  const rows = await bench.db.select({ key: row.key, url: row.url, note: row.note }).from(row).orderBy(row.position);
  expect(rows).toMatchObject([
    { key: `https://${bench.web.host}/buy/${DOI}`, note: expect.stringContaining('same identifier') },
    { key: `doi:${DOI}`, url: `${bench.web.url}/articles/${DOI}`, note: expect.stringContaining('same identifier') },
  ]);
});

test('a page at which its thread was ended is left alone for a day in every webset, and its neighbours are not', async () => {
  await using bench = await openBench({ '/a': PAPER, '/b': PAPER.replaceAll('Deep', 'Shallow') });
  const looked: string[] = [];
  const examiner: WorkerDeps['examiner'] = {
    ...bench.deps.examiner,
    async page(page, ...rest) {
      looked.push(page.url);
      if (page.url.endsWith('/a')) throw new ReadFailure('timeout', 'The page takes longer than 2 s to look through');
      return bench.deps.examiner.page(page, ...rest);
    },
  };
  const deps = { ...bench.deps, examiner };
  await workRun(deps, await bench.queueRun(), never);

  await workRun(deps, await bench.queueRun(), never);

  const states = await bench.db
    .select({ state: candidate.state, reason: candidate.reason })
    .from(candidate)
    .where(eq(candidate.url, `${bench.web.url}/a`));
  expect(states.map(({ state, reason }) => `${state}: ${reason}`).sort()).toEqual([
    'unreadable: It is left alone for a day since it could not be read: The page takes longer than 2 s to look through',
    'unreadable: The page takes longer than 2 s to look through',
  ]);
  expect(looked.filter((url) => url.endsWith('/a'))).toHaveLength(1);
  expect(await bench.deps.ports.broken.find(`${bench.web.url}/b`)).toBeNull();
  expect(await bench.db.select().from(row)).toHaveLength(1);
});
