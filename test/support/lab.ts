import { pino } from 'pino';
import type { Reasoner } from '../../src/agent/judge/finding.ts';
import { readPage } from '../../src/agent/read-page.ts';
import { readConfig } from '../../src/config.ts';
import type { RunBudget, RunCeilings } from '../../src/domain/run-state.ts';
import { openFetchers, openProviders, openThreads, type Threads } from '../../src/main/agent.ts';
import { serviceFacts } from '../../src/main/facts.ts';
import { judgeOf } from '../../src/main/models.ts';
import { openWorker } from '../../src/main/processes/worker-process.ts';
import { politeProvider } from '../../src/runs/ports/polite.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { serviceCallsOn } from '../../src/runs/ports/service-calls.ts';
import { briefly, ENDLESS, scriptedThreads, withoutWaits } from './agent/scripted.ts';
import { patienceWith } from './patience.ts';
import { openTestService, type TestServiceOptions } from './test-service.ts';
import { until } from './until.ts';
import { openWeb, type Serve } from './web.ts';

let shared: Threads | undefined;

/** The threads that all workers of a test process share: starting one takes half a second of CPU. They end with the process. */
export function sharedThreads(): Threads {
  shared ??= openThreads({ patience: patienceWith().threads });
  return shared;
}

/**
 * `real`: the product's reader and judge, in threads. Otherwise pages are read in this thread, and judged by a script (agent/scripted.ts)
 * or the given judge. `queries`: the number of planned queries, each a dozen transactions.
 */
type Judging = { judge?: 'real' | Reasoner; queries?: number };
/** Default budgets and ceilings of runs, in addition to the settings; whether every external answer to a run is recorded. */
type Running = { budget?: Partial<RunBudget>; ceilings?: Partial<RunCeilings>; record?: boolean };

/** A test service with a worker that searches and reads a small web of its own, without pauses. */
export async function openLab(
  pages: Record<string, string | Serve> = {},
  env: Record<string, string> = {},
  {
    judge,
    queries = 6,
    budget,
    ceilings,
    record,
    ...options
  }: Pick<TestServiceOptions, 'uploads' | 'settings' | 'patience'> & Judging & Running = {},
) {
  await using open = new AsyncDisposableStack();
  const web = open.use(await openWeb(pages));
  const allowed = [web.host, env.FETCH_ALLOW_PRIVATE].filter(Boolean).join(',');
  const config = readConfig({
    SEARXNG_URL: web.url,
    SEARCH_PROVIDERS: 'searxng',
    HOST_DELAY_MS: '0',
    ...env,
    FETCH_ALLOW_PRIVATE: allowed,
  });
  const model = judgeOf(config);
  const facts = { ...serviceFacts(config), samples: false };
  const service = open.use(
    await openTestService({
      ...options,
      connections: 4,
      model,
      budget: { ...config.budget, ...budget },
      ceilings: { ...config.ceilings, ...ceilings },
      facts,
    }),
  );
  const { db } = service;
  const ports = withoutWaits(portsOn(db));
  const calls = open.use(serviceCallsOn(db));
  const fetcher = open.use(openFetchers(config, ports, ENDLESS));
  const providers = await openProviders(config, { ...ports, timeoutMs: ENDLESS.timeoutMs });
  const threads = judge === 'real' ? sharedThreads() : scriptedThreads(judge);
  const startWorker = () =>
    openWorker({
      config,
      databaseUrl: service.databaseUrl,
      log: pino({ level: 'silent' }),
      threads,
      patience: patienceWith(),
      record,
      connections: 6,
      replace: (deps) => ({
        ...deps,
        providers: providers.map((provider) => politeProvider(deps.db, calls, provider)),
        fetcher,
        ...(model === null && { plan: async (input) => ({ plan: briefly(input, queries) }) }),
        readPage: (url, signal) => readPage({ ports: deps.ports, fetcher, reader: threads.reader }, url, signal),
      }),
    });
  const worker = open.use(await startWorker());

  const session = async (sessionId: string, headers?: Record<string, string>) =>
    (await service.rpc('getSession', { sessionId }, headers)).body.session;
  type Session = Awaited<ReturnType<typeof session>>;
  /** Resolves with the session once it is in the wanted state. */
  const untilSession = async (sessionId: string, isWanted: (session: Session) => boolean, headers?: Record<string, string>) => {
    let found: Session;
    await until(async () => {
      found = await session(sessionId, headers);
      return isWanted(found);
    });
    return found;
  };
  /**
   * Resolves with the session once none of its runs is alive. Uses notifications and the database: polling a whole session takes more CPU
   * than the run.
   */
  const ended = async (sessionId: string, headers?: Record<string, string>): Promise<Session> => {
    using news = service.listener.listen(sessionId, new AbortController().signal);
    for (;;) {
      news.subscribe();
      const alive = await service.sql`select 1 from run where webset_id = ${sessionId} and state in ('queued', 'running')`;
      if (alive.length === 0) return session(sessionId, headers);
      await news.heard();
    }
  };
  const close = open.move();
  return {
    ...service,
    web,
    worker,
    /** Opens another worker beside the lab's own. */
    startWorker,
    session,
    until: untilSession,
    ended,
    /** Starts a run, waits for its end and returns the session. */
    run: async (sessionId: string) => {
      const { status, body } = await service.rpc('startRun', { sessionId });
      if (status !== 200) throw new Error(`startRun answered ${status}: ${JSON.stringify(body)}`);
      return ended(sessionId);
    },
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}
