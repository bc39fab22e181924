import { pino } from 'pino';
import { afterAll, inject } from 'vitest';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { readPage } from '../../src/agent/read-page.ts';
import { readConfig } from '../../src/config.ts';
import { insertRun } from '../../src/db/queries/runs/run.ts';
import { openFetchers, openProviders } from '../../src/main/agent.ts';
import { openWorkerDeps } from '../../src/main/processes/open-worker-deps.ts';
import { budgetOf } from '../../src/runs/model-budget.ts';
import type { WorkerDeps } from '../../src/runs/worker-deps.ts';
import { assessorBy, learner } from './agent/judges.ts';
import { briefly, ENDLESS, scriptedJudge, scriptedThreads, withoutWaits } from './agent/scripted.ts';
import { reset } from './postgres/reset.ts';
import { openTestService, type TestService } from './test-service.ts';
import { openWeb, type Serve } from './web.ts';

/** Few, as each connection has to prepare every statement. */
const CONNECTIONS = 4;
const BUDGET = { target: 20, maxPages: 300, maxMinutes: 30, judgeShare: null as number | null };

type Transaction = WorkerDeps['db']['transaction'];

/** A database that lets a test observe the begin and end of transactions. */
export const watched = (db: WorkerDeps['db'], transaction: Transaction): WorkerDeps['db'] =>
  new Proxy(db, { get: (of, name) => (name === 'transaction' ? transaction : Reflect.get(of, name)) });

/** The pages of a bench's web, the judge (`rules`: for pages that the reasoner does not judge), and settings of the worker. */
type Opening = [pages?: Record<string, string | Serve>, reasoner?: Reasoner, rules?: Reasoner, env?: Record<string, string>];

/** A worker's dependencies without queue, threads and pauses, and with a plan of one query: the test executes the runs. */
export const openBench = (...opening: Opening) => openOn(() => openTestService({ connections: CONNECTIONS }), opening);

/** One service for a file's tests, emptied after each: connections with prepared statements halve the cost of a run. */
export function serviceOfFile(): () => Promise<TestService> {
  let kept: TestService | undefined;
  const end = async () => {
    await kept?.[Symbol.asyncDispose]();
    kept = undefined;
  };
  afterAll(end);
  return async () => {
    kept ??= await openTestService({ connections: CONNECTIONS });
    const { sql } = kept;
    const empty = async () => {
      if (!(await reset(sql, inject('pristine')).catch(() => false))) await end();
    };
    return { ...kept, [Symbol.asyncDispose]: empty };
  };
}

/** Opens the benches of a file's tests on one service. */
export function benchOfFile(): typeof openBench {
  const openService = serviceOfFile();
  return (...opening) => openOn(openService, opening);
}

async function openOn(openService: () => Promise<TestService>, opening: Opening) {
  await using open = new AsyncDisposableStack();
  const service = open.use(await openService());
  const bench = open.use(await openBenchOn(service, ...opening));
  const close = open.move();
  return { ...bench, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

async function openBenchOn(service: TestService, ...[pages = {}, reasoner = scriptedJudge(), rules = reasoner, env = {}]: Opening) {
  await using open = new AsyncDisposableStack();
  const web = open.use(await openWeb(pages));
  const own = { SEARXNG_URL: web.url, SEARCH_PROVIDERS: 'searxng', HOST_DELAY_MS: '0', RUN_LANES: '2' };
  const allowed = [web.host, env.FETCH_ALLOW_PRIVATE].filter(Boolean).join(',');
  const config = readConfig({ ...own, ...env, FETCH_ALLOW_PRIVATE: allowed });
  const { db, listener, queue } = service;
  const threads = scriptedThreads();
  const opened = open.use(await openWorkerDeps({ config, db, listener, queue, threads, log: pino({ level: 'silent' }) }));
  const { think: _, ...rest } = await opened.depsBy(config);
  const ports = withoutWaits(rest.ports);
  const fetcher = open.use(openFetchers(config, ports, ENDLESS));
  const deps: WorkerDeps = {
    ...rest,
    providers: await openProviders(config, { ...ports, timeoutMs: ENDLESS.timeoutMs }),
    readPage: (url, signal) => readPage({ ports: rest.ports, fetcher, reader: threads.reader }, url, signal),
    plan: async (input) => ({ plan: briefly(input, 1) }),
    furtherQueries: null,
    reasoner: reasoner === rules ? null : reasoner,
    assessor: assessorBy(rules),
    learner,
    budgetOf: (run) => budgetOf(db, run, { dayCapNanoUsd: null, anonymousDayCapNanoUsd: null }),
  };
  const sessionId = await service.createSession();
  await service.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  const queueRun = async (budget: Partial<typeof BUDGET> = {}, websetId = sessionId) => {
    const run = await insertRun(db, websetId, { ...BUDGET, ...budget });
    if (!run) throw new Error('a run is alive');
    return run.id;
  };
  const close = open.move();
  return { service, deps, web, db, sessionId, queueRun, [Symbol.asyncDispose]: () => close.disposeAsync() };
}
