import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { type Database, openClient } from '../../db/connection/client.ts';
import { openDatabaseHealth } from '../../db/connection/health.ts';
import { openListener } from '../../db/connection/listener.ts';
import { endStuckSessions } from '../../db/queries/runs/stuck.ts';
import { rootCause } from '../../domain/errors.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';
import { openMetrics } from '../../http/metrics.ts';
import { shareOut } from '../../queue/fairness.ts';
import { openQueue, type Queue, stopWork } from '../../queue/job-queue.ts';
import { workFetching, workLearning, workReading } from '../../queue/keyed-jobs.ts';
import { workModelPlans } from '../../queue/plan-jobs.ts';
import { orderReadings } from '../../queue/reading-turns.ts';
import { releaseJobs, superviseRuns, type Taken, workDeadLetters, workRuns } from '../../queue/run-jobs.ts';
import { readCollection } from '../../runs/collections/read-collection.ts';
import { learnWebset } from '../../runs/learning/learn.ts';
import { workModelPlan } from '../../runs/model-plan.ts';
import { closeRun, workRun } from '../../runs/work.ts';
import { openThreads, type Threads } from '../agent.ts';
import { openDatabase } from '../database.ts';
import { openLog } from '../log.ts';
import { findSecret } from '../secret.ts';
import { openLiveConfig } from '../settings/live.ts';
import { openStalls } from '../stalls.ts';
import { openWorkerDeps } from './open-worker-deps.ts';
import { dropRoot } from './privileges.ts';
import { sendToParent, survive, untilNeeded, untilStopped } from './process.ts';
import { readStats } from './stats.ts';
import { sweepOld, tidy } from './tidy.ts';
import { openWorkerEndpoints } from './worker-endpoints.ts';

/** `worker`: executes runs until it is stopped, then hands over active ones. Returns the exit code. */
export async function runWorker(config: Config, { record }: { record?: boolean } = {}): Promise<number> {
  const log = openLog('worker', config.logLevel);
  survive(log);
  await untilNeeded();
  const [secret, databaseUrl] = await Promise.all([findSecret(config), openDatabase(config)]);
  await using _worker = await openWorker({ config, databaseUrl, secret, log, record });
  await dropRoot(log);
  sendToParent({ type: 'ready' });
  await untilStopped();
  return 0;
}

/** The options of a worker, for the command, tests and benches. */
export interface WorkerOptions {
  config: Config;
  databaseUrl: string;
  /** The secret that encrypts settings of the app; null or absent: they are not used. */
  secret?: string | null;
  log: Logger;
  /** Shared threads; absent: it opens its own. */
  threads?: Threads | undefined;
  patience?: Patience;
  /** Whether every external answer to a run is recorded. */
  record?: boolean | undefined;
  /** The maximum number of connections to Postgres; by default as many as its lanes need. */
  connections?: number;
  /** Replaces dependencies, in tests. */
  replace?: (deps: WorkersDeps) => WorkersDeps;
}

type WorkersDeps = Awaited<ReturnType<Awaited<ReturnType<typeof openWorkerDeps>>['depsBy']>>;

/**
 * Takes runs from the queue. On disposal it takes no more, hands over active ones within seconds, and closes its resources; `threads` that
 * it was given stay open.
 */
export async function openWorker({
  config,
  databaseUrl,
  secret = null,
  log,
  threads,
  patience = PATIENCE,
  record = false,
  connections = config.lanes * 2 + 4,
  replace = (deps) => deps,
}: WorkerOptions): Promise<AsyncDisposable> {
  await using open = new AsyncDisposableStack();
  const { db, sql, cut } = open.use(openClient(databaseUrl, { max: connections, ...patience.workerDatabase, name: 'webset worker' }));
  const databaseHealth = open.use(openDatabaseHealth(databaseUrl, 'webset worker', patience.health));
  databaseHealth.onUnavailable((cause) => {
    log.warn({ cause }, 'the database is unavailable');
    cut();
  });
  const listener = open.use(await openListener(sql, patience.listener));
  const metrics = openMetrics('worker', { stats: () => readStats(db), defaults: config.metricsPort !== undefined });
  const stalls = open.use(openStalls(log, metrics.stalled));
  const shared =
    threads ?? open.use(openThreads({ onDropped: (n) => metrics.count('addresses_dropped', n), isWarm: true, patience: patience.threads }));
  const { heartbeatSeconds } = patience.queue;
  const { chores } = patience;
  const everyChore = (ms: number, work: () => Promise<void>, report: (error: Error) => unknown) =>
    everyNow({ ms, leaveMs: patience.handOver.choresMs }, work, report);
  const onError = (err: Error) => log.error({ err }, 'the queue had trouble');
  const queue = open.use(await openQueue(databaseUrl, { worker: true, onError, patience: patience.queue }));
  const opened = open.use(await openWorkerDeps({ config, db, listener, queue, threads: shared, log, record, tally: metrics.count }));
  const live = open.use(await openLiveConfig({ config, db, sql, secret, log }));
  let deps!: WorkersDeps;
  await live.follow(async (current) => {
    deps = replace(await opened.depsBy(current));
  });

  const stop = new AbortController();
  if (config.metricsPort !== undefined)
    open.use(
      await openWorkerEndpoints(
        { ping: () => db.execute('select 1'), databaseHealth, metrics, stopping: stop.signal },
        config.host,
        config.metricsPort,
      ),
    );
  open.use(
    everyChore(
      chores.superviseMs,
      async () => {
        // after a stall of this process others may have stalled too: they get the same time
        if (!stalls.within(chores.stuckSeconds)) await endStuckSessions(db, chores.stuckSeconds);
        if (!stalls.within(heartbeatSeconds)) await superviseRuns(queue, db, heartbeatSeconds);
        await shareOut(db);
        await orderReadings(db);
      },
      onError,
    ),
  );
  open.use(everyChore(chores.tidyMs, () => tidy(db, queue), onError));
  open.use(
    everyChore(
      chores.sweepMs,
      async () => {
        const swept = await sweepOld(db, config.retain, stop.signal);
        if (swept) log.info(swept, 'swept what is kept no longer');
      },
      (err) => stop.signal.aborted || log.error({ err }, 'the sweep of what is kept no longer broke off; it is tried again in an hour'),
    ),
  );
  const atWork = new Map<Taken, Promise<void>>();
  open.defer(() => handOver(queue, db, atWork, { stop, log, runsMs: patience.handOver.runsMs })); // before anything else closes
  await workRuns(queue, { concurrency: config.runsPerWorker, heartbeatSeconds }, async (taken, signal) => {
    sendToParent({ type: 'took', ...taken });
    const work = workRun(deps, taken.runId, AbortSignal.any([signal, stop.signal])).catch(async (error: unknown) => {
      if (!stop.signal.aborted || signal.aborted) throw error;
      await releaseJobs(db, [taken]); // handed over: a peer takes it when it next polls
    });
    const tracked = work.catch(() => {}).finally(() => atWork.delete(taken));
    atWork.set(taken, tracked);
    await work.finally(() => sendToParent({ type: 'left', ...taken }));
  });
  await workLearning(queue, { concurrency: config.runsPerWorker, heartbeatSeconds }, (websetId, signal) =>
    learnWebset(deps, websetId, AbortSignal.any([signal, stop.signal])),
  );
  await workModelPlans(queue, { concurrency: config.runsPerWorker, heartbeatSeconds }, (planId, signal) =>
    workModelPlan(deps, planId, AbortSignal.any([signal, stop.signal])),
  );
  for (const [work, kind] of [
    [workReading, 'uploads'],
    [workFetching, 'addresses'],
  ] as const)
    await work(queue, { concurrency: config.runsPerWorker, heartbeatSeconds }, (collectionId, signal, caller) =>
      readCollection(deps, { collectionId, kind, caller }, AbortSignal.any([signal, stop.signal])),
    );
  await workDeadLetters(queue, (letter) => closeRun(deps, letter));
  log.info({ lanes: config.lanes, runs: config.runsPerWorker }, 'working');
  const close = open.move();
  return { [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** Takes no more jobs, stops active ones, and requeues them; a job that does not stop can no longer write. */
async function handOver(
  queue: Queue,
  db: Database,
  atWork: Map<Taken, Promise<void>>,
  { stop, log, runsMs }: { stop: AbortController; log: Logger; runsMs: number },
): Promise<void> {
  log.info({ runs: atWork.size }, 'stopping');
  await stopWork(queue);
  stop.abort(new Error('the worker stops'));
  const inTime = new AbortController();
  await Promise.race([Promise.all(atWork.values()), sleepWhileRunning(runsMs, inTime.signal)]).finally(() => inTime.abort());
  await releaseJobs(db, [...atWork.keys()]).catch(() => {}); // otherwise their heartbeat expires
}

/** Repeats something, one call at a time, until disposed; errors are only reported. */
function everyNow(
  { ms, leaveMs }: { ms: number; leaveMs: number },
  work: () => Promise<void>,
  onError: (error: Error) => unknown,
): AsyncDisposable {
  let busy = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    busy = work()
      .catch((error: unknown) => void onError(rootCause(error) as Error))
      .finally(() => {
        idle = true;
      });
  }, ms);
  return {
    [Symbol.asyncDispose]() {
      clearInterval(timer);
      return Promise.race([busy, sleep(leaveMs, undefined, { ref: false })]); // closing its connection ends it
    },
  };
}
