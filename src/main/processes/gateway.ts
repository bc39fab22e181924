import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { serveBuilt } from '../../http/pages/web.ts';
import { openDatabase } from '../database.ts';
import { openLog } from '../log.ts';
import { SAMPLES_SITE } from '../samples-folder.ts';
import { readSecret } from '../secret.ts';
import { builtWeb, devWeb } from '../web.ts';
import { openGateway } from './open-gateway.ts';
import { dropRoot } from './privileges.ts';
import { followRestarts, sendToParent, survive, untilStopped } from './process.ts';

const AUTH_MS = 500;

/** Serves GraphQL, REST and streams until it is stopped; then ends the streams and lets requests finish. */
export async function runGateway(config: Config, { dev }: { dev?: boolean } = {}): Promise<number> {
  const log = openLog('gateway', config.logLevel);
  survive(log);
  const restarts = followRestarts();
  // slow modules load while the database answers
  const [secret, databaseUrl] = await Promise.all([readSecret(config), openDatabase(config), import('../../http/server.ts')]);
  await using open = new AsyncDisposableStack();
  const builtFolder = dev ? null : await builtWeb();
  const web = builtFolder === null ? open.use(await devWeb()) : serveBuilt(builtFolder);
  const gateway = open.use(await openGateway({ config, databaseUrl, secret, web, log, restarts }));
  if (builtFolder !== null) await dropRoot(log, [join(builtFolder, 'index.html'), ...(config.samples ? [SAMPLES_SITE] : [])]);
  sendToParent({ type: 'ready', url: gateway.url });
  log.info({ url: gateway.url }, 'serving');
  setTimeout(() => void gateway.openAuth().catch(() => {}), AUTH_MS).unref(); // earlier callers wait for it, and get its errors

  await untilStopped();
  await gateway.shutdown();
  return 0;
}
