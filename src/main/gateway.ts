import type { Config } from '../config.ts';
import { openClient } from '../db/client.ts';
import { openListener } from '../db/listener.ts';
import { ANONYMOUS } from '../domain/access.ts';
import { openGateway } from '../http/listen.ts';
import type { World } from '../http/world.ts';
import { openQueue } from '../queue/queue.ts';
import { openDatabase } from './database.ts';
import { openLog } from './log.ts';
import { tellParent, untilStopped } from './process.ts';
import { SAMPLES_SITE } from './samples.ts';

/** Serves GraphQL, REST and streams until told to stop; then ends the streams and lets requests finish. */
export async function runGateway(config: Config): Promise<number> {
  const log = openLog('gateway', config.logLevel);
  const databaseUrl = await openDatabase(config);
  await using open = new AsyncDisposableStack();
  const { db, sql } = open.use(openClient(databaseUrl, { max: 10, name: 'webset gateway' }));
  const listener = open.use(await openListener(sql));
  const onError = (err: Error) => log.error({ err }, 'the queue had trouble');
  const queue = open.use(await openQueue(databaseUrl, { heartbeatSeconds: config.heartbeatSeconds, worker: false, onError }));
  const { budget, limits, origins, trustProxy, bodyLimit, streamSeconds, graphiql } = config;
  const world: World = {
    base: { db, listener, queue, budget, limits },
    ping: () => sql`select 1`,
    viewerOf: async () => ANONYMOUS, // nobody has an account yet: every caller is anonymous
    settings: { origins, trustProxy, bodyLimit, streamSeconds, graphiql },
    log,
    samplesDir: config.samples ? SAMPLES_SITE : null,
  };
  const gateway = open.use(await openGateway(world, config.host, config.port));
  tellParent({ type: 'ready', url: gateway.url });
  log.info({ url: gateway.url }, 'serving');

  await untilStopped();
  await gateway.shutdown();
  return 0;
}
