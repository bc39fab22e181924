import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes DATA_DIR when it is missing and returns its real path. Throws when it is read-only; a write proves that, since mode bits miss
 * mounts and access lists.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    const dir = await realpath(dataDir);
    await rmdir(await mkdtemp(join(dir, '.write-')));
    return dir;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') throw new Error(`DATA_DIR ${dataDir} is read-only: its file system is; choose one that can be written`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new Error(`DATA_DIR ${dataDir} is read-only for this account: make it writable, or choose another`);
    throw error;
  }
}
