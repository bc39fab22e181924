import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ID = '/usr/bin/id'; // on Linux and macOS alike, whatever PATH holds

/** Whom a part runs as when we are root; `uid` and `gid` are unsigned, as `id` prints them. */
export type Account = { name: string; uid: number; gid: number };

/**
 * The account Postgres runs under: null for our own, and as root (Postgres refuses root) the owner of the cluster there is,
 * else `postgres`, else `nobody`. Throws when the cluster belongs to an account we cannot become.
 */
export async function findAccount(clusterDir: string): Promise<Account | null> {
  const owner = await lstat(clusterDir).catch(() => null);
  if (process.geteuid?.() !== 0) {
    if (owner && owner.uid !== process.geteuid?.()) {
      throw new Error(
        `${clusterDir} belongs to another account (uid ${owner.uid}; an earlier start with sudo?): start as that account or choose another DATA_DIR`,
      );
    }
    return null;
  }
  // Kept across a later `apt install postgresql`: a cluster stays with the account that made it.
  if (owner && owner.uid !== 0) return { name: await nameOf(owner.uid), uid: owner.uid, gid: owner.gid };
  const found = await findNamed(['postgres', 'nobody']);
  if (found) return found;
  throw new Error(
    'Postgres does not run as root, and there is no account postgres or nobody here: start as an ordinary user or set DATABASE_URL',
  );
}

/** The first of these accounts that this machine has. */
export async function findNamed(names: readonly string[]): Promise<Account | null> {
  for (const name of names) {
    const found = await lookUp(name);
    if (found) return found;
  }
  return null;
}

/** The spawn options that make a child run as the account (none for our own). */
export function as(account: Account | null): { uid?: number; gid?: number } {
  // Node takes signed ids; macOS' nobody is -2, which `id` prints as 4294967294.
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {};
}

/** Whether the account may pass through the folder, asked by trying: mode bits alone would miss access lists and mounts. */
export async function canEnter(account: Account | null, dir: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { cwd: '/', ...as(account) });
    return true;
  } catch {
    return false; // spawning itself throws where we may not change accounts
  }
}

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run(ID, ['-u', name]), run(ID, ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function nameOf(uid: number): Promise<string> {
  return run(ID, ['-un', String(uid)]).then(
    ({ stdout }) => stdout.trim(),
    () => `uid ${uid}`,
  );
}
