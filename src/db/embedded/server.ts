import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { checkVersion, createCluster, readPassword, wayTo } from './cluster.ts';
import { addressOf } from './connect.ts';
import { openDataDir } from './data-dir.ts';
import { openGuard } from './guard.ts';
import { lockDataDir } from './lock.ts';
import { openLogFile } from './logfile.ts';
import { clusterName, clusterOf } from './postmaster.ts';
import { superviseServer } from './supervise.ts';

/** A running embedded Postgres. */
export type Embedded = AsyncDisposable & { url: string; port: number; readonly pid: number };

type EmbeddedOptions = {
  dataDir: string;
  /** Gets a line for people now and then. */
  log: (line: string) => void;
  /** For tests: fast, and the (new or empty) folder is removed with it. */
  ephemeral?: boolean;
  /** Called each time Postgres ended and before it is started again: the name of a signal, `exit` and a code, or `not started`. */
  onEnd?: (cause: string) => void;
};

/**
 * Runs the Postgres of DATA_DIR on a free port of 127.0.0.1 until disposed; a watchdog stops it when this process dies. A server that a
 * killed owner left is stopped, not adopted. Throws when another owner lives, or the folder, account or machine cannot run it.
 */
export async function openEmbedded({ dataDir, log, ephemeral = false, onEnd }: EmbeddedOptions): Promise<Embedded> {
  const dir = await openDataDir(dataDir);
  await using open = new AsyncDisposableStack();
  if (ephemeral) {
    if ((await readdir(dir)).length > 0) throw new Error(`${dir} is not empty: an ephemeral database would remove what is there`);
    open.defer(() => rm(dir, { recursive: true, force: true }));
  }
  const account = await findAccount(clusterOf(dir));
  open.use(await lockDataDir(dir));

  if (account && !ephemeral) log(`Started as root, which Postgres refuses: it runs as the account ${account.name}`);
  const binaries = await findBinaries(account, dir, log);
  if (!(await checkVersion(dir, binaries.major))) await createCluster(dir, binaries, account, ephemeral);
  const password = await readPassword(dir);
  const name = await clusterName(dir);
  const logFile = open.use(openLogFile(join(dir, 'postgres.log')));
  const guard = open.use(openGuard(name, ephemeral ? dir : null, logFile.fd));
  const way = await wayTo(account, dir, clusterOf(dir));
  const server = open.use(
    await superviseServer({ dataDir: dir, name, password, account, binaries, way, ephemeral, guard, logFile, log }, onEnd),
  );

  const close = open.move();
  let closed: Promise<void> | null = null;
  return {
    url: addressOf(server.port, password),
    port: server.port,
    get pid() {
      return server.pid;
    },
    [Symbol.asyncDispose]() {
      closed ??= close.disposeAsync();
      return closed;
    },
  };
}
