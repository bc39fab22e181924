import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { checkVersion, createCluster, readPassword, wayTo } from './cluster.ts';
import { addressOf } from './connect.ts';
import { openGuard } from './guard.ts';
import { lockDataDir } from './lock.ts';
import { openLogFile } from './logfile.ts';
import { clusterName, clusterOf } from './postmaster.ts';
import { superviseServer } from './supervise.ts';

/** A running embedded Postgres: `failed` settles only when it kept dying (five times in a minute) and was given up. */
export type Embedded = AsyncDisposable & { url: string; port: number; readonly pid: number; failed: Promise<Error> };

/** `log` gets a line for people now and then; `ephemeral` is for tests: fast, and the (new or empty) folder is removed with it. */
type EmbeddedOptions = { dataDir: string; log: (line: string) => void; ephemeral?: boolean };

/**
 * Becomes the one owner of DATA_DIR and runs its Postgres, on 127.0.0.1 and a free port, until disposed: makes the cluster the first time,
 * restarts Postgres on the same port when it dies, and has a watchdog stop it when we die. A server that a killed owner left behind is
 * stopped first, not adopted: its watchdog is most likely stopping it already, and its clients are that owner's.
 * Throws an error for people when another owner lives, or the folder, account or machine does not serve.
 */
export async function openEmbedded({ dataDir, log, ephemeral = false }: EmbeddedOptions): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true });
  const dir = await realpath(dataDir);
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
  const server = open.use(await superviseServer({ dataDir: dir, name, password, account, binaries, way, ephemeral, guard, logFile, log }));

  const close = open.move();
  let closed: Promise<void> | null = null;
  return {
    url: addressOf(server.port, password),
    port: server.port,
    failed: server.failed,
    get pid() {
      return server.pid;
    },
    [Symbol.asyncDispose]() {
      closed ??= close.disposeAsync();
      return closed;
    },
  };
}
