import type { Logger } from 'pino';
import { openRegistry } from '../../agent/entity/registry.ts';
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
import { openFetchers, openProviders, openThinking, type Threads } from '../agent.ts';

/** Uploads of more than a MB that are read at a time: of one caller, and of all. */
const LARGE_FILES = { each: 1, all: 3 };

/** What a worker's dependencies stand on. */
type Opened = Pick<WorkerDeps, 'db' | 'listener' | 'queue'> & {
  config: Config;
  threads: Threads;
  log: Logger;
  tally?: WorkerDeps['tally'];
};

/** What a worker sees runs through with, as configured: search providers, fetcher, reader and whoever judges. */
export async function openWorkerDeps({
  config,
  db,
  listener,
  queue,
  threads,
  log,
  tally,
}: Opened): Promise<{ deps: WorkerDeps & PlanDeps & ReadingDeps } & AsyncDisposable> {
  await using open = new AsyncDisposableStack();
  const ports = portsOn(db);
  const calls = open.use(serviceCallsOn(db));
  const { reader, examiner, assessor, learner } = threads;
  const fetcher = open.use(openFetchers(config, ports));
  const thinking = open.use(openThinking(config, modelPortsOn(db, ports.clock, calls)));
  const deps: WorkerDeps & PlanDeps & ReadingDeps = {
    db,
    listener,
    queue,
    ports,
    providers: (await openProviders(config, ports)).map((provider) => politeProvider(db, calls, provider)),
    readPage: (url, signal) => readPage({ ports, fetcher, reader }, url, signal),
    reader,
    fetcher,
    largeFiles: createLimiter(LARGE_FILES),
    examiner,
    registry: openRegistry({ hosts: ports.registryHosts, fetcher, clock: ports.clock }),
    plan: thinking.plan,
    furtherQueries: thinking.furtherQueries,
    suggest: thinking.suggest,
    reasoner: thinking.reasoner,
    assessor,
    learner,
    think: thinking.think,
    record: config.record,
    budgetOf: (run, of) => budgetOf(db, run, config.caps, of),
    lanes: config.lanes,
    log,
    ...(tally && { tally }),
  };
  const close = open.move();
  return { deps, [Symbol.asyncDispose]: () => close.disposeAsync() };
}
