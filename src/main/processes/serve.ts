import { styleText } from 'node:util';
import type { Config } from '../../config.ts';
import { type Database, openClient } from '../../db/connection/client.ts';
import { migrate } from '../../db/connection/migrate.ts';
import { openEmbedded } from '../../db/embedded/server.ts';
import { releaseAllJobs, releaseJobs, type Taken } from '../../queue/queue.ts';
import { providerNames } from '../offers.ts';
import { indexSamples } from '../samples.ts';
import { checkSecret } from '../secret.ts';
import { builtWeb } from '../web.ts';
import { openChild } from './children.ts';
import { type News, untilStopped } from './process.ts';

export interface Served extends AsyncDisposable {
  url: string;
  databaseUrl: string;
  /** Settles when a part kept dying and was given up. */
  failed: Promise<Error>;
}

/**
 * The whole service on one machine: Postgres (unless DATABASE_URL names one), a gateway and a worker, each a process that is started again
 * when it dies. `settings` is the environment that `config` was read from: its parts read it again. Throws an error for people when it cannot start.
 */
export async function openService(
  config: Config,
  settings: NodeJS.ProcessEnv,
  say: (line: string) => void,
  samples?: 'always',
): Promise<Served> {
  await checkSecret(config);
  if (config.web === 'built') await builtWeb(say);
  await using open = new AsyncDisposableStack();
  const embedded = config.databaseUrl ? null : open.use(await openEmbedded({ dataDir: config.dataDir, log: say }));
  const databaseUrl = embedded?.url ?? (config.databaseUrl as string);
  await migrate(databaseUrl);
  if (embedded) await withDatabase(databaseUrl, releaseAllJobs);
  if (embedded && config.samples) {
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
  const onNews = (news: News) => {
    if (news.type === 'took') held.set(keyOf(news), news);
    if (news.type === 'left') held.delete(keyOf(news));
  };
  const giveBack = async () => {
    await withDatabase(databaseUrl, (db) => releaseJobs(db, [...held.values()])).catch(() => {}); // else the heartbeat does it
    held.clear();
  };
  const keepPort = (news: News) => {
    if (news.type === 'ready' && news.url) env.PORT = new URL(news.url).port; // a gateway started again answers where the first did
  };
  const gateway = openChild('gateway', { env, onNews: keepPort });
  const worker = openChild('worker', { env, onNews, onDeath: giveBack, spare: true });
  open.defer(async () => {
    await Promise.all([gateway, worker].map((part) => part[Symbol.asyncDispose]()));
  });
  const failed = Promise.race([gateway.failed, worker.failed, ...(embedded ? [embedded.failed] : [])]);
  const started = Promise.all([gateway.ready, worker.ready]);
  const outcome = await Promise.race([started, failed]);
  if (outcome instanceof Error) throw outcome;
  const close = open.move();
  return { url: outcome[0] ?? config.publicUrl, databaseUrl, failed, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

const keyOf = ({ jobId, taking }: Taken) => `${jobId} ${taking}`;

async function withDatabase(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  await using client = openClient(url, { max: 1, name: 'webset serve' });
  await work(client.db);
}

/** Serves until told to stop. Answers the exit code. */
export async function serve(config: Config): Promise<number> {
  const say = (line: string) => console.log(line);
  const names = providerNames(config);
  await using service = await openService(config, process.env, say);
  say(welcome(config, service.url, names));
  const failure = await Promise.race([untilStopped(), service.failed]);
  if (failure instanceof Error) {
    console.error(styleText('red', failure.message));
    return 1;
  }
  say('Stopping');
  return 0;
}

function welcome(config: Config, listening: string, providers: string[]): string {
  const url = config.port === 0 ? listening : config.publicUrl;
  const web = providers.includes('searxng')
    ? `  The web      searched through ${config.searxngUrl}`
    : '  The web      off: set SEARXNG_URL to a SearXNG instance (JSON switched on) to search it';
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
