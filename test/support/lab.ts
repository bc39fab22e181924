import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openThreads, type Threads } from '../../src/main/agent.ts';
import { serviceFacts } from '../../src/main/facts.ts';
import { judgeOf } from '../../src/main/models.ts';
import { openWorker } from '../../src/main/processes/worker.ts';
import { patienceWith } from './patience.ts';
import { openTestService, type TestServiceOptions } from './test-service.ts';
import { openWeb, type Serve } from './web.ts';

const STILL_MS = 60_000;

let shared: Threads | undefined;

/** The threads that all workers of a test process share: a thread takes half a second of the processor to start. They end with the process. */
export function sharedThreads(): Threads {
  shared ??= openThreads({ patience: patienceWith().threads });
  return shared;
}

/** A test service with a worker that searches and reads a small web of its own. */
export async function openLab(
  pages: Record<string, string | Serve> = {},
  env: Record<string, string> = {},
  options: Pick<TestServiceOptions, 'uploads' | 'settings' | 'patience'> = {},
) {
  await using open = new AsyncDisposableStack();
  const web = open.use(await openWeb(pages));
  const allowed = [web.host, env.FETCH_ALLOW_PRIVATE].filter(Boolean).join(',');
  const config = readConfig({ SEARXNG_URL: web.url, SEARCH_PROVIDERS: 'searxng', ...env, FETCH_ALLOW_PRIVATE: allowed });
  const facts = { ...serviceFacts(config), samples: false };
  const service = open.use(
    await openTestService({ ...options, model: judgeOf(config), budget: config.budget, ceilings: config.ceilings, facts }),
  );
  const start = () =>
    openWorker({
      config,
      databaseUrl: service.databaseUrl,
      log: pino({ level: 'silent' }),
      threads: sharedThreads(),
      patience: patienceWith(),
    });
  open.use(await start());

  const session = async (sessionId: string, headers?: Record<string, string>) =>
    (await service.rpc('getSession', { sessionId }, headers)).body.session;
  /** Resolves with the session once it is as wanted; fails with what it was instead. */
  const until = async (
    sessionId: string,
    wanted: (session: Awaited<ReturnType<typeof openSession>>) => boolean,
    headers?: Record<string, string>,
  ) => {
    for (const deadline = Date.now() + STILL_MS; ; await sleep(50)) {
      const found = await openSession(sessionId, headers);
      if (wanted(found)) return found;
      if (Date.now() > deadline) throw new Error(`still waiting: ${JSON.stringify(found).slice(0, 2000)}`);
    }
  };
  const openSession = session;
  const close = open.move();
  return {
    ...service,
    web,
    session,
    until,
    /** Starts a run, lets it end and answers the session. */
    run: async (sessionId: string) => {
      const { status, body } = await service.rpc('startRun', { sessionId });
      if (status !== 200) throw new Error(`startRun answered ${status}: ${JSON.stringify(body)}`);
      // asks the database: the whole session every 30 ms takes more of the processor than the run
      const alive = () => service.sql`select 1 from run where webset_id = ${sessionId} and state in ('queued', 'running')`;
      for (const deadline = Date.now() + STILL_MS; (await alive()).length > 0 && Date.now() < deadline; ) await sleep(20);
      return until(sessionId, ({ runAlive }) => !runAlive);
    },
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}
