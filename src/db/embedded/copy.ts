import { chmod, constants, copyFile, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

// Only for compiling against Postgres: nothing that runs reads them.
const LEFT_OUT = /\.a$|^pkgconfig$|^pgxs$/;

/**
 * Copies a folder's files so that everybody may read them and only we may write, or keeps the whole copy that is there already.
 * Answers whether it copied. Symlinks are left to the caller. Throws when the place is not ours or not writable.
 */
export async function copyTree(from: string, to: string): Promise<boolean> {
  const there = await lstat(to).catch(() => null);
  // In a folder others may write to (/tmp), a name somebody else took could hold anything.
  if (there && (!there.isDirectory() || there.uid !== process.geteuid?.() || (there.mode & 0o022) !== 0)) {
    throw new Error(`${to} is not ours`);
  }
  const files = await filesOf(from);
  if (there && (await isWhole(from, to, files))) return false;
  const fresh = `${to}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  try {
    await mkdir(fresh, { mode: 0o755 });
    await chmod(fresh, 0o755);
    for (const file of files) await copyOpenly(from, fresh, file);
    await putInPlace(fresh, to);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return true;
}

type Entry = { path: string; folder: boolean };

/** Every folder and file below, a folder before what is in it. */
async function filesOf(root: string, dir = root): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = join(dir, entry.name);
    if (entry.isDirectory()) entries.push({ path: relative(root, path), folder: true }, ...(await filesOf(root, path)));
    else if (entry.isFile()) entries.push({ path: relative(root, path), folder: false });
  }
  return entries;
}

// A cleaner of temporary folders may have taken some of the files, a full disk the ends of others.
async function isWhole(from: string, to: string, files: Entry[]): Promise<boolean> {
  for (const { path, folder } of files) {
    const copy = await lstat(join(to, path)).catch(() => null);
    if (!copy || (!folder && copy.size !== (await lstat(join(from, path))).size)) return false;
  }
  return true;
}

async function copyOpenly(from: string, to: string, { path, folder }: Entry): Promise<void> {
  const target = join(to, path);
  if (folder) await mkdir(target);
  else await copyFile(join(from, path), target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  // Set by hand: the package's own modes and our umask may both be private.
  await chmod(target, folder || /^bin\/|\.so|\.dylib/.test(path) ? 0o755 : 0o644);
}

async function putInPlace(fresh: string, to: string): Promise<void> {
  const stale = `${fresh}-stale`;
  await rename(to, stale).catch(() => {});
  await rename(fresh, to).catch((error: NodeJS.ErrnoException) => {
    // Another start was quicker and its copy is the same.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(stale, { recursive: true, force: true });
}
