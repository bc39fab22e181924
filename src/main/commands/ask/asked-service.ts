import { createServer } from 'node:net';
import { type Config, readConfig } from '../../../config.ts';
import { openClient } from '../../../db/connection/client.ts';
import { openListener } from '../../../db/connection/listener.ts';
import { attachEmbedded } from '../../../db/embedded/attach.ts';
import { openFeed } from '../../../db/queries/runs/feed.ts';
import { PATIENCE } from '../../../domain/work/patience.ts';
import { openSender } from '../../../queue/job-queue.ts';
import type { Call } from '../../../services/call.ts';
import { openDatabase } from '../../database.ts';
import { judgeOf } from '../../models.ts';
import { openService } from '../../processes/serve.ts';
import { configOfService } from '../../settings/kept.ts';

/** A service that can execute a run. `joined`: it was running before, and continues after this is disposed. */
export interface AskedService extends AsyncDisposable {
  databaseUrl: string;
  joined: boolean;
}

/**
 * Joins the service on this configuration's database (DATABASE_URL, or the embedded one of DATA_DIR), or opens one until disposed. Throws
 * an error for people when it cannot start.
 */
export async function openOrJoin(config: Config, say: (line: string) => void): Promise<AskedService> {
  const runs = config.databaseUrl ? await hasWorker(config.databaseUrl) : (await attachEmbedded({ dataDir: config.dataDir })) !== null;
  if (runs) return { databaseUrl: await openDatabase(config), joined: true, [Symbol.asyncDispose]: async () => {} };
  say('Starting the service');
  const port = (await isFree(config.host, config.port)) ? String(config.port) : '0';
  const settings = { ...process.env, PORT: port, PUBLIC_URL: config.publicUrl };
  const { databaseUrl, [Symbol.asyncDispose]: dispose } = await openService(readConfig(settings), settings, say);
  return { databaseUrl, joined: false, [Symbol.asyncDispose]: dispose };
}

/** Whether a worker is connected to a database. Throws when the database cannot be reached. */
async function hasWorker(url: string): Promise<boolean> {
  await using client = openClient(url, { max: 1, name: 'webset ask' });
  const found = await client.db.execute(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'webset worker' limit 1",
  );
  return found.length > 0;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer()
    .once('error', () => resolve(false))
    .listen(port, host, () => server.close(() => resolve(true)));
  return promise;
}

/**
 * Calls services as the operator of this machine, without an account or hourly limits; with the configuration, including settings of the
 * app.
 */
export async function openCall(own: Config, databaseUrl: string): Promise<{ call: Call; config: Config } & AsyncDisposable> {
  await using open = new AsyncDisposableStack();
  const { db, sql } = open.use(openClient(databaseUrl, { max: 3, name: 'webset ask' }));
  const config = await configOfService(own, db);
  const listener = open.use(await openListener(sql));
  const queue = open.use(openSender(databaseUrl, { onError: () => {} }));
  const call: Call = {
    db,
    listener,
    feed: openFeed(db),
    uploads: config.uploads,
    queue,
    patience: PATIENCE,
    viewer: { userId: null },
    client: null,
    budget: config.budget,
    ceilings: config.ceilings,
    model: judgeOf(config),
    limits: { createPerHour: 0, runPerHour: 0, reviewPerHour: 0 },
  };
  const close = open.move();
  return { call, config, [Symbol.asyncDispose]: () => close.disposeAsync() };
}
