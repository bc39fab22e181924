import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canEnter } from '../../../src/db/embedded/account.ts';
import { openFolder, openOwner } from '../../support/postgres/embedded.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const isRoot = process.geteuid?.() === 0;
const nobody = isRoot ? { name: 'nobody', uid: idOf('-u'), gid: idOf('-g') } : null;
const linuxRoot = isRoot && process.platform === 'linux';

test('a data directory of another account is refused in words', async (context) => {
  if (!nobody || !(await canEnter(nobody, root))) return context.skip('needs root, and a repository that nobody may read');
  await using folder = await openFolder();
  await chmod(folder.path, 0o777);
  await mkdir(join(folder.path, 'postgres'));

  const start = openOwner(folder.path, { uid: nobody.uid | 0, gid: nobody.gid | 0 });

  await expect(start).rejects.toThrow(/belongs to another account \(uid 0/);
});

test('a data directory that this account may not write is reported as read-only', async (context) => {
  if (nobody && !(await canEnter(nobody, root))) return context.skip('nobody may not read this repository');
  await using folder = await openFolder();
  await chmod(folder.path, 0o555);

  const start = openOwner(folder.path, nobody ? { uid: nobody.uid | 0, gid: nobody.gid | 0 } : {});

  await expect(start).rejects.toThrow(`DATA_DIR ${folder.path} is read-only for this account`);
  await chmod(folder.path, 0o755);
});

test('a data directory on a read-only file system is reported as read-only', async (context) => {
  const mount = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" "$3" "$1"';
  const args = (dir: string) => [
    '--mount',
    'sh',
    '-c',
    mount,
    'sh',
    dir,
    process.execPath,
    join(root, 'test/support/postgres/embedded-owner.ts'),
  ];
  if (!linuxRoot || spawnSync('unshare', ['--mount', 'true']).status !== 0) return context.skip('needs a mount namespace');
  await using folder = await openFolder();

  const { status, stderr } = spawnSync('unshare', args(folder.path), { encoding: 'utf8' });

  expect(stderr).toContain(`DATA_DIR ${folder.path} is read-only: its file system is`);
  expect(status).toBe(1);
});

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}
