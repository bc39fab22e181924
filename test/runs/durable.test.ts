import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { beginCandidate, insertCandidates, listWaiting } from '../../src/db/queries/runs/candidate.ts';
import { findRun, handOver, takeRun } from '../../src/db/queries/runs/run.ts';
import { row } from '../../src/db/tables/row.ts';
import { checkpoint, emit, Stale } from '../../src/runs/checkpoint.ts';
import { workRun } from '../../src/runs/work.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { scriptedJudge } from '../support/agent/scripted.ts';
import { benchOfFile, watched } from '../support/bench.ts';
import { eventsFrom } from '../support/postgres/events.ts';
import { htmlPage } from '../support/web.ts';

const openBench = benchOfFile();
const never = new AbortController().signal;
const RUSTY = htmlPage('Ferrodb', 'Ferrodb is a database written in Rust.');

test('a worker whose run was taken by another can no longer write', async () => {
  await using bench = await openBench();
  const runId = await bench.queueRun();
  const stale = await takeRun(bench.db, runId);
  const fresh = await takeRun(bench.db, runId);
  if (!stale || !fresh) throw new Error('the run could not be taken');

  const written = checkpoint(bench.deps, stale, async (tx) => {
    await insertCandidates(tx, runId, bench.sessionId, [
      {
        key: 'k',
        url: 'https://a.example/',
        title: '',
        snippet: '',
        provider: 'test',
        pageId: null,
        text: null,
        publishedAt: null,
        depth: 0,
      },
    ]);
    return [{ type: 'narration', data: { text: 'from the grave' } }];
  });

  await expect(written).rejects.toThrow(Stale);
  await emit(bench.deps, fresh, { type: 'narration', data: { text: 'alive' } });
  expect(await listWaiting(bench.db, runId, 10, 2)).toEqual([]);
  expect(await eventsFrom(bench.db, bench.sessionId, 0, 10)).toMatchObject([{ index: 0, data: { text: 'alive' } }]);
});

test('concurrent writes of a run’s lanes wait outside Postgres, where a wait of 10 s would fail them', async () => {
  await using bench = await openBench();
  const run = await takeRun(bench.db, await bench.queueRun());
  if (!run) throw new Error('the run could not be taken');
  let [open, most] = [0, 0];
  const db = watched(bench.db, (...asked) => {
    most = Math.max(most, ++open);
    return bench.db.transaction(...asked).finally(() => open--);
  });
  const say = (text: string) => emit({ ...bench.deps, db }, run, { type: 'narration', data: { text } });

  await Promise.all(['first', 'second', 'third'].map(say));

  expect(most).toBe(1);
  expect((await eventsFrom(bench.db, bench.sessionId, 0, 10)).map(({ data }) => data)).toEqual([
    { text: 'first' },
    { text: 'second' },
    { text: 'third' },
  ]);
});

test('an interrupted run continues with what is missing', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': RUSTY.replaceAll('Ferrodb', 'Oxidb') });
  const runId = await bench.queueRun();
  const stop = new AbortController();
  const dies = () => {
    stop.abort(new Error('killed'));
    return Promise.reject(new Error('killed'));
  };
  const first = workRun(
    {
      ...bench.deps,
      lanes: 1,
      assessor: { assess: dies },
    },
    runId,
    stop.signal,
  );
  await expect(first).rejects.toThrow('killed');

  await workRun(bench.deps, runId, never);

  const run = await findRun(bench.db, runId);
  expect(run).toMatchObject({ state: 'completed', attempt: 2, failures: 0, counts: { found: 2, judged: 2 } });
  expect(await bench.db.select().from(row)).toHaveLength(2);
  const events = await eventsFrom(bench.db, bench.sessionId, 0, 500);
  const types = events.map(({ type }) => type).filter((type) => type.startsWith('run.'));
  expect(types).toEqual(['run.started', 'run.resumed', 'run.completed']);
  expect(events.filter(({ type, data }) => type === 'step.started' && 'step' in data && data.step === 'plan')).toHaveLength(1);
});

/**
 * Works on a run until it ends, or for `attempts` attempts. At page `at` its worker dies, `times` times: it stops there. Returns the waits
 * before pages, in ms.
 */
async function workWithDeaths(bench: Awaited<ReturnType<typeof openBench>>, runId: string, { at, times }: { at: string; times: number }) {
  const waits: number[] = [];
  const dead: Promise<void>[] = [];
  let deaths = 0;
  for (let attempt = 1; attempt <= 9; attempt++) {
    const died = Promise.withResolvers<boolean>();
    const readPage: WorkerDeps['readPage'] = (url, signal) => {
      if (!url.endsWith(at) || deaths === times) return bench.deps.readPage(url, signal);
      deaths++;
      died.resolve(true);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const clock = { now: Date.now, sleep: async (ms: number) => void waits.push(ms) };
    const work = workRun({ ...bench.deps, readPage, ports: { ...bench.deps.ports, clock } }, runId, never);
    if (!(await Promise.race([died.promise, work.then(() => false)]))) break;
    dead.push(work);
  }
  await Promise.all(dead); // each has noticed by now that its run was taken
  return { deaths, waits };
}

test('a page that repeatedly crashes its worker is given up, and the run continues', async () => {
  const pages = { '/a': RUSTY, '/poison': RUSTY.replaceAll('Ferrodb', 'Doomdb'), '/c': RUSTY.replaceAll('Ferrodb', 'Oxidb') };
  await using bench = await openBench(pages);
  const runId = await bench.queueRun();

  const { deaths } = await workWithDeaths(bench, runId, { at: '/poison', times: Number.POSITIVE_INFINITY });

  const run = await findRun(bench.db, runId);
  expect(run).toMatchObject({ state: 'completed', counts: { judged: 2, unreadable: 1 } });
  expect(deaths).toBeLessThanOrEqual(6);
});

/** Hands a run over `handOvers` times while page `at` is being read, then lets it end. Returns the waits before pages, in ms. */
async function workWithHandOvers(bench: Awaited<ReturnType<typeof openBench>>, runId: string, at: string, handOvers: number) {
  const waits: number[] = [];
  const clock = { now: Date.now, sleep: async (ms: number) => void waits.push(ms) };
  for (let times = 0; times < handOvers; times++) {
    const stop = new AbortController();
    const readPage: WorkerDeps['readPage'] = (url, signal) => {
      if (!url.endsWith(at)) return bench.deps.readPage(url, signal);
      stop.abort(new Error('the worker stops'));
      return Promise.reject(stop.signal.reason);
    };
    await workRun({ ...bench.deps, readPage, ports: { ...bench.deps.ports, clock } }, runId, stop.signal).catch(() => {});
  }
  await workRun({ ...bench.deps, ports: { ...bench.deps.ports, clock } }, runId, never);
  return waits;
}

test('a page in progress at each hand-over of its run is not blamed: neither given up nor delayed', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': RUSTY.replaceAll('Ferrodb', 'Oxidb') });
  const runId = await bench.queueRun();

  const waits = await workWithHandOvers(bench, runId, '/b', 7);

  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'completed', attempt: 8, counts: { judged: 2, unreadable: 0 } });
  expect(waits).toEqual([]);
  expect(await bench.service.sql`select attempts from candidate where url like '%/b'`).toEqual([{ attempts: 1 }]);
});

test('a hand-over withdraws what its own attempt began, but no crash of an earlier one', async () => {
  await using bench = await openBench({ '/b': RUSTY });
  const runId = await bench.queueRun();
  const blamed = async () => (await bench.service.sql`select attempts from candidate`)[0]?.attempts;
  await bench.service.sql`insert into candidate (run_id, key, url, title, snippet, provider) values (${runId}, 'k', '', '', '', '')`;
  const begin = async () => {
    const taken = await takeRun(bench.db, runId);
    await beginCandidate(bench.db, runId, taken?.attempt ?? 0, 'k');
    await beginCandidate(bench.db, runId, taken?.attempt ?? 0, 'k'); // again, after the database was unavailable
    return taken?.attempt ?? 0;
  };

  await begin();
  const afterDeath = await blamed();
  const attempt = await begin();
  await handOver(bench.db, runId, attempt - 1); // too late: another worker has the run
  const begun = await blamed();
  await handOver(bench.db, runId, attempt);

  expect([afterDeath, begun, await blamed()]).toEqual([1, 2, 1]);
});

test('a page at which something else killed workers is read eventually: it is retried at random times', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': RUSTY.replaceAll('Ferrodb', 'Oxidb') });
  const runId = await bench.queueRun();

  const { deaths, waits } = await workWithDeaths(bench, runId, { at: '/b', times: 5 });

  expect(deaths).toBe(5);
  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'completed', counts: { judged: 2, unreadable: 0 } });
  expect(waits).toHaveLength(4); // before the third attempt and each later one
  expect(new Set(waits).size).toBe(4);
  expect(Math.max(...waits)).toBeLessThan(5000);
});

test('a run that is interrupted repeatedly without finishing a page fails with an explanation', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const runId = await bench.queueRun();
  for (let attempt = 0; attempt < 20; attempt++) await takeRun(bench.db, runId);

  await workRun(bench.deps, runId, never);

  const run = await findRun(bench.db, runId);
  expect(run).toMatchObject({ state: 'failed', reason: 'poison_page' });
  expect(run?.detail).toMatch(/without one page being finished/);
});

test('a stage that throws is retried, and after five times the run fails; its error goes to the log, not to callers', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const runId = await bench.queueRun();
  const broken = { ...bench.deps, plan: () => Promise.reject(new Error('the disk is full')) };

  for (let attempt = 1; attempt <= 5; attempt++) await workRun(broken, runId, never);

  expect(await findRun(bench.db, runId)).toMatchObject({
    state: 'failed',
    reason: 'repeated_failure',
    detail: 'this service failed at it: the log of the worker says how',
    failures: 5,
  });
  const [letter] = await bench.service.sql`select data from pgboss.job where name = 'run_dead'`;
  expect(letter?.data).toMatchObject({ runId, reason: 'repeated_failure', trace: expect.stringContaining('the disk is full') });
  expect(JSON.stringify(await eventsFrom(bench.db, bench.sessionId, 0, 1000))).not.toContain('disk');
});

test('a failing candidate is given up alone, with a reason that reveals nothing internal, and the run continues', async () => {
  await using bench = await openBench({ '/a': RUSTY, '/b': RUSTY.replaceAll('Ferrodb', 'Oxidb') });
  const runId = await bench.queueRun();
  const logged: string[] = [];
  const deps: WorkerDeps = {
    ...bench.deps,
    readPage: (url, signal) =>
      url.endsWith('/a') ? Promise.reject(new Error('index "row_entity" of 10.0.0.1 broke')) : bench.deps.readPage(url, signal),
    log: { ...bench.deps.log, error: (facts, message) => void logged.push(`${message}: ${(facts as { err: Error }).err.message}`) },
  };

  await workRun(deps, runId, never);

  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'completed', failures: 0, counts: { judged: 1, unreadable: 1 } });
  const [{ reason }] = (await bench.service.sql`select reason from candidate where state = 'unreadable'`) as unknown as [
    { reason: string },
  ];
  expect(reason).toBe('this service failed at it: the log of the worker says how');
  expect(logged).toEqual(['a candidate failed: index "row_entity" of 10.0.0.1 broke']);
});

test('a failing judge leaves a failed row and failed cells, and the next run retries them', async () => {
  let broken = true;
  const lexical = scriptedJudge();
  const reasoner: Reasoner = {
    name: 'lexical',
    judge: (input, signal) => (broken ? Promise.reject(new Error('the judge broke')) : lexical.judge(input, signal)),
  };
  await using bench = await openBench({ '/a': RUSTY }, reasoner);
  await workRun(bench.deps, await bench.queueRun(), never);
  const before = (await bench.service.rpc('getSession', { sessionId: bench.sessionId })).body.session;
  broken = false;

  await workRun(bench.deps, await bench.queueRun(), never);

  const after = (await bench.service.rpc('getSession', { sessionId: bench.sessionId })).body.session;
  expect(before.rows).toMatchObject([{ status: 'failed', matchVerdict: null, criteria: { 'Written in Rust': null } }]);
  expect(after.rows).toMatchObject([{ id: before.rows[0].id, status: 'completed', matchVerdict: 'match' }]);
  expect(bench.web.hits.get('/a')).toBe(1);
});

test('invented quotes of a judge are never stored', async () => {
  const liar: Reasoner = {
    name: 'llm',
    judge: async ({ criteria }) => ({
      verdicts: new Map(
        criteria.map(({ id }) => [
          id,
          { verdict: 'match', reason: 'stated', quote: 'Ferrodb is certainly not written in Rust.', note: 'trust me' },
        ]),
      ),
      values: new Map(),
    }),
  };
  await using bench = await openBench({ '/a': RUSTY }, liar);

  await workRun(bench.deps, await bench.queueRun(), never);

  const { session } = (await bench.service.rpc('getSession', { sessionId: bench.sessionId })).body;
  expect(session.rows[0].criteria['Written in Rust']).toEqual({ verdict: 'needs_review', evidence: null });
});

test('a run that was deleted meanwhile simply ends', async () => {
  await using bench = await openBench();

  await expect(workRun(bench.deps, randomUUID(), never)).resolves.toBeUndefined();
});

test('a run’s minutes go on when its worker dies, and a run without minutes left stops with that reason', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const runId = await bench.queueRun();
  await takeRun(bench.db, runId);
  await bench.service.sql`update run set taken_at = now() - interval '31 minutes' where id = ${runId}`;

  await workRun(bench.deps, runId, never);

  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'completed', reason: 'time_budget', counts: { read: 0 } });
});

test.each([
  [[29], 'candidates_exhausted'],
  [[29, 2], 'time_budget'],
])('the minutes of a run do not count while it waits: held for %j of its 30, it ends with %s', async (minutes, reason) => {
  await using bench = await openBench({ '/a': RUSTY });
  const runId = await bench.queueRun();
  for (const held of minutes) {
    const taken = await takeRun(bench.db, runId);
    await bench.service
      .sql`update run set started_at = now() - interval '2 hours', taken_at = now() - ${held} * interval '1 minute' where id = ${runId}`;
    await handOver(bench.db, runId, taken?.attempt ?? 0);
  }

  await workRun(bench.deps, runId, never);

  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'completed', reason });
});

test('a candidate whose statement timed out in Postgres is retried once', async () => {
  await using bench = await openBench({ '/a': RUSTY });
  const { sql } = bench.service;
  const overTime = () =>
    sql.begin(async (tx) => {
      await tx`set local statement_timeout = 1`;
      await tx`select pg_sleep(3600)`;
    });
  const countsAfter = async (times: number) => {
    const runId = await bench.queueRun();
    let left = times;
    const readPage: WorkerDeps['readPage'] = async (...asked) => {
      if (left-- > 0) await overTime();
      return bench.deps.readPage(...asked);
    };
    await workRun({ ...bench.deps, readPage }, runId, never);
    return (await findRun(bench.db, runId))?.counts;
  };

  expect(await countsAfter(2)).toMatchObject({ judged: 0, unreadable: 1 });
  expect(await countsAfter(1)).toMatchObject({ judged: 1, unreadable: 0 });
});
