import type { Config } from '../../config.ts';
import { openClient } from '../../db/connection/client.ts';
import { migrate } from '../../db/connection/migrate.ts';
import { openEmbedded } from '../../db/embedded/server.ts';
import type { PartName, RestartCount } from '../../domain/work/restart.ts';
import { releaseAllJobs, type Taken } from '../../queue/run-jobs.ts';
import { openLog } from '../log.ts';
import { providerNames } from '../search-providers.ts';
import { readSecret } from '../secret.ts';
import { configOfService } from '../settings/kept.ts';
import { builtWeb } from '../web.ts';
import { type Child, openChild } from './children.ts';
import { giveBack } from './give-back.ts';
import { type ChildMessage, untilStopped } from './process.ts';
import { watchSources } from './watch-sources.ts';

/** The options of `serve`. */
export interface ServeOptions {
  /** Serves the web app from its sources, and restarts the gateway when a source changes. */
  dev?: boolean;
  /** Records every external answer to a run. */
  record?: boolean;
}

export interface Served extends AsyncDisposable {
  url: string;
  databaseUrl: string;
}

/**
 * Starts the whole service: Postgres (unless DATABASE_URL names one), a gateway and a worker, each restarted when it dies. `settings` is
 * the environment of `config`, which the parts read again. Throws an error for people when it cannot start.
 */
export async function openService(
  config: Config,
  settings: NodeJS.ProcessEnv,
  say: (line: string) => void,
  { dev, record, samples }: ServeOptions & { samples?: 'always' } = {},
): Promise<Served> {
  await readSecret(config); // the worker reads it later
  if (!dev) await builtWeb(say);
  await using open = new AsyncDisposableStack();
  const log = openLog('serve', config.logLevel ?? 'warn');
  const restarts = countRestarts((counts) => gateway?.send({ type: 'restarts', restarts: counts }));
  let gateway: Child | undefined;
  const embedded = config.databaseUrl
    ? null
    : open.use(await openEmbedded({ dataDir: config.dataDir, log: say, onEnd: (cause) => restarts.count('postgres', cause) }));
  const databaseUrl = embedded?.url ?? (config.databaseUrl as string);
  await migrate(databaseUrl);
  if (embedded) {
    await using client = openClient(databaseUrl, { max: 1, name: 'webset serve' });
    await releaseAllJobs(client.db);
  }
  if (embedded && config.samples) {
    const { indexSamples } = await import('../samples.ts'); // loads much code
    const pages = await indexSamples(config, databaseUrl, samples === 'always');
    if (pages > 0) say(`Indexed the sample web: ${pages} pages under ${config.publicUrl}/samples/`);
  }
  const env: NodeJS.ProcessEnv = {
    ...settings,
    LOG_LEVEL: config.logLevel ?? 'warn',
    DATABASE_URL: databaseUrl,
    PORT: String(config.port),
    PUBLIC_URL: config.publicUrl,
  };
  const held = new Map<string, Taken>();
  const onMessage = (message: ChildMessage) => {
    if (message.type === 'took') held.set(keyOf(message), message);
    if (message.type === 'left') held.delete(keyOf(message));
  };
  const onGatewayMessage = (message: ChildMessage) => {
    if (message.type !== 'ready') return;
    if (message.url) env.PORT = new URL(message.url).port; // a restarted gateway keeps the port of the first one
    restarts.send();
  };
  const parts = [
    openChild('gateway', {
      env,
      args: dev ? ['--dev'] : [],
      log,
      onMessage: onGatewayMessage,
      onEnd: (cause) => restarts.count('gateway', cause),
    }),
    openChild('worker', {
      env,
      args: record ? ['--record'] : [],
      log,
      onMessage,
      spare: true,
      onEnd(cause) {
        restarts.count('worker', cause);
        const jobs = [...held.values()];
        held.clear(); // before the wait, as the next worker may start during it
        return giveBack(databaseUrl, jobs);
      },
    }),
  ] as const;
  [gateway] = parts;
  open.defer(async () => {
    await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
  });
  if (dev) open.use(watchSources(() => gateway?.restart()));
  const [url] = await Promise.all(parts.map(({ ready }) => ready));
  const close = open.move();
  return { url: url ?? config.publicUrl, databaseUrl, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** Counts restarts by part and cause; `send` receives all counts after each change and on request. */
function countRestarts(send: (counts: RestartCount[]) => void) {
  const counts = new Map<string, RestartCount>();
  const sendAll = () => send([...counts.values()]);
  return {
    send: sendAll,
    count(part: PartName, cause: string) {
      const key = `${part} ${cause}`;
      counts.set(key, { part, cause, restarts: (counts.get(key)?.restarts ?? 0) + 1 });
      sendAll();
    },
  };
}

const keyOf = ({ jobId, taking }: Taken) => `${jobId} ${taking}`;

/** Serves until it is stopped. Returns the exit code. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<number> {
  const say = (line: string) => console.log(line);
  providerNames(config); // reports an unknown name before anything starts
  await using service = await openService(config, process.env, say, options);
  say(welcome(await withSettings(config, service.databaseUrl), service.url));
  await untilStopped();
  say('Stopping');
  return 0;
}

/** The configuration with the settings of the app. */
async function withSettings(config: Config, databaseUrl: string): Promise<Config> {
  await using client = openClient(databaseUrl, { max: 1, name: 'webset serve' });
  return await configOfService(config, client.db);
}

function welcome(config: Config, listening: string): string {
  const providers = providerNames(config);
  const url = config.port === 0 ? listening : config.publicUrl;
  const web = providers.includes('searxng')
    ? `  The web      searched through ${config.searxngUrl}`
    : providers.some((name) => name !== 'index')
      ? `  The web      searched by ${providers.filter((name) => name !== 'index').join(', ')}`
      : `  The web      off: ${url}/settings turns it on, or SEARXNG_URL`;
  return [
    '',
    `Webset is ready at ${url}`,
    `  Web app      ${url}/`,
    `  GraphQL      ${url}/graphql${config.graphiql ? '  (GraphiQL in a browser)' : ''}`,
    `  REST         ${url}/docs`,
    ...(config.samples && !config.databaseUrl ? [`  Sample web   ${url}/samples/`] : []),
    `  Search       ${providers.join(', ')}`,
    web,
    '  Stop         Ctrl-C',
    '',
  ].join('\n');
}
