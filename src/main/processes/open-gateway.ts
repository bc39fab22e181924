import type { Logger } from 'pino';
import type { createAuth } from '../../auth/auth.ts';
import { signedBrowser } from '../../auth/browser.ts';
import type { PasswordHasher } from '../../auth/hashing.ts';
import { viewerOf } from '../../auth/viewer.ts';
import type { Config } from '../../config.ts';
import { type Client, openClient } from '../../db/connection/client.ts';
import { openDatabaseHealth } from '../../db/connection/health.ts';
import { type Listener, openListener } from '../../db/connection/listener.ts';
import { openFeed } from '../../db/queries/runs/feed.ts';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import type { RestartCount } from '../../domain/work/restart.ts';
import { describeError } from '../../http/describe-error.ts';
import type { GatewayDeps, HttpSettings } from '../../http/gateway-deps.ts';
import { openMetrics } from '../../http/metrics.ts';
import type { Web } from '../../http/pages/web.ts';
import type { OpenServer } from '../../http/server.ts';
import { hasQueue, openSender, type Sender } from '../../queue/job-queue.ts';
import { deleteAccount } from '../../services/accounts.ts';
import { createAnswerMemory } from '../../services/answers/memory.ts';
import { LIMITS } from '../../services/limits.ts';
import { once } from '../../services/once.ts';
import { serviceFacts } from '../facts.ts';
import { judgeOf } from '../models.ts';
import { SAMPLES_SITE } from '../samples-folder.ts';
import { type LiveConfig, openLiveConfig } from '../settings/live.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { openStalls } from '../stalls.ts';
import { readStats } from './stats.ts';

/** The options of a gateway, for the command, tests and benches. */
export interface GatewayOptions {
  config: Config;
  databaseUrl: string;
  /** The secret that signs cookies and encrypts settings of the app. */
  secret: string;
  web: Web;
  log: Logger;
  /** The restarts of the service's parts, for the metrics. */
  restarts?: () => RestartCount[];
  /** Whether better-auth limits sign-ins per address (default true), and whether the metrics include process metrics (default true). */
  authLimited?: boolean;
  processMetrics?: boolean;
  /** The password hasher; better-auth's scrypt by default. */
  passwords?: PasswordHasher;
  patience?: Patience;
  /** The maximum number of connections to Postgres. */
  connections?: number;
  /** Replaces dependencies, in tests. */
  replace?: (deps: GatewayDeps) => GatewayDeps;
}

/** An open gateway with its dependencies. */
export interface Gateway extends OpenServer, Client {
  listener: Listener;
  queue: Sender;
  openAuth(): Promise<ReturnType<typeof createAuth>>;
}

/** Connects to Postgres and opens every endpoint at the configured address. On disposal, requests finish and its resources are closed. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const {
    config,
    databaseUrl,
    secret,
    web,
    log,
    restarts,
    authLimited = true,
    processMetrics = true,
    passwords,
    patience = PATIENCE,
    connections = 10,
  } = options;
  await using open = new AsyncDisposableStack();
  const client = open.use(openClient(databaseUrl, { max: connections, ...patience.gatewayDatabase, name: 'webset gateway' }));
  const { db, sql } = client;
  const databaseHealth = open.use(openDatabaseHealth(databaseUrl, 'webset gateway', patience.health));
  databaseHealth.onUnavailable((cause) => {
    log.warn({ cause }, 'the database is unavailable');
    client.cut();
  });
  const onError = (err: Error) => log.error({ err }, 'the queue had trouble');
  const queue = open.use(openSender(databaseUrl, { onError, patience: patience.queue }));
  const [listening, hasTables, { openServer }] = await Promise.all([
    openListener(sql, patience.listener),
    hasQueue(db),
    import('../../http/server.ts'),
  ]);
  const listener = open.use(listening);
  const live = open.use(await openLiveConfig({ config, db, sql, secret, log }));
  if (!hasTables) await queue.opened();
  const settings = settingsOf(config);
  // better-auth is a third of all code and takes half a second to load: it is loaded once the gateway serves, before the first sign-in
  const openAuth = once(async () =>
    (await import('../../auth/auth.ts')).createAuth({
      db,
      secret,
      origin: settings.publicUrl,
      origins: settings.origins,
      signUp: settings.signUp,
      limited: authLimited,
      passwords,
      deleteAccount: (userId) => deleteAccount({ db, listener, queue }, userId),
      report: (error) => log.error({ error: describeError(error) }, 'unexpected error'),
    }),
  );
  const { budget, ceilings, uploads } = config;
  const metrics = openMetrics('gateway', {
    stats: () => readStats(db),
    followers: listener.waiting,
    defaults: processMetrics,
    ...(restarts && { restarts }),
  });
  open.use(openStalls(log, metrics.stalled));
  const deps: GatewayDeps = {
    base: {
      db,
      listener,
      feed: openFeed(db),
      queue,
      patience,
      budget,
      ceilings,
      limits: { ...LIMITS, ...config.limits },
      uploads,
      settings: storedSettings(config, { live, db, secret }),
    },
    setUp: setUpBy(live),
    ping: () => db.execute('select 1'),
    answers: createAnswerMemory({ patience: patience.answers }),
    viewerOf: (req) => viewerOf(openAuth, db, req.headers.cookie),
    auth: { handler: async (request) => (await openAuth()).handler(request), browserOf: (cookie) => signedBrowser(cookie, secret) },
    settings,
    databaseHealth,
    metrics,
    log,
    web,
    samplesDir: config.samples ? SAMPLES_SITE : null,
  };
  const server = open.use(await openServer(options.replace?.(deps) ?? deps, config.host, config.port));
  const close = open.move();
  return { ...server, ...client, listener, queue, openAuth, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** The current setup, rebuilt when a setting changes, and cached with the scan of this machine. */
function setUpBy(live: Pick<LiveConfig, 'config'>): GatewayDeps['setUp'] {
  const of = (config: Config) => ({ config, facts: serviceFacts(config), model: judgeOf(config) });
  let made = of(live.config());
  return () => {
    if (made.config !== live.config()) made = of(live.config());
    return made;
  };
}

/** The settings for the endpoints. */
function settingsOf(config: Config): HttpSettings {
  const { origins, trustProxy, graphiql, anonymous, signUp, metricsToken } = config;
  const publicUrl = new URL(config.publicUrl).origin;
  return { origins, trustProxy, graphiql, publicUrl, anonymous, signUp, metricsToken };
}
