import { pino } from 'pino';
import { EXAMINATIONS } from '../../../src/agent/entity/examine.ts';
import type { Examiner } from '../../../src/agent/entity/examiner.ts';
import { FetchFailure } from '../../../src/agent/fetch/fetch-failure.ts';
import type { Reasoner } from '../../../src/agent/judge/finding.ts';
import { openTransport } from '../../../src/agent/model/transport.ts';
import type { Clock, SearchQuery } from '../../../src/agent/ports.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import { readConfig } from '../../../src/config.ts';
import type { RunBudget } from '../../../src/domain/run-state.ts';
import { thinkingBy } from '../../../src/main/agent.ts';
import { judgeOf } from '../../../src/main/models.ts';
import { openModels } from '../../../src/main/open-models.ts';
import { learnWebset } from '../../../src/runs/learning/learn.ts';
import { budgetOf } from '../../../src/runs/model-budget.ts';
import type { PlanDeps } from '../../../src/runs/model-plan.ts';
import { modelPortsOn } from '../../../src/runs/ports/model-ports.ts';
import { portsOn } from '../../../src/runs/ports/ports.ts';
import { UNWATCHED } from '../../../src/runs/ports/service-calls.ts';
import { workRun } from '../../../src/runs/work.ts';
import type { WorkerDeps } from '../../../src/runs/worker-deps.ts';
import { openTestService, type TestService } from '../test-service.ts';
import { judgeRows } from './judged-rows.ts';
import { assessor, learner } from './judges.ts';
import { never } from './local-web.ts';

/** Examines pages in the caller's own thread. */
export const examiner: Examiner = {
  page: async (page, seen) => ({ facts: EXAMINATIONS.page({ page, ...seen }), left: { ms: 2000 } }),
  address: async ({ url, title }, category) => EXAMINATIONS.address({ url, title, category }),
  search: async (answers) => EXAMINATIONS.search({ answers }),
  titles: async (title, others) => EXAMINATIONS.titles({ title, others }),
  words: async (words, others) => EXAMINATIONS.words({ words, others }),
  [Symbol.asyncDispose]: async () => {},
};

const BASE = 'https://local.example';

interface Options {
  env?: Record<string, string>;
  /** Default budgets of runs, in addition to the settings. */
  budget?: Partial<RunBudget>;
  /** Whether every external answer to a run is recorded. */
  record?: boolean;
  /** The paths that a search finds; by default the first result page of each search has all. */
  search?: (query: SearchQuery) => string[];
  /** The judge in place of a configured model; the rules plan then. */
  reasoner?: Reasoner;
  patience?: NonNullable<Parameters<typeof openTestService>[0]>['patience'];
}

/**
 * A test service and a worker without process or queue: the test starts each run and each learning step. Pages (HTML by path) are searched,
 * read and judged in memory and in this thread; the results are in Postgres.
 */
export async function openLocalWorker(
  html: Record<string, string | (() => Promise<string>)> = {},
  { env = {}, budget = {}, record = false, search, reasoner, patience = {} }: Options = {},
) {
  await using open = new AsyncDisposableStack();
  const config = readConfig(env);
  const { ceilings, caps, lanes } = config;
  const service = open.use(await openTestService({ model: judgeOf(config), budget: { ...config.budget, ...budget }, ceilings, patience }));
  const { db, listener, queue } = service;
  const pages = new Map(Object.entries(html));
  const asked: string[] = [];
  const ports = portsOn(db);
  const find = search ?? (({ pageNumber }) => (pageNumber === 0 ? [...pages.keys()] : []));
  const worker = (clock: Clock = ports.clock): WorkerDeps & PlanDeps => ({
    ...{ db, listener, queue, ports, examiner, assessor, learner, lanes, record },
    registry: { proves: async () => false, learn: async () => {} },
    providers: [
      {
        name: 'local',
        async search(query) {
          asked.push(query.text);
          return find(query).map((path, position) => ({
            url: BASE + path,
            title: path.slice(1),
            snippet: '',
            provider: 'local',
            position,
          }));
        },
      },
    ],
    async readPage(url) {
      const page = pages.get(url.slice(BASE.length));
      if (page === undefined) throw new FetchFailure('http_status', 'there is no such page', { status: 404 });
      const body = Buffer.from(typeof page === 'string' ? page : await page());
      return { page: await ports.pages.save(await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body })), from: 'web' };
    },
    ...thinking(clock),
    budgetOf: (run, of) => budgetOf(db, run, caps, of),
    log: pino({ level: 'silent' }),
  });
  const transport = open.use(openTransport());
  const thinking = (clock: Clock) => {
    const modelPorts = modelPortsOn(db, clock, UNWATCHED);
    const models = reasoner ? [] : openModels(config, modelPorts, transport.fetch);
    const by = thinkingBy(models, modelPorts.answers);
    return { ...by, reasoner: reasoner ?? by.reasoner };
  };
  const deps = worker();
  const session = async (sessionId: string, headers?: Record<string, string>) =>
    (await service.rpc('getSession', { sessionId }, headers)).body.session;
  /** Creates a waiting run; throws if it is refused, as its result would never come. */
  const start = async (sessionId: string, headers?: Record<string, string>): Promise<void> => {
    const { status, body } = await service.rpc('startRun', { sessionId }, headers);
    if (status !== 200) throw new Error(`startRun answered ${status}: ${JSON.stringify(body)}`);
  };
  const close = open.move();
  return {
    ...service,
    deps,
    /** Another worker of the same service, which waits by this clock. */
    worker,
    /** Pages by path; the queries that were sent. */
    pages,
    asked,
    session,
    /** Adds the rows that a run over all pages would leave to a webset. */
    judge: (sessionId: string) =>
      judgeRows(deps, sessionId, Object.fromEntries([...pages].map(([path, page]) => [BASE + path, String(page)]))),
    /** Executes the webset's waiting run. */
    work: async (sessionId: string, by = deps, signal = never()) => workRun(by, await waitingRun(service, sessionId), signal),
    start,
    /** Starts a run, executes it and returns the session. */
    async run(sessionId: string, headers?: Record<string, string>) {
      await start(sessionId, headers);
      await this.work(sessionId);
      return session(sessionId, headers);
    },
    /** Learns from the answers of a webset, as a worker with its job does. */
    learn: (sessionId: string, by: Partial<WorkerDeps> = {}) => learnWebset({ ...deps, ...by }, sessionId, never()),
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}

async function waitingRun({ sql }: Pick<TestService, 'sql'>, sessionId: string): Promise<string> {
  const [run] = await sql<{ id: string }[]>`select id from run where webset_id = ${sessionId} and state = 'queued'`;
  if (!run) throw new Error('no run waits');
  return run.id;
}
