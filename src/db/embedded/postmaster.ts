import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A running server of a data directory. */
type Postmaster = { pid: number; port: number };

/** Where the cluster of a DATA_DIR lives. */
export const clusterOf = (dataDir: string) => join(dataDir, 'postgres');

/** The `cluster_name` of a DATA_DIR's server, made from the folder's inode: a move keeps it, and a copy has another one. */
export async function clusterName(dataDir: string): Promise<string> {
  const { dev, ino } = await stat(dataDir, { bigint: true });
  return `webset-${dev.toString(36)}-${ino.toString(36)}`;
}

/** The server that `postmaster.pid` names, or null when there is none: pids are reused, so the process must also carry our name. */
export async function findPostmaster(dataDir: string, name: string): Promise<Postmaster | null> {
  const lines = await readPidFile(dataDir);
  const pid = Number(lines?.[0]);
  const port = Number(lines?.[3]);
  return Number.isInteger(pid) && pid > 0 && port > 0 && (await isServer(pid, name)) ? { pid, port } : null;
}

/** Whether the process with this pid is the Postgres of that name. A dead one not yet reaped is not. */
export async function isServer(pid: number, name: string): Promise<boolean> {
  const args =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)]).then(({ stdout }) => stdout);
  return args.then(
    (text) => text.includes(`cluster_name=${name}`),
    () => false,
  );
}

const LOOK_MS = 20;

/**
 * Stops a server that is not our child: a fast shutdown, after `patience` ms an immediate one (both lose nothing committed).
 * Resolves when it is gone; throws when it stays.
 */
export async function stopServer(pid: number, name: string, patience: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isServer(pid, name))) return;
    kill(pid, signal);
    for (let left = patience; left > 0; left -= LOOK_MS) {
      await sleep(LOOK_MS);
      if (!(await isServer(pid, name))) return;
    }
  }
  throw new Error(`Postgres (pid ${pid}) does not stop: end it by hand and start again`);
}

/**
 * Makes a `postmaster.pid` left by a dead server harmless. Postgres would refuse to start when its pid now belongs to somebody else;
 * a pid of its own parent it takes for stale, and still checks the shared memory the file names, which deleting the file would skip.
 */
export async function disarmPidFile(dataDir: string): Promise<void> {
  const lines = await readPidFile(dataDir);
  if (!lines) return;
  const file = await open(join(clusterOf(dataDir), 'postmaster.pid'), constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  await using _ = file;
  await file.writeFile([process.pid, ...lines.slice(1)].join('\n'));
}

async function readPidFile(dataDir: string): Promise<string[] | null> {
  try {
    return (await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
