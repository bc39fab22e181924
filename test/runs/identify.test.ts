import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openRegistry } from '../../src/agent/entity/registry.ts';
import type { Finding, Reasoner } from '../../src/agent/judge/finding.ts';
import { ReadFailure } from '../../src/agent/read/read-failure.ts';
import { row } from '../../src/db/tables/row.ts';
import { candidate } from '../../src/db/tables/run.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { benchOfFile } from '../support/bench.ts';
import { until } from '../support/until.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
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

/** A judge that finds by its words whether a page is about something written in Rust. */
const byWords: Reasoner = {
  name: 'llm',
  async judge({ page, criteria }) {
    const quote = page.text.split('\n').find((line) => /written in Rust/.test(line)) ?? null;
    const finding: Finding =
      quote === null
        ? { verdict: 'needs_review', reason: 'silent', quote, note: '' }
        : /not written/.test(quote)
          ? { verdict: 'no_match', reason: 'contradicted', quote, note: '' }
          : { verdict: 'match', reason: 'stated', quote, note: '' };
    return { verdicts: new Map(criteria.map(({ id }) => [id, finding])), values: new Map() };
  },
};
const LONG = {
  whole: 'The whole text of the article goes through forty years of work on networks of many layers, page after page of it.',
  summary: 'A summary stands here for readers in a hurry, with five figures and a list of what was measured on three machines.',
  notes: 'Notes on the reviews, on the corrections that were printed later, and on the letters which the editors received.',
};

test('pages that a registry proves to have one identifier are one row, which combines what they say and shows contradictions', async () => {
  await using bench = await openBench(
    {
      [`/articles/${DOI}`]: htmlPage('Deep learning', LONG.whole),
      [`/doi/abs/${DOI}`]: htmlPage('Deep learning', `Deep learning is not written in Rust. ${LONG.summary}`),
      '/ferro': PAPER.replaceAll('Deep learning', 'Ferrodb'),
    },
    byWords,
  );
  const registry = registryTo(bench.deps, [], bench.web.host);
  const ROWS = `query ($id: UUID!) { webset(id: $id) { counts { match noMatch needsReview merged } rows { nodes { matchVerdict pageCount
    pages { rowId merge { reason note } verdicts { verdict } } verdicts { verdict reason evidence { quote } } } } } }`;
  const shown = async () => (await bench.service.graphql(ROWS, { id: bench.sessionId })).body.data.webset;
  const run = async () => workRun({ ...bench.deps, registry, lanes: 1 }, await bench.queueRun(), never);

  await run();
  const denied = await shown();
  bench.web.put(`/doi/full/${DOI}`, htmlPage('Deep learning', `Deep learning is written in Rust. ${LONG.notes}`));
  bench.web.put(`/doi/pdf/${DOI}`, htmlPage('Deep learning', 'A fourth page, which nobody reads.'));
  await run();
  const disputed = await shown();
  const rowId = disputed.rows.nodes[0].pages[2].rowId;
  await bench.service.graphql('mutation ($id: UUID!) { splitRows(input: { rowIds: [$id] }) { row { uuid } } }', { id: rowId });
  await run();
  const split = await shown();
  await bench.service.rpc('addCriterion', { sessionId: bench.sessionId, label: 'Rust is used' });
  const { body } = await bench.service.graphql(
    'mutation ($id: UUID!, $row: UUID!) { startRun(input: { websetId: $id, mode: FILL, rowIds: [$row] }) { webset { run { uuid } } } }',
    { id: bench.sessionId, row: denied.rows.nodes[0].pages[0].rowId },
  );
  await workRun({ ...bench.deps, lanes: 1 }, body.data.startRun.webset.run.uuid, never);
  const filled = await shown();

  const note = `doi:${DOI}`;
  expect(denied).toMatchObject({
    counts: { match: 1, noMatch: 1, merged: 1 },
    rows: {
      nodes: [
        {
          matchVerdict: 'no_match',
          pages: [
            { merge: null, verdicts: [{ verdict: 'needs_review' }] },
            { merge: { reason: 'identifier', note }, verdicts: [{ verdict: 'no_match' }] },
          ],
        },
        { matchVerdict: 'match', pageCount: 1 },
      ],
    },
  });
  expect(disputed).toMatchObject({
    counts: { match: 1, needsReview: 1, merged: 2 },
    rows: { nodes: [{ pageCount: 3, verdicts: [{ verdict: 'needs_review', reason: 'conflict', evidence: null }] }, {}] },
  });
  expect(bench.web.hits.get(`/doi/pdf/${DOI}`)).toBe(1); // its identifier comes from its words, not from the page of a full row
  expect(split).toMatchObject({
    counts: { match: 2, noMatch: 1, merged: 1 },
    rows: { nodes: [{ pageCount: 2 }, {}, { pageCount: 1, matchVerdict: 'match' }] },
  });
  expect(filled.rows.nodes[0]).toMatchObject({
    pages: [{ verdicts: [{}, { verdict: 'needs_review' }] }, { verdicts: [{}, { verdict: 'no_match' }] }],
    verdicts: [{ verdict: 'no_match' }, { verdict: 'no_match' }],
  });
});

/** Treats every page of a bench's web as one of a company's own site. */
function ofOneSite({ web, deps: { examiner } }: Pick<Awaited<ReturnType<typeof openBench>>, 'web' | 'deps'>) {
  const site = new URL(web.url).hostname;
  const ofOne: WorkerDeps['examiner'] = {
    ...examiner,
    address: async () => ({ key: `site:${site}`, named: null }),
    page: async (...asked) => {
      const { facts, left } = await examiner.page(...asked);
      return { facts: { ...facts, key: `site:${site}` }, left };
    },
  };
  return { site, examiner: ofOne };
}

test('the pages of a company’s own site are one row: after a match only the front page is read, which then represents it', async () => {
  await using bench = await openBench(
    {
      '/about': htmlPage('Our story', `Ferro is written in Rust. ${LONG.whole}`),
      '/': htmlPage('Ferro', `Welcome to Ferro. ${LONG.summary}`),
      '/team': htmlPage('Team', LONG.notes),
    },
    byWords,
  );
  const { site, examiner: ofOne } = ofOneSite(bench);

  await workRun({ ...bench.deps, examiner: ofOne, lanes: 1 }, await bench.queueRun(), never);
  const { body } = await bench.service.graphql(
    'query ($id: UUID!) { webset(id: $id) { rows { nodes { url title matchVerdict sources pages { merge { reason note } } } } } }',
    { id: bench.sessionId },
  );

  expect(body.data.webset.rows.nodes).toEqual([
    {
      ...{ url: `${bench.web.url}/`, title: 'Ferro', matchVerdict: 'match' },
      sources: ['/about', '/team', '/'].map((path) => bench.web.url + path),
      pages: [{ merge: null }, { merge: { reason: 'site', note: site } }],
    },
  ]);
  expect(bench.web.hits.has('/team')).toBe(false);
});

test('an address in another spelling is not a further page of its row, whether found directly or through a redirect', async () => {
  await using bench = await openBench({ '/about': htmlPage('Our story', `Ferro is old. ${LONG.whole}`) }, byWords);
  const { examiner } = ofOneSite(bench);
  const run = async () => workRun({ ...bench.deps, examiner, lanes: 1 }, await bench.queueRun(), never);
  await run();
  bench.web.put('/about/', htmlPage('Our story', `Ferro is not written in Rust. ${LONG.summary}`));
  bench.web.put('/old', (_, res) => res.writeHead(302, { location: '/about/' }).end());
  const results = ['/about/?utm_source=list', '/old'].map((path) => ({ url: bench.web.url + path, title: path, content: '' }));
  bench.web.search = (_, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));

  await run();

  const { body } = await bench.service.graphql(
    'query ($id: UUID!) { webset(id: $id) { rows { nodes { matchVerdict pageCount sources } } } }',
    { id: bench.sessionId },
  );
  const sources = ['/about', '/about/', '/about/?utm_source=list', '/old'].map((path) => bench.web.url + path);
  expect(body.data.webset.rows.nodes).toMatchObject([{ matchVerdict: 'needs_review', pageCount: 1 }]);
  expect(body.data.webset.rows.nodes[0].sources.toSorted()).toEqual(sources);
  expect(bench.web.hits.get('/about/')).toBe(1); // through the page that led to it
});

test('an identifier counts on a host that its registry leads to, and then on all hosts of that registrant', async () => {
  await using bench = await openBench({ [`/articles/${DOI}`]: PAPER });
  const asked: string[] = [];
  const registry = registryTo(bench.deps, asked, 'hop.example', `www.${bench.web.host}`);

  await workRun({ ...bench.deps, registry }, await bench.queueRun(), never);

  expect(await bench.db.select({ key: row.key, identifier: row.identifier }).from(row)).toEqual([{ key: `doi:${DOI}`, identifier: null }]);
  expect(asked).toEqual([`https://doi.org/${DOI}`]);
  expect(await registryTo(bench.deps, asked).proves('doi:10.1038/other', `${bench.web.url}/x`, never)).toBe(true);
  expect(await registryTo(bench.deps, asked).proves('doi:10.9999/other', `${bench.web.url}/x`, never)).toBe(false);
});

test('a page waits when another one is already checking its identifier, and checks it itself if that one was stopped', async () => {
  await using bench = await openBench();
  const { registryHosts, clock } = bench.deps.ports;
  const answers: PromiseWithResolvers<string[]>[] = [];
  const redirects = (_: string, signal: AbortSignal) => {
    const answer = Promise.withResolvers<string[]>();
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    answers.push(answer);
    return answer.promise;
  };
  let looked = 0;
  const list = (registrant: string) => registryHosts.list(registrant).finally(() => looked++);
  const registry = openRegistry({ hosts: { ...registryHosts, list }, fetcher: { redirects }, clock });
  const stop = new AbortController();

  const claimed = registry.proves(`doi:${DOI}`, 'https://evil.example/', stop.signal);
  const isCancelled = expect(claimed).rejects.toThrow('cancelled');
  await until(() => answers.length === 1);
  const paper = registry.proves(`doi:${DOI}`, 'https://papers.example/', never);
  await until(() => looked === 2);
  const waited = answers.length === 1;
  stop.abort(new Error('cancelled'));
  await until(() => answers.length === 2);
  answers[1]?.resolve(['papers.example']);

  await isCancelled;
  expect(waited).toBe(true);
  expect(await paper).toBe(true);
  expect(await registry.proves(`doi:${DOI}`, 'https://evil.example/', never)).toBe(false);
  expect(answers).toHaveLength(2);
});

test('when the registry is unreachable, nothing is proved', async () => {
  await using bench = await openBench({ [`/articles/${DOI}`]: PAPER });

  await workRun({ ...bench.deps, registry: registryTo(bench.deps, []) }, await bench.queueRun(), never);

  expect(await bench.db.select({ key: row.key, identifier: row.identifier }).from(row)).toEqual([
    { key: `https://${bench.web.host}/articles/${DOI}`, identifier: `doi:${DOI}` },
  ]);
});

test('a page that exceeded its thread’s time is left alone for a day in every webset, and its neighbours are not', async () => {
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
