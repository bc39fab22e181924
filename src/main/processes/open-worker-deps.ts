import type { Logger } from 'pino';
import { openRegistry } from '../../agent/entity/registry.ts';
import { openTransport } from '../../agent/model/transport.ts';
import { readPage } from '../../agent/read-page.ts';
import type { Config } from '../../config.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import type { ReadingDeps } from '../../runs/collections/read-collection.ts';
import { budgetOf } from '../../runs/model-budget.ts';
import type { PlanDeps } from '../../runs/model-plan.ts';
import { modelPortsOn } from '../../runs/ports/model-ports.ts';
import { politeProvider } from '../../runs/ports/polite.ts';
import { portsOn } from '../../runs/ports/ports.ts';
import { serviceCallsOn } from '../../runs/ports/service-calls.ts';
import type { WorkerDeps } from '../../runs/worker-deps.ts';
import { openFetchers, openProviders, openThinking, type Threads, userAgentOf } from '../agent.ts';

/** Uploads over 1 MB that are read at a time: per caller, and in all. */
const LARGE_FILES = { each: 1, all: 3 };

/** The resources of a worker's dependencies. */
type Opened = Pick<WorkerDeps, 'db' | 'listener' | 'queue'> & {
  config: Config;
  threads: Threads;
  log: Logger;
  record?: boolean;
  tally?: WorkerDeps['tally'];
};

type Deps = WorkerDeps & PlanDeps & ReadingDeps;

/**
 * The dependencies of a worker: fetcher and reader, and for each configuration the search providers and the judge. Active runs keep the
 * ones they started with.
 */
export async function openWorkerDeps({
  config,
  db,
  listener,
  queue,
  threads,
  log,
  record = false,
  tally,
}: Opened): Promise<{ depsBy(config: Config): Promise<Deps> } & AsyncDisposable> {
  await using open = new AsyncDisposableStack();
  const ports = portsOn(db);
  const calls = open.use(serviceCallsOn(db));
  const { reader, examiner, assessor, learner } = threads;
  let now = config;
  const fetcher = open.use(openFetchers(config, ports, {}, { userAgent: () => userAgentOf(now) }));
  const largeFiles = createLimiter(LARGE_FILES);
  const registry = openRegistry({ hosts: ports.registryHosts, fetcher, clock: ports.clock });
  const transport = open.use(openTransport());
  const modelPorts = modelPortsOn(db, ports.clock, calls);
  const providersBy = whereChanged(searchSettings, async (current) =>
    (await openProviders(current, ports)).map((provider) => politeProvider(db, calls, provider)),
  );
  const thinkingBy = whereChanged(modelSettings, async (current) => openThinking(current, modelPorts, transport.fetch));
  const depsBy = async (current: Config): Promise<Deps> => ({
    db,
    listener,
    queue,
    ports,
    providers: await providersBy(current),
    readPage: (url, signal) => readPage({ ports, fetcher, reader }, url, signal),
    reader,
    fetcher,
    largeFiles,
    examiner,
    registry,
    ...(await thinkingBy(current)),
    assessor,
    learner,
    record,
    budgetOf: (run, of) => budgetOf(db, run, now.caps, of),
    lanes: config.lanes,
    log,
    ...(tally && { tally }),
  });
  const close = open.move();
  return {
    depsBy(current) {
      now = current; // a new cap also applies to active runs
      return depsBy(current);
    },
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}

const searchSettings = ({ searchProviders, searchKeys, searchUrls, searxngUrl, mcpSearch, contact }: Config) => [
  searchProviders,
  searchKeys,
  searchUrls,
  searxngUrl,
  mcpSearch,
  contact,
];
const modelSettings = ({ models }: Config) => models;

/** Reopens only if its own settings changed: the open instance limits concurrent calls. */
function whereChanged<T>(settingsOf: (config: Config) => unknown, open: (config: Config) => Promise<T>): (config: Config) => Promise<T> {
  let last: { settings: string; opened: T } | undefined;
  return async (config) => {
    const settings = JSON.stringify(settingsOf(config));
    if (last?.settings !== settings) last = { settings, opened: await open(config) };
    return last.opened;
  };
}
