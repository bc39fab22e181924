import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../shared/parts.ts';

const run = promisify(execFile);
const MB = 2 ** 20;
/** No file of Postgres' log of writes is longer. */
const FILE_MAX = 16 * MB;
const WRITES_MAX = 2000;

/** Where a service keeps its data, which can be made full. */
export interface SmallDisk extends AsyncDisposable {
  /** Which kind of small it is. */
  words: string;
  folder: string;
  /** Makes it full for the service of this process id, until disposed; `write` answers whether a write was kept. */
  fill(servePid: number, write: () => Promise<boolean>): Promise<AsyncDisposable>;
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'webset-disk-'));

/** A file system of 300 MB in memory. Null where this account may not mount one. */
export async function mountSmall(): Promise<SmallDisk | null> {
  const folder = await makeFolder();
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    words: 'tmpfs of 300 MB',
    folder,
    fill: () => fillUp(folder),
    async [Symbol.asyncDispose]() {
      const isFree = () => run('umount', [folder]).then(Boolean, () => false);
      await until('the small file system is left by the last process', 20_000, isFree); // Postgres' own end a moment after the service
      await rm(folder, { recursive: true });
    },
  };
}

/** Fills a folder's file system to the last byte, until disposed. */
async function fillUp(folder: string): Promise<AsyncDisposable> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  for (let size = MB; size >= 1; ) {
    const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
    if (bytesWritten < size) size = Math.floor(size / 2);
  }
  await file.close();
  return { [Symbol.asyncDispose]: () => rm(path) };
}

/** A folder in which no file of Postgres may grow past 16 MB while it is full (Linux, `prlimit`). */
export async function limitFiles(): Promise<SmallDisk> {
  const folder = await makeFolder();
  return {
    words: `limit of ${FILE_MAX / MB} MB on file size (no mount)`,
    folder,
    async fill(servePid, write) {
      await setLimit(servePid, FILE_MAX);
      for (let n = 0; await write(); n++) if (n === WRITES_MAX) throw new Error(`${n} writes and no file is full`);
      return { [Symbol.asyncDispose]: () => setLimit(servePid, 'unlimited') };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Bounds the files of the Postgres of a service: of its first process, whose later ones have the same limit, and of those that are there.
 */
async function setLimit(servePid: number, bytes: number | 'unlimited'): Promise<void> {
  const below = await processesBelow(servePid);
  const limited = below.filter(({ command }) => command.includes('bin/postgres') || command.startsWith('postgres:'));
  if (limited.length === 0) throw new Error('no Postgres below serve');
  for (const { pid } of limited) {
    const owner = await stat(`/proc/${pid}`).catch(() => null);
    if (!owner) continue; // it ended meanwhile
    const { uid, gid } = owner; // whose limits only the same account may change
    await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`], { uid, gid, cwd: '/' });
  }
}

async function processesBelow(pid: number): Promise<{ pid: number; command: string }[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = await Promise.all(
    text
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(async (child) => {
        const command = (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
        return [{ pid: Number(child), command }, ...(await processesBelow(Number(child)))];
      }),
  );
  return children.flat();
}
