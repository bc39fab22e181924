import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

// Referenced here so that a lock nobody disposes is held to the end of the process, not to the next garbage collection.
const held = new Set<DatabaseSync>();

/**
 * Makes this process the one owner of DATA_DIR until disposed, or throws with the owner's pid (for people, from `serve.pid`). The lock is
 * SQLite's byte-range lock on `serve.lock`: the kernel frees it with its process, also across containers that share the folder.
 */
export async function lockDataDir(dataDir: string): Promise<Disposable> {
  const dir = resolve(dataDir);
  const pidFile = join(dir, 'serve.pid');
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(join(dir, 'serve.lock'), { timeout: 0 });
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database?.close();
    if (!isBusy(error)) {
      throw new Error(`${dir} cannot be locked: is it ours to write, on a file system that has locks?`, { cause: error });
    }
    throw new Error(`another \`serve\` (pid ${await holder(pidFile)}) uses ${dir}`);
  }
  const lock = database;
  held.add(lock);
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    [Symbol.dispose]() {
      if (!held.delete(lock)) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

// A winner writes its pid right after it wins: for that moment the file is missing or still names a dead owner.
async function holder(pidFile: string): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const pid = readPid(pidFile);
    if (pid && isAlive(pid)) return String(pid);
    await sleep(25);
  }
  return 'unknown';
}

function readPid(pidFile: string): number | null {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// 5 is SQLITE_BUSY, the low byte of its extended codes.
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;
}
