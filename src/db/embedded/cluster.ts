import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, as, canEnter } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clusterOf } from './postmaster.ts';
import { initArguments, serverEnvironment } from './settings.ts';

const run = promisify(execFile);

/** The path of a folder as Postgres gets it: `path`, relative to the working directory `cwd`. */
export type Way = { cwd: string; path: string };

/**
 * How the account reaches a folder of DATA_DIR. Below a folder it may not pass (a 0700 home, run as root) no path leads there,
 * so on Linux we enter first, as root, and Postgres finds itself there: its data stays in DATA_DIR.
 */
export async function wayTo(account: Account | null, dataDir: string, folder: string): Promise<Way> {
  if (!account || (await canEnter(account, dataDir))) return { cwd: '/', path: folder };
  if (process.platform === 'linux') return { cwd: folder, path: '/proc/self/cwd' };
  throw new Error(
    `Postgres does not run as root, and the account ${account.name} may not enter ${dataDir}: ` +
      'start as an ordinary user, choose a DATA_DIR that everybody may enter, or set DATABASE_URL',
  );
}

/** Throws when the cluster of the DATA_DIR, if any, was made by another major version. Answers whether there is one. */
export async function checkVersion(dataDir: string, major: number): Promise<boolean> {
  const made = await readFile(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (made === null) {
    const there = await stat(clusterOf(dataDir)).catch(() => null);
    if (there)
      throw new Error(
        `${clusterOf(dataDir)} is there, but it is no Postgres data directory: move the whole of ${dataDir} away and start again ` +
          `(${basename(passwordFile(dataDir))} belongs to the database that was there)`,
      );
    return false;
  }
  if (made.trim() !== String(major)) {
    throw new Error(
      `${clusterOf(dataDir)} was made by Postgres ${made.trim()}, and this is Postgres ${major}: run it with Postgres ${made.trim()} and ` +
        `set DATABASE_URL to that server, or dump it there (pg_dump) and load the dump into a new DATA_DIR`,
    );
  }
  return true;
}

/**
 * Makes the cluster, whole or not at all: it gets its name when it is ready. Its password is random, or the one that is kept already: of a
 * start that broke off, or of a cluster that was moved away and may come back.
 */
export async function createCluster(dataDir: string, { dir }: Binaries, account: Account | null, ephemeral: boolean): Promise<void> {
  const password = await keptPassword(dataDir);
  // A name of its own each time: an initdb whose starter was killed may still be writing in the last one.
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const workshop = await mkdtemp(`${clusterOf(dataDir)}.new-`);
  const data = join(workshop, 'data');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(workshop, 'password'), password, { mode: 0o600, flag: 'wx' });
  if (account) for (const path of [join(workshop, 'password'), data, workshop]) await chown(path, account.uid, account.gid);
  const way = await wayTo(account, dataDir, data);
  // Relative to the working directory: seen from there, even where no path leads.
  const args = initArguments(way.path, way.cwd === data ? '../password' : join(workshop, 'password'), ephemeral);
  await run(join(dir, 'bin', 'initdb'), args, { cwd: way.cwd, env: serverEnvironment, ...as(account) }).catch((error: Error) => {
    const said = 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(
      `Postgres could not make its data directory in ${dataDir}: ${said || error.message}\nPut that right, or set DATABASE_URL to a Postgres server`,
    );
  });
  await rename(data, clusterOf(dataDir));
  await rm(workshop, { recursive: true, force: true });
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password');

/** The password of the cluster's superuser `webset`. Throws an error that says what to do when its file is gone or not ours to read. */
export async function readPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim();
  } catch (error) {
    const why = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'is missing' : 'cannot be read';
    throw new Error(
      `${passwordFile(dataDir)} ${why}: it holds the password of ${clusterOf(dataDir)}; put it back, or make it readable for this account`,
    );
  }
}

/** The password that is kept, else a new one. A file that is there is never written: its cluster would be lost with it. */
async function keptPassword(dataDir: string): Promise<string> {
  const draft = `${passwordFile(dataDir)}.${randomBytes(6).toString('hex')}`;
  try {
    await using file = await open(draft, 'wx', 0o600);
    await file.writeFile(`${randomBytes(24).toString('hex')}\n`);
    await file.sync();
    await link(draft, passwordFile(dataDir)); // only if there is none
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const password = await readPassword(dataDir);
  if (/^[0-9a-f]{48}$/.test(password)) return password;
  throw new Error(`${passwordFile(dataDir)} holds no password of ours: move the whole of ${dataDir} away and start again`);
}
