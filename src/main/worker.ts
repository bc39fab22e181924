import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { sweepSessions } from '../db/account.ts';
import { openClient } from '../db/client.ts';
import { openListener } from '../db/listener.ts';
import { sweepRateLimits } from '../db/rate-limit.ts';
import { listAliveRuns } from '../db/run.ts';
import { rootCause } from '../domain/errors.ts';
import { openQueue, type Queue, sendRun, stopWork, withoutJob, workRuns } from '../queue/queue.ts';
import { portsOn } from '../runs/ports.ts';
import { workRun } from '../runs/work.ts';
import type { World } from '../runs/world.ts';
import { openFetchers, openProviders, openReaders, reasoner } from './agent.ts';
import { openDatabase } from './database.ts';
import { openLog } from './log.ts';
import { tellParent, untilStopped } from './process.ts';

const SWEEP_MS = 10_000;

/** `worker`: sees runs through until told to stop; then hands over those at work. Answers the exit code. */
export async function runWorker(config: Config): Promise<number> {
  const databaseUrl = await openDatabase(config);
  await using _worker = await openWorker(config, databaseUrl, openLog('worker', config.logLevel));
  tellParent({ type: 'ready' });
  await untilStopped();
  return 0;
}

/** Takes runs from the queue as they come. Disposed, it takes no more, hands over those at work, and closes what it stands on. */
export async function openWorker(config: Config, databaseUrl: string, log: Logger): Promise<AsyncDisposable> {
  await using open = new AsyncDisposableStack();
  const { db, sql } = open.use(openClient(databaseUrl, { max: config.lanes * 2 + 4, name: 'webset worker' }));
  const listener = open.use(await openListener(sql));
  const ports = portsOn(db);
  const reader = open.use(openReaders());
  const fetcher = open.use(openFetchers(config, ports));
  const world: World = {
    db,
    listener,
    ports,
    providers: openProviders(config, ports),
    fetcher,
    reader,
    reasoner: reasoner(),
    lanes: config.lanes,
    log,
  };
  const onError = (err: Error) => log.error({ err }, 'the queue had trouble');
  const queue = open.use(await openQueue(databaseUrl, { heartbeatSeconds: config.heartbeatSeconds, worker: true, onError }));

  const stop = new AbortController();
  const atWork = new Set<Promise<void>>();
  open.defer(async () => {
    log.info({ runs: atWork.size }, 'stopping');
    await stopWork(queue);
    stop.abort(new Error('the worker stops'));
    await Promise.all(atWork);
  });
  await workRuns(queue, config.runsPerWorker, async (runId, signal) => {
    tellParent({ type: 'took', runId });
    const work = workRun(world, runId, AbortSignal.any([signal, stop.signal]));
    const tracked = work.catch(() => {}).finally(() => atWork.delete(tracked));
    atWork.add(tracked);
    await work.finally(() => tellParent({ type: 'left', runId }));
  });
  const sweep = setInterval(() => void tidy(world, queue), SWEEP_MS);
  open.defer(() => clearInterval(sweep));
  log.info({ lanes: config.lanes, runs: config.runsPerWorker }, 'working');
  const close = open.move();
  return { [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** Sends again the runs that are alive and have no job (the row is the truth, the job its wake-up), and forgets rate limits that are over. */
async function tidy({ db, log }: World, queue: Queue): Promise<void> {
  try {
    const ids = (await listAliveRuns(db)).map(({ id }) => id);
    for (const id of await withoutJob(db, ids)) await db.transaction((tx) => sendRun(queue, tx, id)); // another worker may have been first
    await sweepRateLimits(db);
    await sweepSessions(db);
  } catch (error) {
    log.error({ err: rootCause(error) }, 'tidying up did not work this time');
  }
}
