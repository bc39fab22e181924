import { join } from 'node:path';
import { viewerOf } from '../../auth/viewer.ts';
import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { openDatabaseHealth } from '../../db/connection/health.ts';
import { openListener } from '../../db/connection/listener.ts';
import { openFeed } from '../../db/queries/runs/feed.ts';
import type { GatewayDeps } from '../../http/gateway-deps.ts';
import { describeError } from '../../http/log.ts';
import { openMetrics } from '../../http/metrics.ts';
import { serveBuilt } from '../../http/pages/web.ts';
import { hasQueue, openSender } from '../../queue/queue.ts';
import { deleteAccount } from '../../services/accounts.ts';
import { createAnswerMemory } from '../../services/answers/memory.ts';
import { once } from '../../services/once.ts';
import { openDatabase } from '../database.ts';
import { serviceFacts } from '../facts.ts';
import { openLog } from '../log.ts';
import { judgeOf } from '../models.ts';
import { SAMPLES_SITE } from '../samples-folder.ts';
import { readSecret } from '../secret.ts';
import { builtWeb, devWeb } from '../web.ts';
import { dropRoot } from './privileges.ts';
import { followRestarts, sendToParent, survive, untilStopped } from './process.ts';
import { readStats } from './stats.ts';

const AUTH_MS = 500;

/** Serves GraphQL, REST and streams until told to stop; then ends the streams and lets requests finish. */
export async function runGateway(config: Config): Promise<number> {
  const log = openLog('gateway', config.logLevel);
  survive(log);
  const restarts = followRestarts();
  // what takes time is loaded while the database answers
  const [secret, databaseUrl, { openGateway }] = await Promise.all([
    readSecret(config),
    openDatabase(config),
    import('../../http/listen.ts'),
  ]);
  await using open = new AsyncDisposableStack();
  const { db, sql, cut } = open.use(openClient(databaseUrl, { max: 10, connectSeconds: 3, name: 'webset gateway' }));
  const databaseHealth = open.use(openDatabaseHealth(databaseUrl, 'webset gateway'));
  databaseHealth.onUnavailable(cut);
  const onError = (err: Error) => log.error({ err }, 'the queue had trouble');
  const queue = open.use(openSender(databaseUrl, { heartbeatSeconds: config.heartbeatSeconds, onError }));
  const [listening, hasTables] = await Promise.all([openListener(sql), hasQueue(db)]);
  const listener = open.use(listening);
  if (!hasTables) await queue.opened();
  const {
    budget,
    ceilings,
    limits,
    origins,
    trustProxy,
    bodyLimit,
    connections,
    streamsPerIp,
    streamSeconds,
    graphiql,
    anonymous,
    signUp,
    metricsToken,
  } = config;
  const publicUrl = new URL(config.publicUrl).origin;
  // better-auth is a third of all code and takes half a second: it is loaded once the gateway serves, before somebody signs in
  const openAuth = once(async () =>
    (await import('../../auth/auth.ts')).createAuth({
      db,
      secret,
      origin: publicUrl,
      origins,
      signUp,
      limited: true,
      deleteAccount: (userId) => deleteAccount({ db, listener }, userId),
      report: (error) => log.error({ error: describeError(error) }, 'unexpected error'),
    }),
  );
  const builtFolder = config.web === 'dev' ? null : await builtWeb();
  const deps: GatewayDeps = {
    base: { db, listener, feed: openFeed(db), queue, budget, ceilings, limits, facts: serviceFacts(config), model: judgeOf(config) },
    ping: () => db.execute('select 1'),
    answers: createAnswerMemory(),
    viewerOf: (req) => viewerOf(openAuth, db, req.headers.cookie),
    auth: { handler: async (request) => (await openAuth()).handler(request) },
    settings: {
      origins,
      trustProxy,
      bodyLimit,
      connections,
      streamsPerIp,
      streamSeconds,
      graphiql,
      publicUrl,
      anonymous,
      signUp,
      metricsToken,
    },
    databaseHealth,
    metrics: openMetrics('gateway', { stats: () => readStats(db), followers: listener.waiting, restarts }),
    log,
    web: builtFolder === null ? open.use(await devWeb()) : serveBuilt(builtFolder),
    samplesDir: config.samples ? SAMPLES_SITE : null,
  };
  const gateway = open.use(await openGateway(deps, config.host, config.port));
  if (builtFolder !== null) await dropRoot(log, [join(builtFolder, 'index.html'), ...(config.samples ? [SAMPLES_SITE] : [])]);
  sendToParent({ type: 'ready', url: gateway.url });
  log.info({ url: gateway.url }, 'serving');
  setTimeout(() => void openAuth().catch(() => {}), AUTH_MS).unref(); // who comes before that waits, and is told of what fails

  await untilStopped();
  await gateway.shutdown();
  return 0;
}
